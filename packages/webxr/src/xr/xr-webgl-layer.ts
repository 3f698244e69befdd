import { checkInternal, checkState, INTERNAL } from './internal.ts';
import { getSessionState, type SessionState } from './session-state.ts';
import type { XRSession } from './xr-session.ts';
import { getViewOrigin, type XRView, XRViewport } from './xr-views.ts';

type Context = WebGLRenderingContext | WebGL2RenderingContext;

/** Contexts that are ready for XR. */
const compatible: WeakSet<object> = /* @__PURE__ */ new WeakSet();

/** Marks a context as ready for XR. */
export function markCompatible(context: object): void {
	compatible.add(context);
}

/** Whether a context is ready for XR. */
export function isCompatible(context: object): boolean {
	return compatible.has(context);
}

let readState: (layer: XRWebGLLayer) => SessionState;

/** The session of a layer. Throws `TypeError` for what is no layer. */
export function getLayerSession(layer: XRWebGLLayer): SessionState {
	return readState(layer);
}

/** What a session shows. */
export class XRLayer extends EventTarget {
	constructor(token: typeof INTERNAL) {
		super();
		checkInternal(token);
	}
}

/**
 * Where a session is drawn: the canvas of its context, also for immersive sessions, so that it can be seen and
 * photographed. Its framebuffer is therefore `null`, as for inline sessions.
 */
export class XRWebGLLayer extends XRLayer {
	readonly #antialias: boolean;
	readonly #context: Context;
	readonly #state: SessionState;

	/** What a page says about the layer itself has no effect: all of it depends on the canvas, which is what is drawn to. */
	constructor(session: XRSession, context: Context, _layerInit?: object | null) {
		super(INTERNAL);
		const state = getSessionState(session);
		checkState(!state.isEnded, 'the session has ended');
		checkState(!context.isContextLost(), 'the context is lost');
		checkState(!state.isImmersive || isCompatible(context), 'the context is not compatible with XR');
		this.#state = state;
		this.#context = context;
		this.#antialias = context.getContextAttributes()?.antialias ?? false;
	}

	get framebuffer(): null {
		return null;
	}

	get antialias(): boolean {
		return this.#antialias;
	}

	/** Nothing is made of them. */
	get ignoreDepthValues(): boolean {
		return true;
	}

	/** Not supported, so it stays `null`. */
	get fixedFoveation(): number | null {
		return null;
	}

	set fixedFoveation(_level: number | null) {}

	get framebufferWidth(): number {
		return this.#context.drawingBufferWidth;
	}

	get framebufferHeight(): number {
		return this.#context.drawingBufferHeight;
	}

	/** The part of the canvas for a view: two views lie side by side. */
	getViewport(view: XRView): XRViewport | null {
		const { session, isCurrent } = getViewOrigin(view);
		checkState(session === this.#state, 'the view belongs to another session');
		checkState(isCurrent(), 'the view belongs to a frame that is over');
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
