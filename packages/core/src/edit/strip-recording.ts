import { assembleRecording, createRecording } from '../model/create-recording.ts';
import type { HandsCurves, Recording } from '../model/recording.ts';
import { compactRecording } from './compact-recording.ts';

/** A tracked part of a recording: the head, both hands or one hand, the eyes. */
export type RecordingPart = 'head' | 'hands' | 'left' | 'right' | 'gaze';

/** All parts of a recording, to check or to list them. */
export const RECORDING_PARTS: readonly RecordingPart[] = ['head', 'hands', 'left', 'right', 'gaze'];

const STRIPPABLE: readonly string[] = [...RECORDING_PARTS, 'markers'];

/**
 * The recording without some parts, for privacy: their data is also gone from memory.
 *
 * Without both hands the section is `null`; without one hand its curves are empty. Everything that stays is copied bit
 * for bit into one new buffer ({@link compactRecording}), because the curves of a file share the memory of the whole
 * file. The result shares nothing with the given recording. Throws `TypeError` for an unknown part.
 *
 * @example stripRecording(recording, ['head', 'gaze', 'markers'])
 */
export function stripRecording(recording: Recording, parts: ReadonlyArray<RecordingPart | 'markers'>): Recording {
	for (const part of parts) {
		if (!STRIPPABLE.includes(part)) throw new TypeError(`parts: '${part}' is not one of ${STRIPPABLE.join(', ')}`);
	}
	const has = (part: RecordingPart | 'markers'): boolean => parts.includes(part);
	const kept = assembleRecording(
		{ ...recording.layout },
		has('markers') ? [] : recording.markers.map(({ time, name }) => ({ time, name })),
		{
			head: has('head') ? null : recording.head,
			hands: stripHands(recording.hands, has('left') || has('hands'), has('right') || has('hands')),
			gaze: has('gaze') ? null : recording.gaze,
		},
	);
	return compactRecording(kept);
}

function stripHands(hands: HandsCurves | null, isLeft: boolean, isRight: boolean): HandsCurves | null {
	if (hands === null || (isLeft && isRight)) return null;
	const empty = createRecording({ hands: {} }).hands as HandsCurves;
	return { left: isLeft ? empty.left : hands.left, right: isRight ? empty.right : hands.right };
}
