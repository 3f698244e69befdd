import type { Device, DeviceView, SessionMode } from '../device/device.ts';
import { IDENTITY, type Pose } from '../device/pose.ts';
import type { PageOptions } from '../page/page-options.ts';
import { INTERNAL } from './internal.ts';
import { VIEWER } from './reference-spaces.ts';
import { ViewScale } from './view-scale.ts';
import type { XRFrame } from './xr-frame.ts';
import { setSources, XRInputSourceArray } from './xr-input-source.ts';
import type { SessionPart } from './xr-module.ts';
import { createRenderState, type XRRenderState, type XRRenderStateInit } from './xr-render-state.ts';
import type { XRSession } from './xr-session.ts';
import { XRReferenceSpace } from './xr-space.ts';
import { createProjection, type ViewAttributes } from './xr-views.ts';

/** `XRVisibilityState`. */
export type Visibility = 'visible' | 'visible-blurred' | 'hidden';

/** One view of a session. */
export interface ViewPlan {
	readonly attributes: ViewAttributes;
	/** Relative to the head. */
	readonly pose: Pose;
	readonly scale: ViewScale;
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
	readonly options: PageOptions;
	readonly viewerSpace: XRReferenceSpace;
	/** The object that the page sees. Set by its constructor. */
	session!: XRSession;
	isEnded = false;
	visibility: Visibility = 'visible';
	renderState: XRRenderState;
	/** The values that {@link renderState} was created from. */
	givenState: XRRenderStateInit = {};
	pendingState: XRRenderStateInit | null = null;
	/** Fires the events that are due before the session's `end`. */
	onFinish: () => void = () => {};
	callbacks: Map<number, FrameCallback> = new Map();
	readonly inputSources: XRInputSourceArray = new XRInputSourceArray(INTERNAL);
	/** What modules add to the session. */
	parts: readonly SessionPart[] = [];
	readonly #onEnd: (state: SessionState) => void;
	readonly #scales: ViewScale[] = [];
	#spaces: readonly WeakRef<XRReferenceSpace>[] = [];

	constructor(
		mode: SessionMode,
		features: ReadonlySet<string>,
		device: Device,
		options: PageOptions,
		onEnd: (state: SessionState) => void,
	) {
		this.mode = mode;
		this.features = features;
		this.device = device;
		this.options = options;
		this.viewerSpace = new XRReferenceSpace(INTERNAL, this, VIEWER);
		this.renderState = createRenderState(this.isImmersive, this.givenState);
		this.#onEnd = onEnd;
	}

	get isImmersive(): boolean {
		return this.mode !== 'inline';
	}

	/** Whether input sources have poses: not while the session is blurred or hidden, or after its end. */
	get isReportingInput(): boolean {
		return this.visibility === 'visible' && !this.isEnded;
	}

	/** Stops the session. `XRSession` informs the page. */
	shutDown(): void {
		this.isEnded = true;
		this.callbacks.clear();
		setSources(this.inputSources, []);
		this.#onEnd(this);
	}

	/** Remembers a reference space of the page, but does not keep it alive. */
	addSpace(space: XRReferenceSpace): void {
		this.#spaces = [...this.listSpaces(), space].map((item) => new WeakRef(item));
	}

	/** Lists the reference spaces of the page. */
	listSpaces(): XRReferenceSpace[] {
		return this.#spaces.flatMap((item) => item.deref() ?? []);
	}

	/** Returns the views for the size of the layer's framebuffer. */
	listViews(): ViewPlan[] {
		const { depthNear, depthFar } = this.renderState;
		const views = this.listDeviceViews();
		const [width, height] = this.#findSize();
		const aspect = (width || 1) / views.length / (height || 1);
		return views.map(({ eye, pose, fieldOfView, projection, isObserver = false }, index) => {
			const own = createProjection(fieldOfView, aspect, depthNear, depthFar);
			// The depth range is that of the page.
			const projectionMatrix = own.map((value, i) => (i === 10 || i === 14 ? value : (projection?.[i] ?? value)));
			return {
				attributes: { eye, index, projectionMatrix, isFirstPersonObserver: isObserver },
				pose,
				scale: this.#findScale(index),
			};
		});
	}

	/** Returns the views that the session may have. */
	listDeviceViews(): readonly DeviceView[] {
		const { inlineVerticalFieldOfView: fieldOfView } = this.renderState;
		if (fieldOfView !== null) return [{ eye: 'none', pose: IDENTITY, fieldOfView, projection: null }];
		const { views } = this.device;
		return this.features.has('secondary-views') ? views : views.filter(({ isObserver }) => !isObserver);
	}

	// The pixels of all views together.
	#findSize(): readonly [width: number, height: number] {
		const { baseLayer } = this.renderState;
		if (baseLayer !== null) return [baseLayer.framebufferWidth, baseLayer.framebufferHeight];
		return this.parts.map(({ size }) => size).find(Boolean) ?? [1, 1];
	}

	#findScale(index: number): ViewScale {
		this.#scales[index] ??= new ViewScale();
		return this.#scales[index];
	}
}
