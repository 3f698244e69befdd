import { ContextBindings, FOLLOWERS } from './context-bindings.ts';
import { Replacements } from './replace-property.ts';
import { Surfaces } from './surfaces.ts';

const DRAWS = [
	'drawArrays',
	'drawElements',
	'drawArraysInstanced',
	'drawElementsInstanced',
	'drawRangeElements',
	'clear',
	'clearBufferfv',
	'clearBufferiv',
	'clearBufferuiv',
	'clearBufferfi',
	// Methods of extensions.
	'drawArraysInstancedANGLE',
	'drawElementsInstancedANGLE',
	'multiDrawArraysWEBGL',
	'multiDrawElementsWEBGL',
	'multiDrawArraysInstancedWEBGL',
	'multiDrawElementsInstancedWEBGL',
];
/** Copy a framebuffer to the texture that is bound. */
const COPIES = ['copyTexImage2D', 'copyTexSubImage2D', 'copyTexSubImage3D'];
const UNDRAWN =
	"the page reads pixels of a framebuffer that it drew before without reading them, which render: 'none' skips; use 'last' or 'all'";

/** Which drawing runs: all, what goes to framebuffers of the page, or what the page reads from those. */
export type DrawingMode = 'all' | 'own' | 'read';

interface DrawScope {
	readonly WebGLRenderingContext?: { readonly prototype: object };
	readonly WebGL2RenderingContext?: { readonly prototype: object };
}

type Method = (...args: unknown[]) => unknown;
/** Whether a call runs. */
type Condition = (gl: ContextBindings, args: readonly unknown[]) => boolean;

/** Skips WebGL drawing that nobody looks at. */
export class Drawing {
	/** Whether drawing to the canvas runs. */
	isCanvasOn = true;
	readonly #surfaces: Surfaces = new Surfaces();
	readonly #contexts: WeakMap<object, ContextBindings> = new WeakMap();

	/** Starts the next frame. */
	start(mode: DrawingMode): void {
		this.isCanvasOn = mode === 'all';
		this.#surfaces.skips = mode === 'read';
		this.#surfaces.frame++;
	}

	/**
	 * Takes over the WebGL of a window. Returns a function that restores it. `report` gets an error if the page reads pixels
	 * that lack drawing.
	 */
	adopt({ WebGLRenderingContext, WebGL2RenderingContext }: DrawScope, report: (error: unknown) => void): () => void {
		const replaced = new Replacements();
		for (const context of [WebGLRenderingContext, WebGL2RenderingContext]) {
			if (context !== undefined) this.#wrapContext(context.prototype, replaced, report);
		}
		return () => replaced.undo();
	}

	#wrapContext(prototype: object, replaced: Replacements, report: (error: unknown) => void): void {
		const surfaces = this.#surfaces;
		const find = (gl: object): ContextBindings => this.#find(gl);
		this.#wrapMethods(prototype, find, replaced);
		const guard = (names: readonly string[], condition: Condition): void =>
			guardCalls(prototype, names, find, condition, replaced);
		guard(['blitFramebuffer'], (gl) => this.#draws(gl, gl.readTargets ?? []));
		guard(COPIES, (gl, [target]) => {
			const texture = gl.findTexture(target);
			return texture === null || surfaces.draw([texture], gl.readTargets ?? []);
		});
		guard(['generateMipmap'], (gl, [target]) => {
			const texture = gl.findTexture(target);
			return texture === null || !surfaces.isStale(texture);
		});
		wrap(prototype, 'readPixels', replaced, (native) => {
			return function readPixels(...args) {
				native.apply(this, args);
				if (!surfaces.read(find(this).readTargets ?? [])) report(new Error(UNDRAWN));
			};
		});
		const extensions = new WeakSet<object>();
		const wrapExtension = (extension: object, gl: object): void => {
			if (extensions.has(extension)) return;
			extensions.add(extension);
			this.#wrapMethods(extension, () => find(gl), replaced);
		};
		wrap(prototype, 'getExtension', replaced, (native) => {
			return function getExtension(...args) {
				const extension = native.apply(this, args) as object | null;
				if (extension !== null) wrapExtension(extension, this);
				return extension;
			};
		});
	}

	// The methods that contexts and extensions may have.
	#wrapMethods(target: object, find: (self: object) => ContextBindings, replaced: Replacements): void {
		guardCalls(target, DRAWS, find, (gl) => this.#draws(gl, null), replaced);
		for (const [name, follow] of Object.entries(FOLLOWERS)) {
			wrap(target, name, replaced, (native) => {
				return function call(...args) {
					const result = native.apply(this, args);
					follow(find(this), args, result);
					return result;
				};
			});
		}
	}

	// `copied`: what is drawn, instead of the textures of the program.
	#draws(gl: ContextBindings, copied: Iterable<object> | null): boolean {
		const { targets } = gl;
		const isOn = targets === null ? this.isCanvasOn : this.#surfaces.draw(targets, copied ?? gl.listSampled());
		return isOn || gl.isFeeding;
	}

	#find(gl: object): ContextBindings {
		const known = this.#contexts.get(gl);
		if (known !== undefined) return known;
		const bindings = new ContextBindings(gl);
		this.#contexts.set(gl, bindings);
		return bindings;
	}
}

function wrap(
	target: object,
	name: string,
	replaced: Replacements,
	wrapper: (native: Method) => (this: object, ...args: unknown[]) => unknown,
): void {
	const native = (target as Record<string, Method | undefined>)[name];
	if (native !== undefined) replaced.set(target, name, wrapper(native));
}

function guardCalls(
	target: object,
	names: readonly string[],
	find: (self: object) => ContextBindings,
	condition: Condition,
	replaced: Replacements,
): void {
	for (const name of names) {
		wrap(target, name, replaced, (native) => {
			return function call(...args) {
				if (condition(find(this), args)) native.apply(this, args);
			};
		});
	}
}
