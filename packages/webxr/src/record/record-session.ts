import { createFrameSample, type Issue, type Recording } from '@handreel/core';
import { type RecordedKeysOptions, Recorder, type RecorderOptions } from '@handreel/core/record';
import { listBodyValues } from './body-values.ts';
import { HandButtonStates } from './hand-button-states.ts';
import { findPointerSide, listPointerValues } from './pointer-values.ts';
import { findRecordedSide, readRadii, readSessionFrame } from './read-session-frame.ts';
import type { RecordableFrame, RecordableInput, RecordableSession } from './recordable-session.ts';

/** A recording of a session in progress. */
export interface SessionRecording {
	/** The recorder, with `frameCount` and `duration`. */
	readonly recorder: Recorder;
	/** What recordings cannot store and the session had: `values-lost` for axes of hands. */
	readonly issues: readonly Issue[];
	/** Adds a marker at the newest frame. Does nothing before the first frame. */
	addMarker(name: string): void;
	/** Stops recording. The end of the session does so, too. */
	stop(): void;
	/** Returns a new recording of everything so far, with redundant keys removed. Recording continues. */
	toRecording(options?: RecordedKeysOptions): Recording;
}

/**
 * Records a WebXR session: head, hands with their pointing rays, radii and pinches (selections), controllers with their
 * buttons, axes and profiles, and eye gaze if there is an input source for it. Takes poses in the reference space once per
 * frame; the first frame is at 0 s. The options are those of `Recorder`.
 *
 * The buttons of a hand after its first, such as microgestures, become tracks of states, such as `left-hand-tap-thumb`. Axes of
 * hands have no place in recordings: `issues` lists them. Selections with a transient pointer, as on Vision Pro, are pinches of the
 * hand, and its rays become the track `left-hand-transient-pointer`. The body of a session with the feature `'body-tracking'` becomes a track
 * of poses per joint, such as `body-hips`.
 *
 * Request the session with the feature `'hand-tracking'`. WebXR has no palm: it is placed halfway along the middle
 * metacarpal. MRTK's joint `none` is absent.
 *
 * @example
 * const recording = recordSession(session, await session.requestReferenceSpace('local'));
 * // … at the end
 * const bytes = encodeReel(recording.toRecording()); // of @handreel/core/reel
 */
export function recordSession(
	session: RecordableSession,
	referenceSpace: object,
	options: RecorderOptions = {},
): SessionRecording {
	const recorder = new Recorder(options);
	const frame = createFrameSample();
	let start = Number.NaN;
	let handle = 0;

	const onFrame = (time: number, xrFrame: RecordableFrame): void => {
		handle = session.requestAnimationFrame(onFrame);
		if (Number.isNaN(start)) start = time;
		frame.time = (time - start) / 1000;
		for (const input of session.inputSources) {
			if (!described.has(input)) describe(input, xrFrame);
			if (noted.has(input)) continue;
			noted.add(input);
			noteAxes(input);
		}
		if (!recorder.capture(readSessionFrame(xrFrame, referenceSpace, session.inputSources, frame))) return;
		recorder.captureTracks([
			...buttons.read(session.inputSources),
			...listPointerValues(xrFrame, referenceSpace, session.inputSources),
			...listBodyValues(xrFrame, referenceSpace),
		]);
	};
	const buttons = new HandButtonStates();
	// Profiles and radii do not change with time.
	const described = new WeakSet<RecordableInput>();
	const describe = (input: RecordableInput, xrFrame: RecordableFrame): void => {
		const side = findRecordedSide(input);
		const radii = side !== null && input.hand ? readRadii(xrFrame, referenceSpace, input) : null;
		if (radii === null && input.hand) return;
		described.add(input);
		if (side !== null)
			recorder.setDetails(radii ? { radii: { [side]: radii } } : { profiles: { [side]: input.profiles ?? [] } });
	};
	const issues: Issue[] = [];
	const noteAxes = ({ handedness, hand, gamepad }: RecordableInput): void => {
		const count = gamepad?.axes.length ?? 0;
		if (!hand || count === 0) return;
		const message = `${count} axes of the ${handedness} hand are not recorded`;
		// A hand that comes back is a new input source.
		if (issues.some((issue) => issue.message === message)) return;
		issues.push({
			code: 'values-lost',
			severity: 'warning',
			message,
			path: `hands.${handedness}`,
			byteOffset: null,
			time: frame.time,
		});
	};
	const noted = new WeakSet<RecordableInput>();
	const setSelecting = (event: Event, isSelecting: boolean): void => {
		const { inputSource } = event as Event & { inputSource: RecordableInput };
		const pointer = findPointerSide(inputSource);
		if (pointer !== null) frame.hands[pointer].pinching = isSelecting;
		const side = findRecordedSide(inputSource);
		if (side === null) return;
		if (inputSource.hand) frame.hands[side].pinching = isSelecting;
		// A controller without a gamepad has one button.
		else if (!inputSource.gamepad) {
			const { pressed, touched, values } = frame.controllers[side];
			values[0] = touched[0] = pressed[0] = isSelecting ? 1 : 0;
		}
	};
	const onSelectStart = (event: Event): void => setSelecting(event, true);
	const onSelectEnd = (event: Event): void => setSelecting(event, false);
	const stop = (): void => {
		session.cancelAnimationFrame(handle);
		session.removeEventListener('selectstart', onSelectStart);
		session.removeEventListener('selectend', onSelectEnd);
		session.removeEventListener('end', stop);
		// Last, because a journal may throw.
		recorder.stop();
	};

	session.addEventListener('selectstart', onSelectStart);
	session.addEventListener('selectend', onSelectEnd);
	session.addEventListener('end', stop);
	handle = session.requestAnimationFrame(onFrame);
	recorder.start();
	const { frameRate } = session;
	if (frameRate) recorder.setDetails({ info: { frameRate } });
	return {
		recorder,
		issues,
		addMarker(name) {
			if (recorder.frameCount > 0) recorder.addMarker(name);
		},
		stop,
		toRecording: (keys) => recorder.toRecording(keys),
	};
}
