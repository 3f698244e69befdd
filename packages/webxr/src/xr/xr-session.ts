import type { BlendMode, InteractionMode } from '../device/device.ts';
import { checkInternal, checkState, defineHandlers, INTERNAL } from './internal.ts';
import { type FrameCallback, type SessionState, setSessionState, type Visibility } from './session-state.ts';
import { XRSessionEvent } from './xr-events.ts';
import { XRInputSourceArray } from './xr-input-source.ts';
import { readRenderStateInit, type XRRenderState, type XRRenderStateInit } from './xr-render-state.ts';
import { type Locate, XRBoundedReferenceSpace, XRReferenceSpace } from './xr-space.ts';
import { getLayerSession } from './xr-webgl-layer.ts';

type Handler = ((event: Event) => unknown) | null;

/** A session. */
export class XRSession extends EventTarget {
	declare onend: Handler;
	declare oninputsourceschange: Handler;
	declare onselect: Handler;
	declare onselectstart: Handler;
	declare onselectend: Handler;
	declare onsqueeze: Handler;
	declare onsqueezestart: Handler;
	declare onsqueezeend: Handler;
	declare onvisibilitychange: Handler;
	declare onframeratechange: Handler;
	readonly #state: SessionState;
	readonly #features: readonly string[];
	readonly #trackedSources: XRInputSourceArray = new XRInputSourceArray(INTERNAL);
	#lastHandle = 0;

	constructor(token: typeof INTERNAL, state: SessionState) {
		super();
		checkInternal(token);
		this.#state = state;
		state.session = this;
		setSessionState(this, state);
		this.#features = Object.freeze([...state.features]);
	}

	get enabledFeatures(): readonly string[] {
		return this.#features;
	}

	get environmentBlendMode(): BlendMode {
		return this.#state.mode === 'immersive-ar' ? this.#state.device.blendMode : 'opaque';
	}

	get interactionMode(): InteractionMode {
		return this.#state.isImmersive ? this.#state.device.interactionMode : 'screen-space';
	}

	get isSystemKeyboardSupported(): boolean {
		return false;
	}

	get visibilityState(): Visibility {
		return this.#state.visibility;
	}

	get frameRate(): number | null {
		return this.#state.isImmersive ? this.#state.device.frameRate : null;
	}

	get supportedFrameRates(): Float32Array | null {
		return this.frameRate === null ? null : Float32Array.of(this.frameRate);
	}

	get renderState(): XRRenderState {
		return this.#state.renderState;
	}

	/** The current input sources. Always the same object. */
	get inputSources(): XRInputSourceArray {
		return this.#state.inputSources;
	}

	get trackedSources(): XRInputSourceArray {
		return this.#trackedSources;
	}

	updateRenderState(init?: XRRenderStateInit | null): void {
		const state = readRenderStateInit(init);
		const own = this.#state;
		checkState(!own.isEnded, 'the session has ended');
		if (state.baseLayer) checkState(getLayerSession(state.baseLayer) === own, 'the layer belongs to another session');
		if (state.inlineVerticalFieldOfView !== undefined) {
			checkState(!own.isImmersive, 'immersive sessions have no inlineVerticalFieldOfView');
		}
		if (state.layers !== undefined && state.layers !== null) {
			throw new DOMException('layers are not supported', 'NotSupportedError');
		}
		own.pendingState = { ...own.pendingState, ...state };
	}

	async updateTargetFrameRate(rate: number): Promise<void> {
		checkState(!this.#state.isEnded && this.frameRate !== null, 'the session has no frame rate');
		if (rate !== this.frameRate) throw new TypeError(`${rate} is not among supportedFrameRates`);
	}

	async requestReferenceSpace(type: string): Promise<XRReferenceSpace> {
		const state = this.#state;
		if (!(type in SPACES)) throw new TypeError(`'${type}' is not an XRReferenceSpaceType`);
		checkState(!state.isEnded, 'the session has ended');
		if (!state.features.has(type)) {
			throw new DOMException(`the session was not granted '${type}'`, 'NotSupportedError');
		}
		const locate = SPACES[type as keyof typeof SPACES];
		if (type !== 'bounded-floor') return new XRReferenceSpace(INTERNAL, state, locate);
		const corners = state.device.bounds.map(([x, z]) => new DOMPointReadOnly(x, 0, z, 1));
		return new XRBoundedReferenceSpace(INTERNAL, state, locate, corners);
	}

	requestAnimationFrame(callback: FrameCallback): number {
		if (typeof callback !== 'function') throw new TypeError('callback is not a function');
		if (this.#state.isEnded) return 0;
		this.#state.callbacks.set(++this.#lastHandle, callback);
		return this.#lastHandle;
	}

	cancelAnimationFrame(handle: number): void {
		this.#state.callbacks.delete(handle);
	}

	async end(): Promise<void> {
		checkState(!this.#state.isEnded, 'the session has ended already');
		this.#state.shutDown();
		await null;
		this.dispatchEvent(new XRSessionEvent('end', { session: this }));
	}

	static {
		const events = ['end', 'inputsourceschange', 'visibilitychange', 'frameratechange'];
		for (const action of ['select', 'squeeze']) events.push(action, `${action}start`, `${action}end`);
		defineHandlers(XRSession.prototype, events);
	}
}

const atOrigin: Locate = ({ origin }) => origin;
const atFloor: Locate = ({ floor }) => floor;

const SPACES = {
	viewer: ({ head }) => head,
	local: atOrigin,
	unbounded: atOrigin,
	'local-floor': atFloor,
	'bounded-floor': atFloor,
} satisfies Record<string, Locate>;
