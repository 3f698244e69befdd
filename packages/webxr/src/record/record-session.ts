import { createFrameSample, type Recording, type Side } from '@handreel/core';
import { type RecordedKeysOptions, Recorder, type RecorderOptions } from '@handreel/core/record';
import { readSessionFrame } from './read-session-frame.ts';
import type { RecordableFrame, RecordableInput, RecordableSession } from './recordable-session.ts';

/** A recording of a session in progress. */
export interface SessionRecording {
	/** The recorder, with `frameCount` and `duration`. */
	readonly recorder: Recorder;
	/** Adds a marker at the newest frame. Does nothing before the first frame. */
	addMarker(name: string): void;
	/** Stops recording. The end of the session does so, too. */
	stop(): void;
	/** Returns a new recording of everything so far, with redundant keys removed. Recording continues. */
	toRecording(options?: RecordedKeysOptions): Recording;
}

/**
 * Records a WebXR session: head, hands, selections as pinches, and eye gaze if there is an input source for it. Takes
 * poses in the reference space once per frame; the first frame is at 0 s. The options are those of `Recorder`.
 *
 * Request the session with the feature `'hand-tracking'`. WebXR has no palm: it is placed halfway along the middle
 * metacarpal. MRTK's joint `none` is absent.
 *
 * @example
 * const recording = recordSession(session, await session.requestReferenceSpace('local'));
 * // … at the end
 * const bytes = writeRecording(recording.toRecording(), { layout: 'mrtk-1.1' });
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
		recorder.capture(readSessionFrame(xrFrame, referenceSpace, session.inputSources, frame));
	};
	const setPinching = (event: Event, isPinching: boolean): void => {
		const { handedness } = (event as Event & { inputSource: RecordableInput }).inputSource;
		if (handedness === 'left' || handedness === 'right') frame.hands[handedness as Side].pinching = isPinching;
	};
	const onSelectStart = (event: Event): void => setPinching(event, true);
	const onSelectEnd = (event: Event): void => setPinching(event, false);
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
	return {
		recorder,
		addMarker(name) {
			if (recorder.frameCount > 0) recorder.addMarker(name);
		},
		stop,
		toRecording: (keys) => recorder.toRecording(keys),
	};
}
