import { checkInternal, checkState, INTERNAL } from './internal.ts';
import { getSessionState, type SessionState } from './session-state.ts';
import type { XRSession } from './xr-session.ts';
import { getViewOrigin, type XRView, XRViewport } from './xr-views.ts';

type Context = WebGLRenderingContext | WebGL2RenderingContext;

/** Contexts that are compatible with XR. */
const compatible: WeakSet<object> = /* @__PURE__ */ new WeakSet();

/** Marks a context as compatible with XR. */
export function markCompatible(context: object): void {
	compatible.add(context);
}

/** Whether a context is compatible with XR. */
export function isCompatible(context: object): boolean {
	return compatible.has(context);
}

let readState: (layer: XRWebGLLayer) => SessionState;

/** Returns the session of a layer. Throws `TypeError` for other objects. */
export function getLayerSession(layer: XRWebGLLayer): SessionState {
	return readState(layer);
}

/** The base class of layers. */
export class XRLayer extends EventTarget {
	constructor(token: typeof INTERNAL) {
		super();
		checkInternal(token);
	}
}

/**
 * The layer that a session draws to. Immersive sessions draw to the canvas too, so that they are visible in the page and
 * in screenshots. The framebuffer is therefore `null`, as for inline sessions.
 */
export class XRWebGLLayer extends XRLayer {
	readonly #antialias: boolean;
	readonly #context: Context;
	readonly #state: SessionState;

	/** Options of the layer have no effect, because the page draws to its own canvas. */
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

	/** Depth values are not used. */
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

	/** Returns the area of the canvas for a view. Two views are side by side. */
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
