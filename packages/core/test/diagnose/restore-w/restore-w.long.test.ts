import { readFileSync } from 'node:fs';
import {
	type Curve,
	createCurve,
	createRecording,
	getCurveKeys,
	listSpans,
	type QuatCurves,
	type Recording,
	readOutline,
	readRecording,
	writeRecording,
} from '@handreel/core';
import { getCurveWords, getKeyWeightedMode } from '@handreel/core/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { restoreRotationW } from '../../../src/diagnose/restore-w/restore-w.ts';
import { curvesByPath } from '../../support/arbitrary-recording.ts';
import { rotationAt, scoreRestoration } from '../../support/lose-w.ts';
import { createRandom } from '../../support/random.ts';

const folder = new URL('../../../../../fixtures/recorded/', import.meta.url);
const lostBytes = readFileSync(new URL('mrtk-2.6.0-full-5s.bin', folder));
const lost = readRecording(lostBytes);
const intact = readRecording(readFileSync(new URL('mrtk-2.8.3-full-5s.bin', folder)));
const headWith = (rotation: Partial<QuatCurves>): Recording =>
	createRecording({ layout: 'mrtk-1.1', head: { rotation } });
const restoreHead = (rotation: Partial<QuatCurves>): QuatCurves =>
	restoreRotationW(headWith(rotation)).recording.head?.rotation as QuatCurves;

describe('restoreRotationW', () => {
	it('matches the recording of MRTK 2.8.3 from the same input', () => {
		const restoration = restoreRotationW(lost);
		const score = scoreRestoration(intact, restoration);
		expect(score).toMatchObject({ keys: 7626, off10: 0, sureOff2: 0 });
		expect(score.off2).toBeLessThanOrEqual(2);
		expect(restoration.keyCount).toBe(7626);
		expect(restoration.poses).toHaveLength(53);
		expect(restoration.unsureCount).toBeLessThan(50);
	});

	it('changes only w curves in a file', () => {
		const bytes = writeRecording(restoreRotationW(lost).recording, { layout: 'mrtk-1.1' });
		const before = listContents(lostBytes);
		const after = listContents(bytes);
		expect([...after.keys()]).toEqual([...before.keys()]);
		const changed = [...after].filter(([name, content]) => content !== before.get(name)).map(([name]) => name);
		expect(changed).toHaveLength(2 * 53);
		for (const name of changed) expect(name).toMatch(/\.rotation\.w (keys|curve header)$/);
	});

	it('shares all other curves, and returns an intact recording as it is', () => {
		const { recording } = restoreRotationW(lost);
		const curves = curvesByPath(recording);
		for (const [path, curve] of curvesByPath(lost)) {
			if (!path.endsWith('rotation.w')) expect(curves.get(path), path).toBe(curve);
		}
		expect(restoreRotationW(intact)).toEqual({ recording: intact, poses: [], keyCount: 0, unsureCount: 0 });
		expect(restoreRotationW(intact).recording).toBe(intact);
		expect(restoreRotationW(recording).recording).toBe(recording);
	});

	it('keeps wrap modes, key kind, and the first key, and copies the times of x exactly', () => {
		const x = createCurve([-0, 0, 1, 0.6, 2, 0.8], { preWrap: 2 });
		const zero = createCurve([-0, 0, 1, 0, 2, 0]);
		const w = createCurve([-0, 1, 0, 0, 0, 0, 3], { stride: 7, preWrap: 4, postWrap: 1 });
		const restored = restoreHead({ x, y: zero, z: zero, w }).w;
		expect(restored).toMatchObject({ stride: 7, preWrap: 4, postWrap: 1, count: 3 });
		const keys = [0, 1, 2].map((key) => getCurveWords(restored).subarray(key * 7, key * 7 + 7));
		keys.forEach((words, key) => {
			expect(words[0]).toBe(getCurveWords(x)[key * 2]);
			expect([...words.subarray(2, 6)]).toEqual([0, 0, 0, 0]);
			expect(getKeyWeightedMode(restored, key)).toBe(3);
		});
		expect(keys[0]?.[1]).toBe(getCurveWords(w)[1]);
		expect(getCurveKeys(restored)[8]).toBeCloseTo(0.8, 6);
		expect(getCurveKeys(restored)[15]).toBeCloseTo(0.6, 6);
	});

	it('follows a head through half a turn, where w changes its sign', () => {
		const yaws = Array.from({ length: 40 }, (_, i) => 2.1 + i * 0.05);
		const curve = (value: (yaw: number) => number) => createCurve(yaws.flatMap((yaw, i) => [i / 60, value(yaw)]));
		const y = curve((yaw) => Math.sin(yaw / 2));
		const zero = curve(() => 0);
		const { w } = restoreHead({ x: zero, y, z: zero, w: createCurve([0, Math.cos(2.1 / 2)]) });
		yaws.forEach((yaw, i) => {
			expect(getCurveKeys(w)[i * 2 + 1]).toBeCloseTo(Math.cos(yaw / 2), 3);
		});
	});

	it('reads unsorted keys in time order and ragged axes at the times of x', () => {
		const zero = createCurve([0, 0, 3, 0]);
		const y = createCurve([2, 1, 0, 0.8, 1, 0.96, 3, 0.96]);
		const { w } = restoreHead({ x: createCurve([2, 0, 0, 0, 1, 0, 3, 0]), y, z: zero, w: createCurve([0, 0.6]) });
		expect([...getCurveKeys(w)].map((part) => Number(part.toFixed(4)))).toEqual([2, 0, 0, 0.6, 1, 0.28, 3, -0.28]);
	});

	it('keeps zero rotations and lengths other than 1', () => {
		const zero = createCurve([0, 0, 1, 0, 2, 0]);
		const none = restoreHead({ x: zero, y: zero, z: zero, w: createCurve([0, 0]) });
		expect([0, 1, 2].map((key) => rotationAt(none, key))).toEqual(Array(3).fill([0, 0, 0, 0]));
		const long = restoreHead({ x: createCurve([0, 0, 1, 1.2]), y: zero, z: zero, w: createCurve([0, 2]) });
		expect(getCurveKeys(long.w)[3]).toBeCloseTo(1.6, 6);
	});

	it('accepts keys with any bits', () => {
		const words = (seed: number, count: number): Curve => {
			const random = createRandom(seed);
			const odd = [0, 0x8000_0000, 0x7f80_0000, 0xff80_0000, 0x7fc0_0000, 0x7f7f_ffff, 1, 0x3f80_0000, 0x3f00_0000];
			const bits = Uint32Array.from({ length: count * 2 }, () => (random.below(2) ? random.pick(odd) : random.word()));
			return { ...createCurve([]), count, words: bits, floats: new Float32Array(bits.buffer) };
		};
		const count = fc.integer({ min: 2, max: 12 });
		fc.assert(
			fc.property(fc.integer(), count, count, count, (seed, xCount, yCount, zCount) => {
				const [x, y, z, w] = [
					words(seed, xCount),
					words(seed + 1, yCount),
					words(seed + 2, zCount),
					words(seed + 3, 1),
				];
				const { recording, poses } = restoreRotationW(
					createRecording({
						layout: 'mrtk-1.1',
						head: { rotation: { x, y, z, w }, position: { x: y, y: z, z: x } },
						gaze: { direction: { x: z, y: x, z: y } },
					}),
				);
				const restored = recording.head?.rotation.w as Curve;
				expect(restored.count).toBe(xCount);
				for (let key = 0; key < xCount; key++) {
					expect(getCurveWords(restored)[key * 2]).toBe(getCurveWords(x)[key * 2]);
					expect(poses[0]?.confidences[key]).toBeGreaterThanOrEqual(0);
					expect(poses[0]?.confidences[key]).toBeLessThanOrEqual(1);
				}
			}),
			{ seed: 1, numRuns: 1000 },
		);
	});

	it('has confidence 0 where x is NaN, and restores the other keys', () => {
		const zero = createCurve([0, 0, 1, 0, 2, 0]);
		const x = createCurve([0, 0, 1, Number.NaN, 2, 0.6]);
		const { recording, poses, unsureCount } = restoreRotationW(
			headWith({ x, y: zero, z: zero, w: createCurve([0, 1]) }),
		);
		expect(poses[0]?.confidences[1]).toBe(0);
		expect(unsureCount).toBeGreaterThan(0);
		expect(getCurveKeys(recording.head?.rotation.w ?? zero)[5]).toBeCloseTo(0.8, 6);
	});
});

// The bytes of every span of a file, by kind.
function listContents(bytes: Uint8Array): Map<string, string> {
	const contents = new Map<string, string>();
	for (const { path, what, byteOffset, byteLength } of listSpans(readOutline(bytes))) {
		contents.set(`${path} ${what}`, Buffer.from(bytes.subarray(byteOffset, byteOffset + byteLength)).toString('hex'));
	}
	return contents;
}
