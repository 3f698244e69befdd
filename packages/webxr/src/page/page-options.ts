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
	 * Where immersive sessions draw. `'canvas'` (default): to the page's own canvas, with `framebuffer` null. `'opaque'`: to a
	 * framebuffer as on headsets, whose size follows `framebufferScaleFactor`; with WebGL 2, each frame is copied to the canvas.
	 */
	readonly framebuffer?: 'canvas' | 'opaque';
}

/** The defaults of {@link PageOptions}. */
export const PAGE_DEFAULTS: Required<PageOptions> = {
	requireUserActivation: false,
	allowInsecure: false,
	framebuffer: 'canvas',
};
