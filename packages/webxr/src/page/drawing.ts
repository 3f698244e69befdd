import { Replacements } from './replace-property.ts';

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

/** Framebuffers that stand for the canvas: the picture of a session. */
export const SESSION_FRAMEBUFFERS: WeakSet<object> = /* @__PURE__ */ new WeakSet();

interface DrawScope {
	readonly WebGLRenderingContext?: { readonly prototype: object };
	readonly WebGL2RenderingContext?: { readonly prototype: object };
}

type Method = (...args: unknown[]) => void;

/**
 * Turns WebGL drawing to the canvas on and off. Drawing to the page's own framebuffers is never skipped: a shadow or a
 * reflection may be drawn once and be visible much later.
 */
export class Drawing {
	isOn = true;
	/** Contexts with a framebuffer of the page bound. */
	readonly #elsewhere: WeakSet<object> = new WeakSet();

	/** Takes over the WebGL of a window. Returns a function that restores it. */
	adopt({ WebGLRenderingContext, WebGL2RenderingContext }: DrawScope): () => void {
		const replaced = new Replacements();
		for (const context of [WebGLRenderingContext, WebGL2RenderingContext]) {
			if (context !== undefined) this.#wrapContext(context.prototype as Record<string, Method>, replaced);
		}
		return () => replaced.undo();
	}

	#wrapContext(prototype: Record<string, Method>, replaced: Replacements): void {
		const elsewhere = this.#elsewhere;
		const isOn = (context: object): boolean => this.isOn || elsewhere.has(context);
		const wrap = (name: string, wrapper: (native: Method) => (this: object, ...args: unknown[]) => void): void => {
			const native = prototype[name];
			if (native !== undefined) replaced.set(prototype, name, wrapper(native));
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
				if (framebuffer && !SESSION_FRAMEBUFFERS.has(framebuffer)) elsewhere.add(this);
				else elsewhere.delete(this);
			};
		});
	}
}
