import { describe, expect, it } from 'vitest';
import { mirrorRecording } from '../../src/edit.ts';
import {
	BODY_JOINTS,
	BodySampler,
	createFrameSample,
	iterateCurves,
	JOINT_NAMES,
	type Recording,
	sampleFrame,
} from '../../src/index.ts';
import { computeCrc32, findBody, getCurveWords } from '../../src/internal.ts';
import { Performer } from '../../src/perform.ts';
import { decodeReel, encodeReel } from '../../src/reel.ts';

const indexOf = (name: string): number => BODY_JOINTS.findIndex((joint) => joint.name === name);

/** The checksum of each curve. Comparing curves compares the memory that they share again and again. */
const listWords = (given: Recording): string[] =>
	[...iterateCurves(given)].map(([path, curve]) => {
		const words = getCurveWords(curve);
		return `${path} ${words.length} ${computeCrc32(new Uint8Array(words.buffer, words.byteOffset, words.byteLength))}`;
	});

function perform(body: boolean): Recording {
	const performer = new Performer({ body, frameRate: 30 });
	performer.right.reach([0.25, 1.2, 0.4]).pinch().moveTo([-0.1, 1.3, 0.45]).release();
	performer.left.wave();
	performer.walkTo([0.5, 0, 1.5], { facing: [0, 1, 3] });
	performer.left.poke([0.2, 1.2, 1.8]);
	return performer.toRecording();
}

const recording = perform(true);
const sampler = BodySampler.create(recording, { space: 'webxr' })!;
const times = Array.from({ length: Math.floor(recording.duration * 10) }, (_, i) => i / 10);

describe('the joints of a body', () => {
	it('are the 83 of WebXR in their order, with names of OpenXR', () => {
		expect(BODY_JOINTS).toHaveLength(83);
		expect([0, 6, 7, 11, 17, 18, 19, 23, 42, 43, 69, 75, 82].map((i) => BODY_JOINTS[i]!.name)).toEqual([
			'hips',
			'head',
			'left-shoulder',
			'left-hand-wrist-twist',
			'left-hand-palm',
			'left-hand-wrist',
			'left-hand-thumb-metacarpal',
			'left-hand-index-metacarpal',
			'left-hand-little-tip',
			'right-hand-palm',
			'left-upper-leg',
			'left-foot-ball',
			'right-foot-ball',
		]);
		expect(BODY_JOINTS[24]!.openxr).toBe('XR_FULL_BODY_JOINT_LEFT_HAND_INDEX_PROXIMAL_META');
		const names = new Set(BODY_JOINTS.map(({ name }) => name));
		expect(names.size).toBe(83);
		for (const { index, parent } of BODY_JOINTS.slice(1)) expect(parent >= 0 && parent < index).toBe(true);
	});
});

describe('a performed body', () => {
	it('has the hands and the head of its frames', () => {
		const frame = createFrameSample();
		for (const time of times) {
			sampleFrame(recording, time, frame, { space: 'webxr' });
			const { joints } = sampler.sample(time, sampler.createSample());
			for (const { index, hand } of BODY_JOINTS) {
				if (hand === null || !frame.hands[hand.side].tracked) continue;
				const from = JOINT_NAMES.indexOf(hand.joint) * 7;
				const expected = frame.hands[hand.side].joints.slice(from, from + 3);
				for (let i = 0; i < 3; i++) expect(joints[index * 7 + i]).toBeCloseTo(expected[i]!, 5);
			}
			const head = indexOf('head') * 7;
			expect(Math.hypot(...[0, 1, 2].map((i) => joints[head + i]! - frame.head[i]!))).toBeCloseTo(0.1204, 3);
		}
	});

	it('has feet on the floor, hips above them, and elbows between shoulders and wrists', () => {
		const at = (joints: Float32Array, name: string): number[] => [
			...joints.subarray(indexOf(name) * 7, indexOf(name) * 7 + 3),
		];
		const apart = (joints: Float32Array, a: string, b: string): number =>
			Math.hypot(...at(joints, a).map((value, i) => value - at(joints, b)[i]!));
		for (const time of times) {
			const { joints, tracked } = sampler.sample(time, sampler.createSample());
			expect(tracked && joints.every(Number.isFinite)).toBe(true);
			for (const side of ['left', 'right']) {
				const ankle = at(joints, `${side}-foot-ankle`)[1]!;
				expect(ankle > 0.05 && ankle < 0.2).toBe(true);
				// Legs grow a little in long steps.
				const thigh = apart(joints, `${side}-upper-leg`, `${side}-lower-leg`);
				expect(thigh > 0.419 && thigh < 0.44).toBe(true);
				const arm = [
					apart(joints, `${side}-arm-upper`, `${side}-arm-lower`),
					apart(joints, `${side}-arm-lower`, `${side}-hand-wrist`),
				];
				expect(arm[0]! / arm[1]!).toBeCloseTo(0.3 / 0.27, 3);
				// Arms grow a little where hands reach far.
				expect(arm[0]! + arm[1]!).toBeLessThan(0.72);
			}
			expect(at(joints, 'hips')[1]).toBeCloseTo(0.93, 1);
		}
	});

	it('points with −z along its bones', () => {
		const { joints } = sampler.sample(1, sampler.createSample());
		for (const [name, next] of [
			['left-arm-upper', 'left-arm-lower'],
			['right-arm-lower', 'right-hand-wrist'],
			['left-upper-leg', 'left-lower-leg'],
			['hips', 'spine-lower'],
		] as const) {
			const [px, py, pz, x, y, z, w] = joints.subarray(indexOf(name) * 7, indexOf(name) * 7 + 7) as unknown as number[];
			const to = joints.subarray(indexOf(next) * 7, indexOf(next) * 7 + 3);
			const forward = [-2 * (x! * z! + w! * y!), -2 * (y! * z! - w! * x!), -1 + 2 * (x! * x! + y! * y!)];
			const way = [to[0]! - px!, to[1]! - py!, to[2]! - pz!];
			const length = Math.hypot(...way);
			expect(forward.reduce((sum, value, i) => sum + (value * way[i]!) / length, 0)).toBeGreaterThan(0.99);
		}
	});

	it('costs nothing without the option', () => {
		expect(findBody(perform(false))).toBeNull();
	});

	it('changes sides in a mirror', () => {
		const mirrored = findBody(mirrorRecording(recording))!;
		const body = findBody(recording)!;
		const [a, b] = [mirrored.joints[indexOf('right-hand-wrist')]!, body.joints[indexOf('left-hand-wrist')]!];
		expect(a.position.y).toBe(b.position.y);
		expect(listWords(mirrorRecording(mirrorRecording(recording)))).toEqual(listWords(recording));
	});
});

describe('a reel of a body', () => {
	const bytes = encodeReel(recording, { tolerances: {} });

	it('stays within the tolerances, below 1.6 times the bytes of the same without a body', () => {
		const plain = encodeReel(perform(false), { tolerances: {} });
		const again = BodySampler.create(decodeReel(bytes), { space: 'webxr' })!;
		let worst = 0;
		for (const time of times) {
			const [a, b] = [sampler.sample(time, sampler.createSample()), again.sample(time, sampler.createSample())];
			for (let at = 0; at < a.joints.length; at += 7) {
				const apart = Math.hypot(...[0, 1, 2].map((i) => a.joints[at + i]! - b.joints[at + i]!));
				worst = Math.max(worst, apart);
			}
		}
		expect(worst).toBeLessThan(0.0011);
		expect(bytes.length).toBeLessThan(1.6 * plain.length);
	});

	it('returns every bit without tolerances', () => {
		expect(listWords(decodeReel(encodeReel(recording)))).toEqual(listWords(recording));
	});
});
