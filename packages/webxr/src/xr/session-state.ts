import type { Device, Eye, SessionMode } from '../device/device.ts';
import { IDENTITY, type Pose } from '../device/pose.ts';
import { INTERNAL } from './internal.ts';
import type { XRFrame } from './xr-frame.ts';
import { setSources, type XRInputSource, XRInputSourceArray } from './xr-input-source.ts';
import { XRRenderState, type XRRenderStateInit } from './xr-render-state.ts';
import type { XRSession } from './xr-session.ts';
import { XRReferenceSpace } from './xr-space.ts';
import { createProjection } from './xr-views.ts';

/** `XRVisibilityState`. */
export type Visibility = 'visible' | 'visible-blurred' | 'hidden';

/** One view of a session. */
export interface ViewPlan {
	readonly eye: Eye;
	/** Relative to the head. */
	readonly pose: Pose;
	readonly projection: Float32Array;
}

/** `XRFrameRequestCallback`. */
export type FrameCallback = (time: number, frame: XRFrame) => void;

const states: WeakMap<object, SessionState> = /* @__PURE__ */ new WeakMap();

/** Sets the internal state of a session. */
export function setSessionState(session: XRSession, state: SessionState): void {
	states.set(session, state);
}

/** Returns the internal state of a session. Throws `TypeError` for other objects. */
export function getSessionState(session: XRSession): SessionState {
	const state = states.get(session);
	if (state === undefined) throw new TypeError('not an XRSession');
	return state;
}

/** The state of a session that pages do not see. */
export class SessionState {
	readonly mode: SessionMode;
	readonly features: ReadonlySet<string>;
	readonly device: Device;
	readonly viewerSpace: XRReferenceSpace;
	/** The object that the page sees. Set by its constructor. */
	session!: XRSession;
	isEnded = false;
	visibility: Visibility = 'visible';
	renderState: XRRenderState;
	/** The values that {@link renderState} was created from. */
	givenState: XRRenderStateInit = {};
	pendingState: XRRenderStateInit | null = null;
	callbacks: Map<number, FrameCallback> = new Map();
	/** The array of {@link sources} that the page sees. */
	readonly inputSources: XRInputSourceArray = new XRInputSourceArray(INTERNAL);
	readonly #onEnd: (state: SessionState) => void;

	constructor(mode: SessionMode, features: ReadonlySet<string>, device: Device, onEnd: (state: SessionState) => void) {
		this.mode = mode;
		this.features = features;
		this.device = device;
		this.viewerSpace = new XRReferenceSpace(INTERNAL, this, ({ head }) => head);
		this.renderState = new XRRenderState(INTERNAL, this.isImmersive, this.givenState);
		this.#onEnd = onEnd;
	}

	get isImmersive(): boolean {
		return this.mode !== 'inline';
	}

	/** Whether input sources have poses: not while the session is blurred or hidden. */
	get isReportingInput(): boolean {
		return this.visibility === 'visible';
	}

	#sources: readonly XRInputSource[] = [];

	/** The current input sources. */
	get sources(): readonly XRInputSource[] {
		return this.#sources;
	}

	set sources(sources: readonly XRInputSource[]) {
		this.#sources = sources;
		setSources(this.inputSources, sources);
	}

	/** Stops the session. `XRSession` informs the page. */
	shutDown(): void {
		this.isEnded = true;
		this.callbacks.clear();
		this.sources = [];
		this.#onEnd(this);
	}

	/** Returns the views for the size of the layer's canvas. */
	listViews(): ViewPlan[] {
		const { depthNear, depthFar, inlineVerticalFieldOfView, baseLayer } = this.renderState;
		const height = baseLayer?.framebufferHeight || 1;
		const width = baseLayer?.framebufferWidth || 1;
		if (inlineVerticalFieldOfView !== null) {
			const projection = createProjection(inlineVerticalFieldOfView, width / height, depthNear, depthFar);
			return [{ eye: 'none', pose: IDENTITY, projection }];
		}
		const { views } = this.device;
		const aspect = width / views.length / height;
		return views.map(({ eye, pose, fieldOfView, projection: given }) => {
			const projection = given ? Float32Array.from(given) : createProjection(fieldOfView, aspect, depthNear, depthFar);
			return { eye, pose, projection };
		});
	}
}
