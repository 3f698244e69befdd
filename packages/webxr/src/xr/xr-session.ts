import { type BlendMode, INPUT_ACTIONS, type InteractionMode } from '../device/device.ts';
import { checkArgument, checkInternal, checkState, checkSupport, defineHandlers, INTERNAL } from './internal.ts';
import { REFERENCE_SPACES } from './reference-spaces.ts';
import {
	type FrameCallback,
	getSessionState,
	type SessionState,
	setSessionState,
	type Visibility,
} from './session-state.ts';
import { XRSessionEvent } from './xr-events.ts';
import { XRInputSourceArray } from './xr-input-source.ts';
import { readRenderStateInit, type XRRenderState, type XRRenderStateInit } from './xr-render-state.ts';
import { createReferenceSpace, type XRReferenceSpace } from './xr-space.ts';
import { getLayerState } from './xr-webgl-layer.ts';

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
		return this.#state === null;
	}

	get visibilityState(): Visibility {
		return this.#state.visibility;
	}

	get frameRate(): number | null {
		return this.#state.isImmersive ? this.#state.device.frameRate : null;
	}

	get supportedFrameRates(): Float32Array | null {
		return this.#state.isImmersive ? Float32Array.of(this.#state.device.frameRate) : null;
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

	updateRenderState(init: XRRenderStateInit | null = {}): void {
		const state = readRenderStateInit(init);
		const own = this.#state;
		checkState(!own.isEnded, 'the session has ended');
		if (state.baseLayer)
			checkState(getLayerState(state.baseLayer).session === own, 'the layer belongs to another session');
		if (state.inlineVerticalFieldOfView !== undefined) {
			checkState(!own.isImmersive, 'the session is not inline');
		}
		const readers = own.parts.filter((part) => part.readRenderState);
		checkSupport(readers.length > 0 || (state.layers ?? null) === null, "the feature 'layers' is not supported");
		const read = readers.reduce((given, part) => part.readRenderState!(given), state);
		own.pendingState = { ...own.pendingState, ...read };
	}

	async updateTargetFrameRate(rate: number): Promise<void> {
		checkState(!this.#state.isEnded && this.frameRate !== null, 'the session has no frameRate');
		if (rate !== this.frameRate) throw new TypeError(`${rate} is not supported`);
	}

	async requestReferenceSpace(type: string): Promise<XRReferenceSpace> {
		const state = this.#state;
		if (!Object.hasOwn(REFERENCE_SPACES, type)) throw new TypeError(`'${type}' is not an XRReferenceSpaceType`);
		checkState(!state.isEnded, 'the session has ended');
		checkSupport(state.features.has(type), `the feature '${type}' was not granted`);
		return createReferenceSpace(state, REFERENCE_SPACES[type]!);
	}

	requestAnimationFrame(callback: FrameCallback): number {
		if (typeof callback !== 'function') throw new TypeError('callback is not a function');
		if (this.#state.isEnded) return 0;
		this.#state.callbacks.set(++this.#lastHandle, callback);
		return this.#lastHandle;
	}

	cancelAnimationFrame(handle: number): void {
		// biome-ignore lint/complexity/noArguments: a rest parameter would change the function's length.
		checkArgument(arguments);
		this.#state.callbacks.delete(handle);
	}

	async end(): Promise<void> {
		checkState(!this.#state.isEnded, 'the session has ended');
		this.#state.shutDown();
		await null;
		this.#state.onFinish();
		this.dispatchEvent(new XRSessionEvent('end', { session: this }));
	}

	static {
		const events = ['end', 'inputsourceschange', 'visibilitychange', 'frameratechange'];
		for (const action of INPUT_ACTIONS) events.push(action, `${action}start`, `${action}end`);
		defineHandlers(XRSession.prototype, getSessionState, events);
	}
}
