import { describe, expect, test } from 'vitest';
import { compareRecordings } from '../../src/compare/compare-recordings.ts';
import { setSpans } from '../../src/edit/spans.ts';
import {
	anonymizeRecording,
	concatRecordings,
	reverseRecording,
	shiftRecording,
	smoothRecording,
	splitRecording,
	stretchRecording,
	stripRecording,
	trimRecording,
} from '../../src/edit.ts';
import { createCurve, createRecording, type Recording, type Span } from '../../src/index.ts';
import { createFullRecording } from '../support/full-recording.ts';

const SPANS: readonly Span[] = [
	{ start: 0.5, end: 1, label: 'reach', score: 0.5 },
	{ start: 1, end: 3, label: 'hold' },
	{ start: 2, end: 2, label: 'tap' },
];
const recording = createRecording({
	head: { position: { x: createCurve([0, 0, 4, 1]) } },
	tracks: [{ name: 'phase', kind: 'spans', spans: SPANS }],
});

function spansOf({ tracks }: Recording): unknown[] {
	return tracks.flatMap((track) =>
		track.kind === 'spans' ? track.spans.map(({ start, end, label, score }) => [start, end, label, score ?? null]) : [],
	);
}

describe('spans', () => {
	test('move with the times of keys', () => {
		expect(spansOf(shiftRecording(recording, 0.25))[0]).toEqual([0.75, 1.25, 'reach', 0.5]);
		expect(spansOf(stretchRecording(recording, 2))[1]).toEqual([2, 6, 'hold', null]);
		expect(spansOf(reverseRecording(recording))).toEqual([
			[1, 3, 'hold', null],
			[2, 2, 'tap', null],
			[3, 3.5, 'reach', 0.5],
		]);
	});

	test('are cut with the recording, and drop out where they only touch the cut', () => {
		expect(spansOf(trimRecording(recording, { start: 1, end: 2 }))).toEqual([
			[0, 1, 'hold', null],
			[1, 1, 'tap', null],
		]);
		expect(trimRecording(recording, { start: 0, end: 3 }).tracks).toBe(recording.tracks);
	});

	test('are whole again after pieces are put together', () => {
		const pieces = splitRecording(recording, [1.5, 2]).map((piece) => piece.recording);
		expect(pieces.map((piece) => spansOf(piece).length)).toEqual([2, 1, 2]);
		expect(spansOf(concatRecordings(pieces))).toEqual(spansOf(recording));
	});

	test('stay beside those of an appended recording, also in a cross-fade', () => {
		const both = concatRecordings([recording, recording], { crossFade: 0.5 });
		expect(spansOf(both).map((span) => (span as unknown[])[0])).toEqual([0.5, 1, 2, 4, 4.5, 5.5]);
	});

	test('stay through edits of motion, and go with the tracks', () => {
		const full = createFullRecording();
		expect(spansOf(smoothRecording(full))).toEqual(spansOf(full));
		expect(spansOf(anonymizeRecording(full))).toEqual(spansOf(full));
		expect(spansOf(stripRecording(full, ['tracks']))).toEqual([]);
	});

	test('are compared by their ends', () => {
		const later = setSpans(recording, 'phase', [{ start: 0.5, end: 1.25, label: 'reach' }, ...SPANS.slice(1)]);
		const { events } = compareRecordings(recording, later);
		expect(events.onlyInA.map(({ name }) => name)).toContain('phase: reach ends');
		expect(compareRecordings(recording, recording).events.onlyInA).toEqual([]);
	});
});

describe('setSpans', () => {
	test('adds, sorts, replaces and removes a track', () => {
		const labeled = setSpans(recording, 'note', [
			{ start: 2, end: 3, label: 'b' },
			{ start: 1, end: 3, label: 'a' },
		]);
		expect(labeled.tracks.map(({ name }) => name)).toEqual(['phase', 'note']);
		expect(spansOf(labeled).slice(3)).toEqual([
			[1, 3, 'a', null],
			[2, 3, 'b', null],
		]);
		expect(labeled.head).toBe(recording.head);
		expect(setSpans(labeled, 'note', null).tracks).toEqual(recording.tracks);
		expect(setSpans(recording, 'none', null)).toBe(recording);
	});

	test.each([
		[{ start: 1, end: 0.5, label: 'a' }, RangeError, 'tracks[0].spans[0].end: 0.5 is not a number from 1 on'],
		[{ start: Number.NaN, end: 1, label: 'a' }, RangeError, 'start: NaN'],
		[{ start: 0, end: Number.POSITIVE_INFINITY, label: 'a' }, RangeError, 'end: Infinity'],
		[{ start: 0, end: 1, label: 7 as unknown as string }, TypeError, 'label: not a string'],
		[{ start: 0, end: 1, label: '', score: Number.NaN }, RangeError, 'score: NaN'],
	])('refuses %o', (span, type, message) => {
		const refused = () => setSpans(recording, 'phase', [span]);
		expect(refused).toThrow(type);
		expect(refused).toThrow(message);
	});

	test('refuses the names of other tracks, and names with dots', () => {
		const full = createFullRecording();
		expect(() => setSpans(full, 'block', [])).toThrow("track: 'block' is a track of kind pose");
		expect(() => setSpans(full, 'a.b', [])).toThrow(TypeError);
	});
});
