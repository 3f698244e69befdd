const DRAWS = [
	'drawArrays',
	'drawElements',
	'drawArraysInstanced',
	'drawElementsInstanced',
	'drawRangeElements',
	'clear',
];

interface DrawScope {
	readonly WebGLRenderingContext?: { readonly prototype: object };
	readonly WebGL2RenderingContext?: { readonly prototype: object };
}

/** Turns what WebGL draws off and on. Everything else of WebGL goes on working. */
export class Drawing {
	isOn = true;
	readonly #restore: (() => void)[] = [];

	constructor({ WebGLRenderingContext, WebGL2RenderingContext }: DrawScope) {
		for (const prototype of [WebGLRenderingContext?.prototype, WebGL2RenderingContext?.prototype]) {
			if (prototype !== undefined) for (const name of DRAWS) this.#wrap(prototype as Record<string, unknown>, name);
		}
	}

	/** Leaves WebGL as it was. */
	uninstall(): void {
		for (const restore of this.#restore.splice(0)) restore();
	}

	#wrap(prototype: Record<string, unknown>, name: string): void {
		const native = prototype[name];
		if (typeof native !== 'function') return;
		const isOn = (): boolean => this.isOn;
		prototype[name] = function draw(this: unknown, ...args: unknown[]): void {
			if (isOn()) native.apply(this, args);
		};
		this.#restore.push(() => {
			prototype[name] = native;
		});
	}
}
