import type { Filled } from '@handreel/core/internal';
import type { FramebufferFactory } from './session-framebuffer.ts';

/** A part of the runtime that only some pages need, such as `layersModule`. Injected scripts have it in a separate script. */
export interface RuntimeModule {
	/** The feature descriptors that sessions ask for. */
	readonly features: readonly string[];
}

/** How the runtime treats a page. */
export interface PageOptions {
	/** Whether immersive sessions need a click, touch or key press first, as in browsers. Default false. */
	readonly requireUserActivation?: boolean | undefined;
	/**
	 * Whether pages without a secure context (`http:` on other hosts than this machine) have `navigator.xr`, which browsers
	 * do not allow. Default false.
	 */
	readonly allowInsecure?: boolean | undefined;
	/**
	 * Where immersive sessions draw. `'canvas'` (default): to the page's own canvas; the layer's `framebuffer` is null and
	 * `framebufferScaleFactor` has no effect. `createOpaqueFramebuffer`: to a framebuffer as on headsets. Scripts that are
	 * injected take the name `'opaque'` instead of the function; by default they use one in pages with three.js's
	 * `WebGPURenderer`, which cannot draw sessions to the canvas.
	 */
	readonly framebuffer?: 'canvas' | 'opaque' | FramebufferFactory | undefined;
	/**
	 * `layersModule`: pages have `XRWebGLBinding` and `XRMediaBinding` and can draw to projection, quad, cylinder, equirect and
	 * cube layers, which are composed onto the canvas. Injected scripts take `true` and need `inject-modules.js`. Default false.
	 */
	readonly layers?: boolean | RuntimeModule | undefined;
	/**
	 * `bodyModule`: sessions with the feature `body-tracking` have the recorded body as `frame.body`. Injected scripts take `true`
	 * and need `inject-modules.js`. Default false.
	 */
	readonly body?: boolean | RuntimeModule | undefined;
	/**
	 * `roomModule`: sessions can have the features `plane-detection`, `mesh-detection`, `hit-test`, `anchors` and `light-estimation`, and see the room of
	 * the recording, or if it has none a room with a table, a couch and a shelf. Injected scripts take `true`, likewise. Default false.
	 */
	readonly room?: boolean | RuntimeModule | undefined;
}

/** The options that hold a {@link RuntimeModule}. */
export const MODULE_OPTIONS: readonly ['layers', 'body', 'room'] = ['layers', 'body', 'room'];

/** Lists the modules that options hold. Throws `TypeError` for `true`, which only injected scripts know. */
export function listModules(options: PageOptions): readonly RuntimeModule[] {
	return MODULE_OPTIONS.flatMap((name) => {
		const value = options[name];
		if (value === true) throw new TypeError(`${name}: true is for injected scripts; pass ${name}Module`);
		return value ? [value] : [];
	});
}

/** The defaults of {@link PageOptions}. */
export const PAGE_DEFAULTS: Filled<PageOptions> = {
	requireUserActivation: false,
	allowInsecure: false,
	framebuffer: 'canvas',
	layers: false,
	body: false,
	room: false,
};
