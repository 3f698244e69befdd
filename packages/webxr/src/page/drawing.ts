import { replaceProperty } from './replace-property.ts';

const DRAWS = [
	'drawArrays',
	'drawElements',
	'drawArraysInstanced',
	'drawElementsInstanced',
	'drawRangeElements',
	'clear',
	'blitFramebuffer',
];
const READ_FRAMEBUFFER = 0x8ca8;

interface DrawScope {
	readonly WebGLRenderingContext?: { readonly prototype: object };
	readonly WebGL2RenderingContext?: { readonly prototype: object };
}

type Method = (...args: unknown[]) => void;

/**
 * Turns what WebGL draws to the canvas off and on. Everything else goes on working, also what a page draws to framebuffers
 * of its own: shadows, reflections and the like may be drawn once and be seen much later.
 */
export class Drawing {
	isOn = true;
	/** Contexts that draw to a framebuffer of the page. */
	readonly #elsewhere: WeakSet<object> = new WeakSet();

	/** Has the WebGL of a window follow. Returns what leaves it as it was. */
	adopt({ WebGLRenderingContext, WebGL2RenderingContext }: DrawScope): () => void {
		const undo: (() => void)[] = [];
		for (const context of [WebGLRenderingContext, WebGL2RenderingContext]) {
			if (context !== undefined) this.#wrapContext(context.prototype as Record<string, Method>, undo);
		}
		return () => {
			for (const step of undo.splice(0)) step();
		};
	}

	#wrapContext(prototype: Record<string, Method>, undo: (() => void)[]): void {
		const elsewhere = this.#elsewhere;
		const isOn = (context: object): boolean => this.isOn || elsewhere.has(context);
		const wrap = (name: string, wrapper: (native: Method) => (this: object, ...args: unknown[]) => void): void => {
			const native = prototype[name];
			if (native !== undefined) undo.push(replaceProperty(prototype, name, wrapper(native)));
		};
		for (const name of DRAWS) {
			wrap(name, (native) => {
				return function draw(...args) {
					if (isOn(this)) native.apply(this, args);
				};
			});
		}
		wrap('bindFramebuffer', (native) => {
			return function bind(...args) {
				native.apply(this, args);
				const [target, framebuffer] = args;
				if (target === READ_FRAMEBUFFER) return;
				if (framebuffer) elsewhere.add(this);
				else elsewhere.delete(this);
			};
		});
	}
}
