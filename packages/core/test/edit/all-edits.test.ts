import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	concatRecordings,
	convertToHermite,
	convertToLinear,
	fillGaps,
	insertKey,
	mapCurves,
	mirrorRecording,
	moveRecording,
	resampleRecording,
	reverseRecording,
	setTangents,
	shiftRecording,
	smoothRecording,
	splitAtMarkers,
	splitRecording,
	stretchRecording,
	trimRecording,
} from '../../src/edit.ts';
import { type Recording, writeRecording } from '../../src/index.ts';
import { alignKeys } from '../../src/keys/align-keys.ts';
import { mapVectors } from '../../src/model/map-curves.ts';
import { arbitraryLooseRecording } from '../support/arbitrary-recording.ts';

const align = (recording: Recording): Recording =>
	mapVectors(recording, (curves) => {
		const aligned = alignKeys(Object.values(curves));
		return Object.fromEntries(Object.keys(curves).map((axis, i) => [axis, aligned[i]])) as unknown as typeof curves;
	});
const hasEnd = ({ duration }: Recording): boolean => Number.isFinite(duration);
const splitInHalf = (recording: Recording): Recording => {
	const half = Math.fround(recording.duration / 2);
	const isInside = half > 0 && half < recording.duration;
	return splitRecording(recording, isInside ? [half] : [], { allowRounding: true }).at(-1)!.recording;
};
const edits: Record<string, (recording: Recording) => Recording> = {
	trim: (recording) => trimRecording(recording, { start: 1, end: 2, allowRounding: true }),
	'trim from nowhere': (recording) => trimRecording(recording, { end: 1e-3 }),
	split: (recording) => splitInHalf(recording),
	'split at markers': (recording) => splitAtMarkers(recording, { allowRounding: true }).at(-1)!.recording,
	shift: (recording) => shiftRecording(recording, 1e10, { allowRounding: true }),
	stretch: (recording) => stretchRecording(recording, 1e-10, { allowRounding: true }),
	reverse: (recording) => (hasEnd(recording) ? reverseRecording(recording, { allowRounding: true }) : recording),
	concat: (recording) =>
		hasEnd(recording) ? concatRecordings([recording, recording], { allowRounding: true }) : recording,
	resample: (recording) => resampleRecording(recording, { times: [0, 1, 2] }),
	'concat with a cross-fade': (recording) =>
		hasEnd(recording) && recording.duration > 1 && recording.duration < 1e3
			? concatRecordings([recording, recording], { crossFade: 0.5, allowRounding: true })
			: recording,
	mirror: mirrorRecording,
	move: (recording) => moveRecording(recording, [1, 2, 3, 0.5, 0.1, -0.5, 0.7]),
	smooth: (recording) => smoothRecording(recording, { frameRate: 1e-34 }),
	'fill gaps': (recording) => fillGaps(recording).recording,
	'align keys': align,
	'insert keys': (recording) => mapCurves(recording, (curve) => insertKey(curve, 1)),
	bend: (recording) => mapCurves(recording, convertToHermite),
	straighten: (recording) => mapCurves(recording, (curve) => convertToLinear(curve, 1e30)),
	'set tangents': (recording) =>
		mapCurves(recording, (curve) => (curve.kind === 'float' ? setTangents(curve, { mode: 'clamped' }) : curve)),
};

describe.each(Object.entries(edits))('%s', (_, edit) => {
	it('returns a recording that can be written, for any bits', () => {
		fc.assert(
			fc.property(arbitraryLooseRecording(), (recording) => {
				const edited = edit(recording);
				// A file holds float32 times only.
				const markers = edited.markers.every(({ time }) => Math.fround(time) === time);
				expect(markers).toBe(true);
				expect(writeRecording(edited).length).toBeGreaterThan(0);
			}),
			{ seed: 1, numRuns: 25, endOnFailure: true },
		);
	});
});
