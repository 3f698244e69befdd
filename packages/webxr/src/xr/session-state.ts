import { REPLAY_DEFAULTS, type ReplayOptions } from '../device/replay-options.ts';
import type { Tracker } from '../device/tracker.ts';
import { INTERNAL } from './internal.ts';
import type { XRFrame } from './xr-frame.ts';
import { setSources, type XRInputSource, XRInputSourceArray } from './xr-input-source.ts';
import { XRRenderState, type XRRenderStateInit } from './xr-render-state.ts';
import type { XRSession } from './xr-session.ts';
import { XRReferenceSpace } from './xr-space.ts';
import { createProjection, type XREye } from './xr-views.ts';

/** `XRSessionMode`. */
export type SessionMode = 'inline' | 'immersive-vr' | 'immersive-ar';
/** `XRVisibilityState`. */
export type Visibility = 'visible' | 'visible-blurred' | 'hidden';

/** One view of a session. */
export interface ViewPlan {
	readonly eye: XREye;
	/** Meters to the right of the head's center. */
	readonly offset: number;
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
	readonly tracker: Tracker;
	readonly options: ReplayOptions;
	readonly viewerSpace: XRReferenceSpace;
	readonly radii: readonly number[];
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

	constructor(
		mode: SessionMode,
		features: ReadonlySet<string>,
		tracker: Tracker,
		options: ReplayOptions,
		onEnd: (state: SessionState) => void,
	) {
		this.mode = mode;
		this.features = features;
		this.tracker = tracker;
		this.options = options;
		this.radii = options.radii ?? REPLAY_DEFAULTS.radii;
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
		const {
			views = REPLAY_DEFAULTS.views,
			eyeDistance = REPLAY_DEFAULTS.eyeDistance,
			fieldOfViewDegrees = REPLAY_DEFAULTS.fieldOfViewDegrees,
		} = this.options;
		const isStereo = this.isImmersive && views === 'stereo';
		const field = inlineVerticalFieldOfView ?? (fieldOfViewDegrees * Math.PI) / 180;
		const width = (baseLayer?.framebufferWidth || 1) / (isStereo ? 2 : 1);
		const aspect = width / (baseLayer?.framebufferHeight || 1);
		const projection = (): Float32Array => createProjection(field, aspect, depthNear, depthFar);
		if (!isStereo) return [{ eye: 'none', offset: 0, projection: projection() }];
		return [
			{ eye: 'left', offset: -eyeDistance / 2, projection: projection() },
			{ eye: 'right', offset: eyeDistance / 2, projection: projection() },
		];
	}
}
