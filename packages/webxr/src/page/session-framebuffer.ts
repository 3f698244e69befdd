/** A WebGL context. */
export type Context = WebGLRenderingContext | WebGL2RenderingContext;

/** The framebuffer of an immersive session that does not draw to the canvas. */
export interface SessionFramebuffer {
	readonly framebuffer: WebGLFramebuffer;
	/** Pixels. */
	readonly width: number;
	readonly height: number;
	/** Starts an animation frame with an empty picture. */
	open(): void;
	/** Ends an animation frame. */
	close(): void;
}

/** The part of a view that decides how large a framebuffer is. */
export interface SizedView {
	/** Pixels. */
	readonly resolution?: readonly [width: number, height: number] | null;
}

/** `XRWebGLLayerInit`. */
export interface XRWebGLLayerInit {
	readonly stencil?: boolean;
	readonly framebufferScaleFactor?: number;
}

/** Creates the framebuffer of a layer; `null` to draw to the canvas. */
export type FramebufferFactory = (
	context: Context,
	views: readonly SizedView[],
	init: XRWebGLLayerInit,
) => SessionFramebuffer | null;
