import { SIDES } from '@handreel/core';
import { REPLAY_DEFAULTS } from '../device/replay-options.ts';
import { HandInput } from './hand-input.ts';
import { INTERNAL } from './internal.ts';
import type { SessionState, Visibility } from './session-state.ts';
import { XRInputSourceEvent, XRInputSourcesChangeEvent, XRSessionEvent } from './xr-events.ts';
import { useFrame, XRFrame } from './xr-frame.ts';
import { createGazeSource, type XRInputSource } from './xr-input-source.ts';
import { XRRenderState } from './xr-render-state.ts';

/** Receives every event that the page receives. */
export type EventListener = (type: string, details: Readonly<Record<string, unknown>>) => void;

/** Runs the frames of one session. */
export class SessionLoop {
	readonly state: SessionState;
	readonly #hands: readonly HandInput[];
	readonly #gaze: XRInputSource | null;
	readonly #report: (error: unknown) => void;
	readonly #onEvent: EventListener;
	#isGazePresent = false;

	constructor(state: SessionState, report: (error: unknown) => void, onEvent: EventListener) {
		this.state = state;
		this.#report = report;
		this.#onEvent = onEvent;
		const { gaze = REPLAY_DEFAULTS.gaze } = state.options;
		const isAsked = gaze === 'always' || (gaze === 'asked' && state.features.has('eye-tracking'));
		this.#hands = state.isImmersive ? SIDES.map((side) => new HandInput(state, side)) : [];
		this.#gaze = state.isImmersive && isAsked && state.tracker.hasGaze ? createGazeSource(state) : null;
	}

	/** Runs a frame at the tracker's time. `now` is the page's clock in milliseconds. */
	runFrame(now: number, isJump: boolean): void {
		const { state } = this;
		if (state.isEnded) return;
		this.#applyRenderState();
		for (const hand of this.#hands) hand.updatePresence(isJump);
		// A selection ends before its input source is removed, and starts after its input source is added.
		this.#fireEvents(false, now, isJump);
		this.#updateSources();
		this.#fireEvents(true, now, isJump);
		if (state.isEnded || state.visibility === 'hidden' || state.renderState.baseLayer === null) return;
		// Callbacks added during the frame run in the next frame. Callbacks canceled during the frame do not run.
		const handles = [...state.callbacks.keys()];
		const frame = new XRFrame(INTERNAL, state, now, true);
		useFrame(frame, () => {
			for (const handle of handles) {
				const callback = state.callbacks.get(handle);
				if (callback === undefined) continue;
				state.callbacks.delete(handle);
				this.#attempt(() => callback(now, frame));
			}
		});
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
		state.renderState = new XRRenderState(INTERNAL, state.isImmersive, state.givenState);
		state.pendingState = null;
	}

	#fireEvents(isPresent: boolean, now: number, isJump: boolean): void {
		for (const hand of this.#hands) {
			if (hand.isPresent !== isPresent) continue;
			const events = hand.takeEvents(isJump, this.state.isReportingInput);
			if (!this.state.sources.includes(hand.source)) continue;
			for (const type of events) this.#fireSelect(type, hand.source, now);
		}
	}

	#updateSources(): void {
		const { state } = this;
		if (state.isEnded) return;
		this.#isGazePresent = this.#gaze !== null && state.tracker.gaze !== null;
		const sources = this.#hands.filter(({ isPresent }) => isPresent).map(({ source }) => source);
		if (this.#isGazePresent && this.#gaze !== null) sources.push(this.#gaze);
		const before = state.sources;
		const added = sources.filter((source) => !before.includes(source));
		const removed = before.filter((source) => !sources.includes(source));
		if (added.length + removed.length === 0) return;
		state.sources = sources;
		const name = ({ handedness, targetRayMode }: XRInputSource): string =>
			targetRayMode === 'gaze' ? 'gaze' : handedness;
		this.#onEvent('inputsourceschange', { added: added.map(name), removed: removed.map(name) });
		const { session } = state;
		session.dispatchEvent(new XRInputSourcesChangeEvent('inputsourceschange', { session, added, removed }));
	}

	#fireSelect(type: string, inputSource: XRInputSource, now: number): void {
		const { state } = this;
		if (state.isEnded) return;
		const frame = new XRFrame(INTERNAL, state, now, false);
		this.#onEvent(type, { side: inputSource.handedness });
		useFrame(frame, () => state.session.dispatchEvent(new XRInputSourceEvent(type, { frame, inputSource })));
	}

	#attempt(work: () => void): void {
		try {
			work();
		} catch (error) {
			this.#report(error);
		}
	}
}
