import type { FramebufferFactory } from './session-framebuffer.ts';

/** How the runtime treats a page. */
export interface PageOptions {
	/** Whether immersive sessions need a click, touch or key press first, as in browsers. Default false. */
	readonly requireUserActivation?: boolean;
	/**
	 * Whether pages without a secure context (`http:` on other hosts than this machine) have `navigator.xr`, which browsers
	 * do not allow. Default false.
	 */
	readonly allowInsecure?: boolean;
	/**
	 * Where immersive sessions draw. `'canvas'` (default): to the page's own canvas; the layer's `framebuffer` is null and
	 * `framebufferScaleFactor` has no effect. `createOpaqueFramebuffer`: to a framebuffer as on headsets. Scripts that are
	 * injected take the name `'opaque'` instead of the function; by default they use one in pages with three.js's
	 * `WebGPURenderer`, which cannot draw sessions to the canvas.
	 */
	readonly framebuffer?: 'canvas' | 'opaque' | FramebufferFactory;
}

/** The defaults of {@link PageOptions}. */
export const PAGE_DEFAULTS: Required<PageOptions> = {
	requireUserActivation: false,
	allowInsecure: false,
	framebuffer: 'canvas',
};
