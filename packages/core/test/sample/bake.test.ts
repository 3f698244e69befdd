import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	bakeFrames,
	createCurve,
	createFrameSample,
	createRecording,
	createSampler,
	type FrameSample,
	type FrameTable,
	type HandSample,
	type HandTable,
	type Recording,
	readRecording,
	type SampleOptions,
	type Side,
	sampleFrame,
} from '@handreel/core';
import { listFrameTimes } from '@handreel/core/internal';
import { describe, expect, it } from 'vitest';
import { listQuickGolden } from '../../../../scripts/golden.ts';
import { root } from '../../../../scripts/workspace.mjs';

describe('listFrameTimes', () => {
	it('lists frames from 0 to the duration', () => {
		expect([...listFrameTimes(0.5, 4)]).toEqual([0, 0.25, 0.5]);
		expect([...listFrameTimes(0.6, 4)]).toEqual([0, 0.25, 0.5]);
		expect([...listFrameTimes(0, 60)]).toEqual([0]);
	});

	it('keeps the last frame of a duration that float32 rounds down', () => {
		for (const frameRate of [24, 30, 60, 72, 90]) {
			for (let last = 1; last < 200; last++) {
				const duration = Math.fround(last / frameRate);
				expect(listFrameTimes(duration, frameRate).length, `${last} / ${frameRate}`).toBe(last + 1);
			}
		}
	});

	it('refuses endless recordings and too many frames', () => {
		expect(() => listFrameTimes(Number.POSITIVE_INFINITY, 60)).toThrow(/recording\.duration: Infinity/);
		expect(() => listFrameTimes(1, 0)).toThrow(new RangeError('frameRate: 0 is not a number above 0'));
		expect(() => listFrameTimes(1e9, 1e9)).toThrow(/too many/);
		expect(() => listFrameTimes(86_400, 60)).toThrow('would take 5184001 rows, too many');
		expect(() => listFrameTimes(1, 10, 10)).toThrow('frameRate: a recording of 1 s would take 11 rows, too many');
	});
});

const recorded = join(root, 'fixtures/recorded');
const names = listQuickGolden(recorded).filter((name) => !name.includes('0bytes'));
const OPTIONS: readonly SampleOptions[] = [{}, { raw: true }, { space: 'webxr', defaultWrap: 8 }, { space: 'blender' }];
/** Out of order, twice the same, before the start, after the end, never. */
const ODD_TIMES = [0.5, 0.25, 0.25, -1, 99, 0, Number.NaN, 0.3, Number.POSITIVE_INFINITY, 0.1];

const read = (name: string): Recording => readRecording(readFileSync(join(recorded, name)));
/** A recording of a head that moves for so many seconds. */
const lasting = (seconds: number): Recording =>
	createRecording({ head: { position: { x: createCurve([0, 0, seconds, 1]) } } });

/** Head, gaze, and hands as MRTK's files store them. */
interface Row extends Pick<FrameSample, 'time' | 'head' | 'gaze'> {
	readonly hands: Record<Side, Pick<HandSample, 'tracked' | 'pinching' | 'joints' | 'present'>>;
}

/** One row of a table as a frame; arrays are views. */
function rowOf(table: FrameTable, row: number): Row {
	const pick = (list: Float32Array | null, stride: number): Float32Array =>
		list === null ? new Float32Array(stride).fill(Number.NaN) : list.subarray(row * stride, (row + 1) * stride);
	const hand = (side: HandTable | undefined): Row['hands'][Side] => ({
		tracked: side?.tracked[row] === 1,
		pinching: side?.pinching[row] === 1,
		joints: pick(side?.joints ?? null, 189),
		present: side?.present ?? new Uint8Array(27),
	});
	return {
		time: table.times[row]!,
		head: pick(table.head, 7),
		gaze: pick(table.gaze, 6),
		hands: { left: hand(table.hands?.left), right: hand(table.hands?.right) },
	};
}

/** Compares a table with frames that a sampler returns at its times, in the order of the table. */
function expectFrames(table: FrameTable, recording: Recording, options: SampleOptions): void {
	const sampler = createSampler(recording, options);
	table.times.forEach((time, row) => {
		const { headPresent, gazePresent, ...frame } = sampler.sampleFrame(time, createFrameSample());
		expect(frame, `row ${row}`).toMatchObject(rowOf(table, row));
		expect(headPresent && table.head === null).toBe(false);
		expect(gazePresent && table.gaze === null).toBe(false);
	});
}

describe('bakeFrames', () => {
	it.each(names)('bakes %s as a sampler samples it, evenly and at any times', (name) => {
		const recording = read(name);
		for (const options of OPTIONS) {
			expectFrames(bakeFrames(recording, { frameRate: 7, ...options }), recording, options);
			const table = bakeFrames(recording, { times: ODD_TIMES, ...options });
			expect([...table.times]).toEqual(ODD_TIMES);
			expectFrames(table, recording, options);
		}
	});

	it('bakes what single calls give', () => {
		const recording = read('mrtk-2.8.3-lost.bin');
		const table = bakeFrames(recording, { frameRate: 10, raw: true });
		table.times.forEach((time, row) => {
			const { head, gaze, hands } = sampleFrame(recording, time, createFrameSample(), { raw: true });
			const found = rowOf(table, row);
			const values = [...found.head, ...found.gaze, ...found.hands.left.joints];
			const off = [...head, ...gaze, ...hands.left.joints].map((value, i) => Math.abs(value - values[i]!));
			expect(off.filter((value) => value > 1e-6)).toEqual([]);
			expect([found.hands.left.tracked, found.hands.left.pinching]).toEqual([hands.left.tracked, hands.left.pinching]);
		});
	});

	it('takes any list of times and keeps a separate copy', () => {
		const times = new Float32Array([0.5, 0.25]);
		const table = bakeFrames(lasting(1), { times });
		times.fill(9);
		expect(table.times).toEqual(new Float64Array([0.5, 0.25]));
		expect([table.head?.[0], table.head?.[7]]).toEqual([0.5, 0.25]);
		expect(bakeFrames(lasting(1), { times: [] })).toEqual({
			times: new Float64Array(0),
			head: new Float32Array(0),
			gaze: null,
			hands: null,
			controllers: null,
		});
	});

	it.each([
		[1, 10, 11],
		[1, 1, 2],
		[1, 0.5, 1],
		[2.5, 60, 151],
		[0.99, 10, 10],
		[1.0099, 10, 11],
		[0, 60, 1],
	])('spreads rows over %d s at %d Hz, first and last included: %d', (seconds, rate, rows) => {
		const { times } = bakeFrames(lasting(seconds), { frameRate: rate });
		expect([...times]).toEqual(Array.from({ length: rows }, (_, i) => i / rate));
	});

	it.each([24, 25, 30, 60, 72, 90, 120])('returns the number of frames of a recording made at %d Hz', (rate) => {
		const wrong = Array.from({ length: 500 }, (_, last) => [
			last + 1,
			bakeFrames(lasting(last / rate), { frameRate: rate }).times.length,
		]);
		expect(wrong.filter(([frames, rows]) => frames !== rows)).toEqual([]);
	});

	it('has null for absent sections and NaN for absent joints and for a section without keys', () => {
		const table = bakeFrames(
			createRecording({ head: {}, hands: { left: { joints: { wrist: { position: { x: createCurve([0, 1]) } } } } } }),
			{ times: [0, 1] },
		);
		expect(table.gaze).toBeNull();
		expect(table.head).toEqual(new Float32Array(14).fill(Number.NaN));
		const { left, right } = table.hands!;
		expect([left.present.indexOf(1), left.present.lastIndexOf(1), right.present.indexOf(1)]).toEqual([1, 1, -1]);
		expect([...left.joints.subarray(189 + 7, 189 + 14)]).toEqual([1, 0, 0, 0, 0, 0, 1]);
		expect(
			[left.joints.subarray(0, 7), left.joints.subarray(14, 189 + 7), right.joints].map((list) =>
				list.every(Number.isNaN),
			),
		).toEqual([true, true, true]);
		expect(bakeFrames(createRecording({}), { frameRate: 60 })).toEqual({
			times: new Float64Array(1),
			head: null,
			gaze: null,
			hands: null,
			controllers: null,
		});
	});

	it('bakes states as 0 and 1', () => {
		const tracked = createCurve([0, 0, 0.5, 1, 1, 0], { kind: 'boolean' });
		const { hands } = bakeFrames(createRecording({ hands: { right: { tracked } } }), { frameRate: 4 });
		expect([...hands!.right.tracked]).toEqual([0, 0, 1, 1, 0]);
		expect([...hands!.right.pinching, ...hands!.left.tracked]).toEqual(Array(10).fill(0));
	});

	it.each([0, -60, Number.NaN, Number.POSITIVE_INFINITY])('refuses a rate of %d', (rate) => {
		expect(() => bakeFrames(lasting(1), { frameRate: rate })).toThrow(RangeError);
		expect(() => bakeFrames(lasting(1), { frameRate: rate })).toThrow(`frameRate: ${rate} is not a number above 0`);
	});

	it('refuses to spread rows over an endless recording, but takes times', () => {
		const endless = lasting(Number.POSITIVE_INFINITY);
		expect(() => bakeFrames(lasting(1), { times: { length: 2 ** 40 } })).toThrow(/^times: 1099511627776 rows/);
		expect(() => bakeFrames(endless, { frameRate: 60 })).toThrow(RangeError);
		expect(() => bakeFrames(endless, { frameRate: 60 })).toThrow(/recording\.duration: Infinity/);
		expect(bakeFrames(endless, { times: [0] }).head?.[0]).toBe(0);
	});

	it('refuses an unknown space', () => {
		expect(() => bakeFrames(lasting(1), { frameRate: 60, space: 'gltf' as 'webxr' })).toThrow(TypeError);
	});
});

describe('baking into a table', () => {
	it('fills it again with what a fresh one would hold', () => {
		for (const name of names) {
			const recording = read(name);
			const used = bakeFrames(recording, { times: ODD_TIMES.map((time) => time + 0.1), raw: true });
			const { hands, head, times } = used;
			expect(bakeFrames(recording, { times: ODD_TIMES, into: used })).toBe(used);
			expect(used).toEqual(bakeFrames(recording, { times: ODD_TIMES }));
			expect([used.hands, used.head, used.times]).toEqual([hands, head, times]);
		}
	});

	it('refuses one with other rows or sections', () => {
		const into = bakeFrames(lasting(1), { frameRate: 2 });
		const gaze = createRecording({ gaze: {}, head: {} });
		expect(() => bakeFrames(lasting(2), { frameRate: 2, into })).toThrow(
			new RangeError('into: expected 5 rows, got 3'),
		);
		expect(() => bakeFrames(gaze, { times: [0, 1, 2], into })).toThrow(
			new RangeError('into: only one of table and recording has gaze'),
		);
	});
});
