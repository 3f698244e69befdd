import { assembleRecording, createRecording } from '../model/create-recording.ts';
import { type Curve, curveWords } from '../model/curve.ts';
import { listCurves } from '../model/order.ts';
import type { HandsCurves, Recording } from '../model/recording.ts';
import { mapCurves } from './map-curves.ts';

/** Something that was tracked: the head, both hands or one of them, the eyes. */
export type RecordingPart = 'camera' | 'hands' | 'left' | 'right' | 'gaze';

const STRIPPABLE: readonly string[] = ['camera', 'hands', 'left', 'right', 'gaze', 'markers'];

/**
 * The recording without the given parts, for privacy: their data is gone, also from memory.
 *
 * Without both hands the section is `null`; without one of them its curves have no keys. Everything that stays is
 * copied bit by bit into one fresh buffer (the curves of a file share the memory of the whole file), so nothing is shared
 * with the recording that was given, whether or not it had what is to be stripped.
 *
 * Throws `TypeError` for an unknown part.
 *
 * @example stripRecording(recording, ['camera', 'gaze', 'markers'])
 */
export function stripRecording(recording: Recording, parts: ReadonlyArray<RecordingPart | 'markers'>): Recording {
	for (const part of parts) {
		if (!STRIPPABLE.includes(part)) throw new TypeError(`parts: '${part}' is none of ${STRIPPABLE.join(', ')}`);
	}
	const has = (part: RecordingPart | 'markers'): boolean => parts.includes(part);
	const kept = assembleRecording(
		{ ...recording.layout },
		has('markers') ? [] : recording.markers.map(({ time, name }) => ({ time, name })),
		{
			camera: has('camera') ? null : recording.camera,
			hands: stripHands(recording.hands, has('left') || has('hands'), has('right') || has('hands')),
			gaze: has('gaze') ? null : recording.gaze,
		},
	);
	return copyCurves(kept);
}

function stripHands(hands: HandsCurves | null, isLeft: boolean, isRight: boolean): HandsCurves | null {
	if (hands === null || (isLeft && isRight)) return null;
	const empty = createRecording({ hands: {} }).hands as HandsCurves;
	return { left: isLeft ? empty.left : hands.left, right: isRight ? empty.right : hands.right };
}

/** The recording with all keys in one fresh buffer that holds nothing else. Curves that were one stay one. */
function copyCurves(recording: Recording): Recording {
	const copies = new Map<Curve, Curve>();
	const curves = new Set(listCurves(recording));
	let size = 0;
	for (const { count, stride } of curves) size += count * stride;
	const words = new Uint32Array(size);
	const floats = new Float32Array(words.buffer);
	let start = 0;
	for (const curve of curves) {
		words.set(curveWords(curve), start);
		const { kind, count, stride, preWrap, postWrap } = curve;
		copies.set(curve, { kind, count, stride, start, floats, words, preWrap, postWrap });
		start += count * stride;
	}
	return mapCurves(recording, (curve) => copies.get(curve) ?? curve);
}
