import { checkState, INTERNAL } from './internal.ts';
import { getSessionState, type SessionState } from './session-state.ts';
import type { XRSession } from './xr-session.ts';
import { getViewSession, type XRView, XRViewport } from './xr-views.ts';

type Context = WebGLRenderingContext | WebGL2RenderingContext;

/** What a page may say about a layer. All of it but `alpha` depends on the canvas, since that is what is drawn to. */
export interface XRWebGLLayerInit {
	readonly ignoreDepthValues?: boolean;
}

/** Contexts that are ready for XR. */
const compatible: WeakSet<object> = /* @__PURE__ */ new WeakSet();

/** Marks a context as ready for XR. */
export function markCompatible(context: object): void {
	compatible.add(context);
}

let readState: (layer: XRWebGLLayer) => SessionState;

/** The session of a layer. Throws `TypeError` for what is no layer. */
export function getLayerSession(layer: XRWebGLLayer): SessionState {
	return readState(layer);
}

/**
 * Where a session is drawn: the canvas of its context, also for immersive sessions, so that it can be seen and
 * photographed. Its framebuffer is therefore `null`, as for inline sessions.
 */
export class XRWebGLLayer extends EventTarget {
	readonly framebuffer: null = null;
	readonly antialias: boolean;
	readonly ignoreDepthValues: boolean;
	readonly #context: Context;
	readonly #state: SessionState;
	fixedFoveation: number | null = null;

	constructor(session: XRSession, context: Context, layerInit: XRWebGLLayerInit = {}) {
		super();
		const state = getSessionState(session);
		checkState(!state.isEnded, 'the session has ended');
		checkState(!context.isContextLost(), 'the context is lost');
		checkState(!state.isImmersive || compatible.has(context), 'the context is not compatible with XR');
		this.#state = state;
		this.#context = context;
		this.antialias = context.getContextAttributes()?.antialias ?? false;
		this.ignoreDepthValues = layerInit.ignoreDepthValues ?? false;
	}

	get framebufferWidth(): number {
		return this.#context.drawingBufferWidth;
	}

	get framebufferHeight(): number {
		return this.#context.drawingBufferHeight;
	}

	/** The part of the canvas for a view: two views lie side by side. */
	getViewport(view: XRView): XRViewport | null {
		checkState(getViewSession(view) === this.#state, 'the view belongs to another session');
		const { framebufferWidth, framebufferHeight } = this;
		if (view.eye === 'none') return new XRViewport(INTERNAL, 0, framebufferWidth, framebufferHeight);
		const half = Math.floor(framebufferWidth / 2);
		return new XRViewport(INTERNAL, view.eye === 'left' ? 0 : half, half, framebufferHeight);
	}

	static getNativeFramebufferScaleFactor(session: XRSession): number {
		return getSessionState(session).isEnded ? 0 : 1;
	}

	static {
		readState = (layer) => layer.#state;
	}
}
