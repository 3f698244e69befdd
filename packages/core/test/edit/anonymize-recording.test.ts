import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { readRecording } from '../../src/codec/read.ts';
import {
	type AnonymizeOptions,
	anonymizeRecording,
	getBodyScales,
	STANDARD_BODY,
} from '../../src/edit/anonymize-recording.ts';
import { moveRecording } from '../../src/edit/move-recording.ts';
import { trimRecording } from '../../src/edit/trim-recording.ts';
import { measureRecording, type RecordingMeasures } from '../../src/measure/measure-recording.ts';
import { findBody } from '../../src/model/body-joints.ts';
import { getCurveWords, replaceKeys } from '../../src/model/curve.ts';
import { mapVectors, replaceAxes, replaceFields } from '../../src/model/map-curves.ts';
import type { Recording } from '../../src/model/recording.ts';
import { Performer } from '../../src/perform/performer.ts';
import { createFullRecording } from '../support/full-recording.ts';

const five = readRecording(readFileSync(join(root, 'fixtures', 'recorded', 'mrtk-2.8.3-full-5s.bin')));

function anonymize(recording: Recording, options: AnonymizeOptions = {}): Recording {
	return anonymizeRecording(recording, options);
}

// Everything of a person is `size` times as large, about the floor.
function grow(recording: Recording, size: number): Recording {
	return mapVectors(recording, (curves, role) => {
		if (role !== 'position' && role !== 'origin') return curves;
		const scaled = Object.values(curves).map((curve) => {
			const words = getCurveWords(curve).slice();
			const floats = new Float32Array(words.buffer);
			for (let at = 1; at < floats.length; at += curve.stride) floats[at]! *= size;
			return replaceKeys(curve, words);
		});
		return replaceAxes(curves, scaled);
	});
}

function describeBody({ head, hands }: RecordingMeasures): number[] {
	return [head?.height?.median ?? 0, hands?.left.size?.finger ?? 0, hands?.right.size?.finger ?? 0];
}

describe('anonymizing', () => {
	it('changes every recording to the standard body', () => {
		for (const [eyes, size] of [
			[1.5, 0.9],
			[1.7, 1.1],
			[1.1, 1],
		] as const) {
			const taken = grow(moveRecording(five, [2, eyes, -1, 0, Math.SQRT1_2, 0, Math.SQRT1_2]), size);
			const { head, hands } = measureRecording(anonymize(taken));
			const standing = (measureRecording(taken).head?.height?.median ?? 0) > 1.35;
			const expected = standing ? STANDARD_BODY.standingEyes : STANDARD_BODY.sittingEyes;
			expect(head?.height?.median).toBeCloseTo(expected, 4);
			const both = [hands?.left, hands?.right];
			const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
			expect(mean(both.map((hand) => hand?.reach?.median ?? 0))).toBeCloseTo(STANDARD_BODY.reach, 2);
			expect(mean(both.map((hand) => hand?.size?.length ?? 0))).toBeCloseTo(STANDARD_BODY.hand, 3);
		}
	});

	it('scales all bones of a hand alike, so that pinches stay closed', () => {
		const before = measureRecording(five).hands?.right;
		const after = measureRecording(anonymize(five)).hands?.right;
		const { hands: factor } = getBodyScales(measureRecording(five));
		expect(factor).not.toBe(1);
		expect(after?.pinches.count).toBe(before?.pinches.count);
		expect((after?.pinches.aperture?.min ?? 0) / (before?.pinches.aperture?.min ?? 1)).toBeCloseTo(factor, 3);
		expect((after?.size?.palm ?? 0) / (before?.size?.palm ?? 1)).toBeCloseTo(factor, 3);
		expect(after?.tracking).toEqual(before?.tracking);
	});

	it('starts at the origin and faces forward, wherever and however the person stood', () => {
		const here = anonymize(five);
		const there = anonymize(moveRecording(five, [5, 0, -3, 0, Math.sin(0.6), 0, Math.cos(0.6)]));
		const first = (recording: Recording): number[] =>
			Object.values(recording.head?.position ?? {}).map((curve) => curve.floats[curve.start + 1]!);
		for (const [i, value] of first(there).entries()) expect(value).toBeCloseTo(first(here)[i]!, 5);
		expect(first(here)[0]).toBeCloseTo(0, 6);
	});

	it('removes the subject, the date and texts, and the gaze on request', () => {
		const full = replaceFields(createFullRecording(), {
			info: {
				device: 'Quest 3',
				subject: 'Ada',
				date: '2026-01-01',
				notes: 'left-handed',
				room: '3.14',
				frameRate: 72,
			},
		});
		const shared = anonymize(full);
		expect(shared.info).toEqual({ device: 'Quest 3', frameRate: 72 });
		expect(full.tracks.some(({ kind }) => kind === 'events')).toBe(true);
		expect(shared.tracks.map(({ name }) => name)).toEqual(
			full.tracks.filter(({ kind }) => kind !== 'events').map(({ name }) => name),
		);
		expect(shared.gaze).not.toBeNull();
		expect(anonymize(full, { removeGaze: true }).gaze).toBeNull();
	});

	it('removes a body, whose bones have the lengths of a person', () => {
		const performer = new Performer({ body: true });
		performer.right.moveTo([0.2, 1.1, 0.4]);
		const recording = performer.toRecording();
		expect(findBody(recording)).not.toBeNull();
		expect(anonymize(recording).tracks).toEqual([]);
	});

	it('takes recordings without head or hands', () => {
		const listParts = ({ head, hands, gaze }: Recording): string[] =>
			Object.entries({ head, hands, gaze }).flatMap(([name, part]) => (part === null ? [] : [name]));
		const all = ['head', 'hands', 'gaze'];
		for (const missing of [...all.map((part) => [part]), all]) {
			const given = replaceFields(five, Object.fromEntries(missing.map((part) => [part, null])));
			const shared = anonymize(given);
			expect(listParts(shared)).toEqual(all.filter((part) => !missing.includes(part)));
			expect(shared.duration).toBe(given.duration);
		}
	});

	it('makes size and height useless for telling people apart', () => {
		const subjects = Array.from({ length: 12 }, (_, i) => ({
			eyes: 1.42 + 0.03 * ((i * 5) % 12),
			size: 0.88 + 0.02 * i,
		}));
		// Two takes of each person, with different motion.
		const takes = [
			{ start: 0, end: 2.4 },
			{ start: 2.2, end: 4.9 },
		].map((range) =>
			subjects.map(({ eyes, size }) => grow(trimRecording(moveRecording(five, [0, eyes, 0, 0, 0, 0, 1]), range), size)),
		);
		const countMatches = (prepare: (recording: Recording) => Recording): number => {
			const [known = [], unknown = []] = takes.map((take) =>
				take.map((recording) => describeBody(measureRecording(prepare(recording)))),
			);
			const distance = (a: number[], b: number[]): number =>
				a.reduce((sum, value, i) => sum + ((value - b[i]!) / value) ** 2, 0);
			return unknown.filter((body, i) => {
				const distances = known.map((other) => distance(body, other));
				return distances.indexOf(Math.min(...distances)) === i;
			}).length;
		};
		expect(countMatches((recording) => recording)).toBeGreaterThanOrEqual(10);
		expect(countMatches(anonymize)).toBeLessThanOrEqual(3);
	});
});
