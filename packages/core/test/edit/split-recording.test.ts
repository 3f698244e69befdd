import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitAtMarkers, splitRecording } from '../../src/edit/split-recording.ts';
import { replaceParts } from '../../src/edit.ts';
import { createCurve, createRecording } from '../../src/index.ts';
import { arbitraryNumber } from '../support/arbitrary-curve.ts';
import { arbitraryScene } from '../support/arbitrary-scene.ts';

const walk = createRecording({
	head: { position: { x: createCurve([0, 0, 4, 8]), y: createCurve([1, 1, 2, 2]) } },
	hands: { left: { tracked: createCurve([0, 1, 3, 0], { kind: 'boolean' }) } },
	markers: [
		{ time: 0, name: 'begin' },
		{ time: 1, name: 'one' },
		{ time: 3, name: 'three' },
	],
});

describe('splitRecording', () => {
	it('keeps every marker exactly once', () => {
		const cuts = fc.array(arbitraryNumber(-1, 8), { maxLength: 4 });
		fc.assert(
			fc.property(arbitraryScene({ maxKeys: 2 }), cuts, (scene, given) => {
				const times = given.filter((time) => time > 0 && time < scene.duration);
				const pieces = splitRecording(scene, times, { keepTimes: true });
				expect(pieces).toHaveLength(new Set(times).size + 1);
				const found = pieces.flatMap(({ recording }) => recording.markers);
				const byTime = [...scene.markers].sort((a, b) => a.time - b.time);
				expect(found.sort((a, b) => a.time - b.time)).toEqual(byTime);
			}),
			{ seed: 1, numRuns: 100, endOnFailure: true },
		);
	});

	it('refuses times that are not finite', () => {
		expect(() => splitRecording(walk, [Number.NaN])).toThrow(RangeError);
		expect(() => splitRecording(walk, [1e300])).toThrow(RangeError);
	});
});

describe('splitRecording outside of a recording', () => {
	it.each([-1, 0, 4, 4.5])('refuses to cut at %s s', (time) => {
		const message = `times: ${time} s is not inside the recording, which lasts from 0 s to 4 s`;
		expect(() => splitRecording(walk, [1, time])).toThrow(new RangeError(message));
	});

	it('cuts before 0 if there are keys', () => {
		const early = createRecording({ head: { position: { x: createCurve([-2, 0, 2, 4]) } } });
		expect(splitRecording(early, [-1, 0])).toHaveLength(3);
		expect(() => splitRecording(early, [-2])).toThrow(RangeError);
	});
});

describe('splitAtMarkers', () => {
	it('names the pieces after the markers at which they start', () => {
		const pieces = splitAtMarkers(walk);
		expect(pieces.map(({ name, start, recording }) => [name, start, recording.duration])).toEqual([
			['begin', 0, 1],
			['one', 1, 2],
			['three', 3, 1],
		]);
		expect(pieces.map(({ recording }) => recording.markers)).toEqual([
			[{ time: 0, name: 'begin' }],
			[{ time: 0, name: 'one' }],
			[{ time: 0, name: 'three' }],
		]);
	});

	it('rounds the times of markers as a file does', () => {
		const times = [1e-60, 1.1, 2.3, walk.duration - 1e-9];
		const recording = replaceParts(walk, { markers: times.map((time) => ({ time, name: `at ${time}` })) });
		const pieces = splitAtMarkers(recording);
		expect(pieces.map(({ start }) => start)).toEqual([0, Math.fround(1.1), Math.fround(2.3)]);
		for (const piece of pieces.slice(1)) expect(piece.recording.markers[0]).toEqual({ time: 0, name: piece.name });
	});

	it('cuts only at the selected markers', () => {
		expect(splitAtMarkers(walk, { isCut: ({ name }) => name === 'three' })).toHaveLength(2);
	});
});
