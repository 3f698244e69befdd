import type { DeviceInput } from '../device/device.ts';
import { InputActivity } from '../device/input-activity.ts';
import { attempt } from '../page/attempt.ts';
import { INTERNAL } from './internal.ts';
import { isRecentered } from './reference-spaces.ts';
import type { SessionState, Visibility } from './session-state.ts';
import { XRInputSourceEvent, XRInputSourcesChangeEvent, XRReferenceSpaceEvent, XRSessionEvent } from './xr-events.ts';
import { useFrame, XRFrame } from './xr-frame.ts';
import { createSource, setSources, type XRInputSource } from './xr-input-source.ts';
import { createRenderState } from './xr-render-state.ts';
import { getSpaceState } from './xr-space.ts';
import { getLayerState } from './xr-webgl-layer.ts';

/** Receives every event that the page receives. */
export type EventListener = (type: string, details: Readonly<Record<string, unknown>>) => void;

/** An input of a session. */
interface SessionInput {
	readonly activity: InputActivity;
	readonly source: XRInputSource;
	isConnected: boolean;
}

/** Runs the frames of one session. */
export class SessionLoop {
	readonly state: SessionState;
	#inputs: readonly SessionInput[] = [];
	readonly #report: (error: unknown) => void;
	readonly #onEvent: EventListener;
	/** The inputs from before the session. Presses of theirs in the past are not events. */
	readonly #firstInputs: readonly DeviceInput[];
	#resetCount: number;
	#time = 0;

	constructor(state: SessionState, report: (error: unknown) => void, onEvent: EventListener) {
		this.state = state;
		this.#report = report;
		this.#onEvent = onEvent;
		this.#firstInputs = state.device.inputs;
		this.#resetCount = state.device.resetCount;
		// A session that ends during an action ends the action first.
		state.onFinish = () => this.#fireEvents(this.#inputs, false);
	}

	/** Runs a frame at the device's time. `now` is the page's clock in milliseconds. */
	runFrame(now: number): void {
		const { state } = this;
		if (state.isEnded) return;
		this.#time = now;
		this.#applyRenderState();
		this.#fireResets();
		this.#updateInputs();
		const { baseLayer } = state.renderState;
		const isDrawn = baseLayer !== null || state.parts.some(({ isPresenting }) => isPresenting);
		if (state.isEnded || state.visibility === 'hidden' || !isDrawn) return;
		// Callbacks added during the frame run in the next frame. Callbacks canceled during the frame do not run.
		const handles = [...state.callbacks.keys()];
		const frame = new XRFrame(INTERNAL, state, now, true);
		const target = baseLayer && getLayerState(baseLayer).target;
		target?.open();
		useFrame(frame, () => {
			for (const part of state.parts) part.openFrame?.(frame);
			for (const handle of handles) {
				const callback = state.callbacks.get(handle);
				if (callback === undefined) continue;
				state.callbacks.delete(handle);
				attempt(() => callback(now, frame), this.#report);
			}
			for (const part of state.parts) part.closeFrame?.(frame);
		});
		target?.close();
	}

	/** What the session draws to; `null` if it has no layer. */
	get canvas(): HTMLCanvasElement | OffscreenCanvas | null {
		const { baseLayer } = this.state.renderState;
		if (baseLayer !== null) return getLayerState(baseLayer).context.canvas;
		return this.state.parts.map(({ canvas }) => canvas).find(Boolean) ?? null;
	}

	/** Shows, blurs or hides the session. */
	setVisibility(visibility: Visibility): void {
		const { state } = this;
		if (state.isEnded || state.visibility === visibility) return;
		state.visibility = visibility;
		this.#onEvent('visibilitychange', { visibility });
		state.session.dispatchEvent(new XRSessionEvent('visibilitychange', { session: state.session }));
	}

	#applyRenderState(): void {
		const { state } = this;
		if (state.pendingState === null) return;
		state.givenState = { ...state.givenState, ...state.pendingState };
		state.renderState = createRenderState(state.isImmersive, state.givenState);
		state.pendingState = null;
	}

	// An action ends before its input source is removed, and starts after its input source is added.
	#updateInputs(): void {
		const { state } = this;
		const before = this.#inputs;
		const list = state.isImmersive ? state.device.inputs : [];
		const inputs = list.filter(({ feature }) => feature === null || state.features.has(feature));
		const removed = before.filter(({ activity }) => !inputs.includes(activity.input));
		this.#fireEvents(removed, false);
		if (state.isEnded) return;
		for (const item of removed) item.isConnected = false;
		this.#inputs = inputs.map(
			(input) => before.find(({ activity }) => activity.input === input) ?? this.#createInput(input),
		);
		const added = this.#inputs.filter((item) => !before.includes(item));
		if (added.length + removed.length > 0) this.#changeSources(added, removed);
		if (!state.isEnded) this.#fireEvents(this.#inputs, true);
	}

	#createInput(input: DeviceInput): SessionInput {
		const item: SessionInput = {
			activity: new InputActivity(input, !this.#firstInputs.includes(input)),
			source: createSource(
				this.state,
				input,
				() => item.isConnected && !this.state.isEnded,
				(intensity, milliseconds) =>
					this.#onEvent('pulse', { side: input.handedness, intensity, duration: milliseconds / 1000 }),
			),
			isConnected: true,
		};
		return item;
	}

	#changeSources(addedInputs: readonly SessionInput[], removedInputs: readonly SessionInput[]): void {
		const { state } = this;
		const added = addedInputs.map(({ source }) => source);
		const removed = removedInputs.map(({ source }) => source);
		setSources(
			state.inputSources,
			this.#inputs.map(({ source }) => source),
		);
		const name = ({ handedness, targetRayMode }: XRInputSource): string =>
			targetRayMode === 'gaze' ? 'gaze' : handedness;
		this.#onEvent('inputsourceschange', { added: added.map(name), removed: removed.map(name) });
		const { session } = state;
		session.dispatchEvent(new XRInputSourcesChangeEvent('inputsourceschange', { session, added, removed }));
	}

	#fireEvents(inputs: readonly SessionInput[], isPresent: boolean): void {
		const { state } = this;
		const { isEnded } = state;
		for (const { activity, source: inputSource } of inputs) {
			for (const type of activity.takeEvents(state.isReportingInput, isPresent)) {
				const frame = new XRFrame(INTERNAL, state, this.#time, false);
				this.#onEvent(type, { side: inputSource.handedness });
				useFrame(frame, () => state.session.dispatchEvent(new XRInputSourceEvent(type, { frame, inputSource })));
				// The page has ended the session. Open actions are canceled just before the event `end`.
				if (state.isEnded !== isEnded) return;
			}
		}
	}

	#fireResets(): void {
		const { state } = this;
		const { resetCount } = state.device;
		if (resetCount === this.#resetCount) return;
		this.#resetCount = resetCount;
		for (const referenceSpace of state.listSpaces()) {
			if (isRecentered(getSpaceState(referenceSpace).origin)) {
				referenceSpace.dispatchEvent(new XRReferenceSpaceEvent('reset', { referenceSpace }));
			}
		}
	}
}
