import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	anonymizeRecording,
	compactRecording,
	concatRecordings,
	convertToHermite,
	convertToLinear,
	fillGaps,
	insertKey,
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
import { iterateCurves, type Marker, type Recording, writeRecording } from '../../src/index.ts';
import { mapCurves } from '../../src/internal.ts';
import { alignKeys } from '../../src/keys/align-keys.ts';
import { curveFault } from '../../src/model/curve.ts';
import { mapVectors } from '../../src/model/map-curves.ts';
import { arbitraryExtendedRecording, arbitraryLooseRecording, describeModel } from '../support/arbitrary-recording.ts';

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
	compact: compactRecording,
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

// A file holds float32 times only.
const isStorable = ({ time }: Marker): boolean => Math.fround(time) === time;

describe.each(Object.entries(edits))('%s', (_, edit) => {
	it('returns a recording that can be written, for any bits', () => {
		fc.assert(
			fc.property(arbitraryLooseRecording(), (recording) => {
				const edited = edit(recording);
				expect(edited.markers.every(isStorable)).toBe(true);
				expect(writeRecording(edited).length).toBeGreaterThan(0);
			}),
			{ seed: 1, numRuns: 25, endOnFailure: true },
		);
	});

	it('keeps controllers, pointing rays, information and tracks, for any bits', () => {
		fc.assert(
			fc.property(arbitraryExtendedRecording(), (recording) => {
				const edited = edit(recording);
				const before = describeModel(recording);
				const after = describeModel(edited);
				const sorted = (paths: object): string[] => Object.keys(paths).map(joinSides).sort();
				expect(sorted(after.curves)).toEqual(sorted(before.curves));
				expect(edited.info).toEqual(recording.info);
				expect(after.details['radii']).toEqual(before.details['radii']);
				const { left, right } = edited.controllers!;
				expect((left ?? right)?.profiles).toEqual(['generic-trigger']);
				expect(edited.tracks.map(({ name }) => name)).toEqual(recording.tracks.map(({ name }) => name));
				const events = edited.tracks.flatMap((track) => (track.kind === 'events' ? track.events : []));
				expect(events).toEqual(edited.markers);
				expect(events.every(isStorable)).toBe(true);
				for (const [path, curve] of iterateCurves(edited)) expect(curveFault(curve), path).toBeNull();
			}),
			{ seed: 2, numRuns: 10, endOnFailure: true },
		);
	});
});

// Mirroring moves the controller to the other side.
function joinSides(path: string): string {
	return path.replace(/^controllers\.(left|right)/, 'controllers');
}

describe('anonymize', () => {
	const scales = { height: 0.9, reach: 1.1, hands: 0.95 };

	it('returns a recording that can be written, or reports that there is no place to start from, for any bits', () => {
		fc.assert(
			fc.property(arbitraryLooseRecording(), (recording) => {
				let edited: Recording;
				try {
					edited = anonymizeRecording(recording, { scales, removeGaze: true });
				} catch (error) {
					expect(String(error)).toMatch(/^RangeError: recording.*(head pose|wrist or grip).* is not finite/);
					return;
				}
				expect(edited.gaze).toBeNull();
				expect(writeRecording(edited).length).toBeGreaterThan(0);
				for (const [path, curve] of iterateCurves(edited)) expect(curveFault(curve), path).toBeNull();
			}),
			{ seed: 3, numRuns: 100, endOnFailure: true },
		);
	});
});
