import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { fillGaps, listGaps } from '../../src/edit/fill-gaps.ts';
import {
	type Curve,
	createCurve,
	createFrameSample,
	createRecording,
	evaluateCurve,
	getCurveKeys,
	getKeyTime,
	type HandParts,
	type Recording,
	readRecording,
	sampleFrame,
} from '../../src/index.ts';
import { curvesByPath } from '../support/arbitrary-recording.ts';

const read = (name: string): Recording => readRecording(readFileSync(join(root, 'fixtures/recorded', name)));
const states = (...keys: number[]): Curve => createCurve(keys, { kind: 'boolean' });
const RATE = 60;

/** A palm that moves on a curve and turns, seen at 60 Hz but for the time of a gap; `frozen` keeps its keys there, stuck. */
function moving(
	start: number,
	end: number,
	frozen = false,
): { recording: Recording; truth: (time: number) => number[] } {
	const truth = (time: number): number[] => {
		const angle = time / 2;
		return [
			0.3 * Math.sin(2 * time),
			1 + 0.2 * Math.cos(3 * time),
			0.1 * time * time,
			0,
			Math.sin(angle),
			0,
			Math.cos(angle),
		];
	};
	const keys: number[][] = Array.from({ length: 7 }, () => []);
	for (let frame = 0; frame <= 2 * RATE; frame++) {
		const time = frame / RATE;
		const isLost = time > start - 0.001 && time < end - 0.001;
		if (isLost && !frozen) continue;
		const values = truth(isLost ? start - 1 / RATE : time);
		keys.forEach((list, i) => void list.push(time, values[i]!));
	}
	const [px, py, pz, x, y, z, w] = keys.map((list) => createCurve(list)) as [
		Curve,
		Curve,
		Curve,
		Curve,
		Curve,
		Curve,
		Curve,
	];
	const right: HandParts = {
		tracked: states(0, 1, start, 0, end, 1),
		joints: { palm: { position: { x: px, y: py, z: pz }, rotation: { x, y, z, w } } },
	};
	return { recording: createRecording({ hands: { right } }), truth };
}
const palmAt = (recording: Recording, time: number): Float32Array =>
	sampleFrame(recording, time, createFrameSample()).hands.right.joints.subarray(14, 21);

describe('listGaps', () => {
	it('finds the gaps between spans of tracking', () => {
		const recording = createRecording({
			hands: {
				left: { tracked: states(0, 0, 1, 1, 2, 0, 3, 1, 4, 0) },
				right: { tracked: states(0, 1, 0.5, 1, 1, 0, 1.5, 0, 2.5, 1, 3, 0, 3, 1, 5, 0, 6, 1) },
			},
		});
		expect(listGaps(recording)).toEqual([
			{ side: 'right', start: 1, end: 2.5 },
			{ side: 'left', start: 2, end: 3 },
			{ side: 'right', start: 5, end: 6 },
		]);
		expect(listGaps(createRecording({}))).toEqual([]);
	});

	it.each([
		['mrtk-2.8.3-lost.bin', 3],
		['mrtk-2.5.4-lost.bin', 3],
		['mrtk-2.8.3-full-5s.bin', 0],
		['mrtk-2.8.3-brief-hand.bin', 0],
	])('counts those of %s', (name, count) => {
		expect(listGaps(read(name))).toHaveLength(count);
	});
});

describe('fillGaps', () => {
	it.each([false, true])(
		'continues the motion of the hand, closer than a line (stuck keys in the gap: %s)',
		(frozen) => {
			const { recording, truth } = moving(0.8, 1, frozen);
			const { recording: filled } = fillGaps(recording);
			expect(listGaps(filled)).toEqual([]);
			let [worst, worstLine, worstTurn] = [0, 0, 0];
			const [from, to] = [truth(0.8 - 1 / RATE), truth(1)];
			for (let time = 0.79; time < 1; time += 0.005) {
				const [found, expected] = [palmAt(filled, time), truth(time)];
				const part = (time - 0.8 + 1 / RATE) / (0.2 + 1 / RATE);
				worst = Math.max(worst, ...[0, 1, 2].map((i) => Math.abs(found[i]! - expected[i]!)));
				worstLine = Math.max(
					worstLine,
					...[0, 1, 2].map((i) => Math.abs(from[i]! + part * (to[i]! - from[i]!) - expected[i]!)),
				);
				worstTurn = Math.max(worstTurn, ...[3, 4, 5, 6].map((i) => Math.abs(found[i]! - expected[i]!)));
				expect(sampleFrame(filled, time, createFrameSample()).hands.right.tracked).toBe(true);
			}
			expect(worstLine).toBeGreaterThan(0.008);
			expect(worst).toBeLessThan(0.002);
			expect(worstTurn).toBeLessThan(1e-5);
		},
	);

	it('keeps everything outside the gap', () => {
		const { recording } = moving(0.8, 1, true);
		const { recording: filled } = fillGaps(recording);
		for (const time of [0, 0.3, 0.77, 0.783, 1, 1.005, 1.7, 2])
			expect(palmAt(filled, time)).toEqual(palmAt(recording, time));
		expect(filled.duration).toBe(recording.duration);
	});

	it('fills gaps up to the given length, lists them, and shares the rest', () => {
		const recording = read('mrtk-2.8.3-lost.bin');
		const gaps = listGaps(recording);
		const { recording: result, gaps: filled } = fillGaps(recording, { maxGap: 0.35 });
		expect(gaps.length).toBeGreaterThan(2);
		expect(filled).toEqual(gaps.slice(0, 2));
		expect(listGaps(result)).toEqual(gaps.slice(2));
		expect(result.hands?.right).toBe(recording.hands?.right);
		expect(result.head).toBe(recording.head);
		expect(fillGaps(recording, { maxGap: 0.1 }).recording).toBe(recording);
		const before = curvesByPath(recording);
		for (const [path, curve] of curvesByPath(result)) {
			for (const time of [0.5, 0.76, 1.03, 1.5, 2.2, 2.6]) {
				if (/tracked|pinching/.test(path)) continue;
				expect(evaluateCurve(curve, time), path).toBeCloseTo(evaluateCurve(before.get(path)!, time), 5);
			}
		}
	});

	it('bridges curves with full keys, which stay as they are on both sides', () => {
		const full = [0, 1, 2, 3].flatMap((time) => [time, time * time, 2 * time, 2 * time, 1 / 3, 1 / 3, 0]);
		const x = createCurve(full, { stride: 7 });
		const recording = createRecording({
			hands: { left: { tracked: states(0, 1, 1.05, 0, 1.95, 1), joints: { palm: { position: { x } } } } },
		});
		const filled = fillGaps(recording, { maxGap: 1 }).recording.hands!.left.joints.palm.position.x;
		for (const time of [0, 0.25, 0.5, 1, 2, 2.25, 2.9, 3])
			expect(evaluateCurve(filled, time)).toBeCloseTo(time * time, 6);
		expect(evaluateCurve(filled, 1.5)).toBeCloseTo(2.25, 1);
		expect(filled.count).toBeGreaterThan(50);
	});

	it('shares curves that are already linear across the gap', () => {
		const x = createCurve([0, 0, 1, 1, 2, 2]);
		const position = { x, y: createCurve([0, 5, 2, 5]) };
		const recording = createRecording({
			hands: { left: { tracked: states(0, 1, 1.1, 0, 1.2, 1), joints: { palm: { position } } } },
		});
		const { recording: filled } = fillGaps(recording);
		expect(filled.hands?.left.joints).toBe(recording.hands?.left.joints);
		expect([...getCurveKeys(filled.hands!.left.tracked)]).toEqual([0, 1, Math.fround(1.2), 1]);
	});

	it('keeps pinching through a gap only if the hand pinched before and after', () => {
		const fill = (pinching: Curve): number[] => {
			const left = { tracked: states(0, 1, 1, 0, 1.125, 1), pinching };
			return [...getCurveKeys(fillGaps(createRecording({ hands: { left } })).recording.hands!.left.pinching)];
		};
		expect(fill(states(0, 1, 1, 0, 1.125, 1))).toEqual([0, 1, 1.125, 1]);
		expect(fill(states(0, 0, 1, 1, 1.125, 0))).toEqual([0, 0, 1.125, 0]);
		expect(fill(states(0, 1, 1, 0))).toEqual([0, 1, 1, 0]);
		expect(fill(states(0, 0, 1.125, 1))).toEqual([0, 0, 1.125, 1]);
	});

	it('does not measure the speed beyond the next gap', () => {
		// The hand is seen for one frame between two losses, of which the second is too long to fill.
		const x = createCurve([0, 0, 0.5, 0, 0.75, 0.1, 1.75, 9]);
		const recording = createRecording({
			hands: {
				left: { tracked: states(0, 1, 0.5625, 0, 0.75, 1, 0.7656, 0, 1.75, 1), joints: { palm: { position: { x } } } },
			},
		});
		const filled = fillGaps(recording).recording.hands!.left.joints.palm.position.x;
		for (let time = 0.5; time <= 0.75; time += 0.01) {
			expect(evaluateCurve(filled, time)).toBeLessThan(0.11);
			expect(evaluateCurve(filled, time)).toBeGreaterThan(-0.05);
		}
		for (let i = 1; i < filled.count; i++) expect(getKeyTime(filled, i)).toBeGreaterThan(getKeyTime(filled, i - 1));
	});

	it('refuses invalid numbers', () => {
		expect(() => fillGaps(createRecording({}), { maxGap: 0 })).toThrow(/^maxGap: /);
		expect(() => fillGaps(createRecording({}), { frameRate: Number.NaN })).toThrow(/^frameRate: /);
	});
});
