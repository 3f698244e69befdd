import type { Context, SessionFramebuffer, XRWebGLLayerInit } from '../page/session-framebuffer.ts';
import { isCompatible } from './compatible-contexts.ts';
import { checkInternal, checkState, INTERNAL } from './internal.ts';
import { getSessionState, type SessionState } from './session-state.ts';
import { checkFrame } from './xr-frame.ts';
import type { XRSession } from './xr-session.ts';
import { getViewOrigin, type XRView, XRViewport } from './xr-views.ts';

/** The internal state of a layer. */
export interface LayerState {
	readonly session: SessionState;
	readonly context: Context;
	/** `null` if the layer draws to the canvas. */
	readonly target: SessionFramebuffer | null;
}

/** Returns the session and framebuffer of a layer. Throws `TypeError` for other objects. */
export let getLayerState: (layer: XRWebGLLayer) => LayerState;

/** The base class of layers. */
export class XRLayer extends EventTarget {
	constructor(token: typeof INTERNAL) {
		super();
		checkInternal(token);
	}
}

/**
 * The layer that a session draws to. By default, immersive sessions draw to the canvas too, so that they are visible in
 * the page and in screenshots. The framebuffer is then `null`, as for inline sessions.
 */
export class XRWebGLLayer extends XRLayer {
	readonly #antialias: boolean;
	readonly #context: Context;
	readonly #state: LayerState;

	constructor(session: XRSession, context: Context, layerInit: XRWebGLLayerInit | null = {}) {
		super(INTERNAL);
		const state = getSessionState(session);
		checkState(!state.isEnded, 'the session has ended');
		checkState(!context.isContextLost(), 'the context is lost');
		checkState(!state.isImmersive || isCompatible(context, state.device), 'the context is not xrCompatible');
		const { framebuffer } = state.options;
		const target =
			state.isImmersive && typeof framebuffer === 'function'
				? framebuffer(context, state.listDeviceViews(), layerInit ?? {})
				: null;
		this.#state = { session: state, context, target };
		this.#context = context;
		this.#antialias = target === null && (context.getContextAttributes()?.antialias ?? false);
	}

	get framebuffer(): WebGLFramebuffer | null {
		return this.#state.target?.framebuffer ?? null;
	}

	get antialias(): boolean {
		return this.#antialias;
	}

	/** Depth values are not used. */
	get ignoreDepthValues(): boolean {
		return this.#state !== null;
	}

	/** Not supported, so it stays `null`. */
	get fixedFoveation(): number | null {
		return this.#state && null;
	}

	set fixedFoveation(_level: number | null) {
		this.#state;
	}

	get framebufferWidth(): number {
		return this.#state.target?.width ?? this.#context.drawingBufferWidth;
	}

	get framebufferHeight(): number {
		return this.#state.target?.height ?? this.#context.drawingBufferHeight;
	}

	/** Returns the area of the framebuffer for a view. Several views are side by side. */
	getViewport(view: XRView): XRViewport | null {
		const { session, frame, count, scale } = getViewOrigin(view);
		checkState(session === this.#state.session, 'the view belongs to another session');
		checkFrame(frame);
		const factor = scale.use(frame);
		const width = Math.floor(this.framebufferWidth / count);
		const scaled = (size: number): number => Math.max(1, Math.floor(size * factor));
		const height = scaled(this.framebufferHeight);
		return new XRViewport(INTERNAL, { x: view.index * width, y: 0, width: scaled(width), height });
	}

	static getNativeFramebufferScaleFactor(session: XRSession): number {
		return getSessionState(session).isEnded ? 0 : 1;
	}

	static {
		getLayerState = (layer) => layer.#state;
	}
}
