import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { mirrorRecording } from '../../src/edit/mirror-recording.ts';
import {
	createCurve,
	createFrameSample,
	createHandSample,
	createRecording,
	evaluateCurve,
	FINGER_JOINTS,
	getCurveKeys,
	type HandSample,
	JOINT_NAMES,
	readRecording,
	sampleFrame,
	sampleHand,
} from '../../src/index.ts';
import { arbitraryLooseRecording, curvesByPath, describeModel } from '../support/arbitrary-recording.ts';

const read = (name: string) =>
	readRecording(readFileSync(join(root, 'fixtures/recorded', name)), { require: ['hands'] });

type Vec = readonly [number, number, number];
const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const subtract = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const unit = (a: Vec): Vec => a.map((value) => value / Math.hypot(...a)) as unknown as Vec;
const cross = (a: Vec, b: Vec): Vec => [
	a[1] * b[2] - a[2] * b[1],
	a[2] * b[0] - a[0] * b[2],
	a[0] * b[1] - a[1] * b[0],
];
const jointAt = (hand: HandSample, name: (typeof JOINT_NAMES)[number]) => {
	const [px, py, pz, x, y, z, w] = hand.joints.subarray(JOINT_NAMES.indexOf(name) * 7) as unknown as number[];
	return {
		position: [px, py, pz] as unknown as Vec,
		up: [2 * (x! * y! - z! * w!), 1 - 2 * (x! * x! + z! * z!), 2 * (y! * z! + x! * w!)] as Vec,
		forward: [2 * (x! * z! + y! * w!), 2 * (y! * z! - x! * w!), 1 - 2 * (x! * x! + y! * y!)] as Vec,
	};
};

/** How well the joints of a hand follow MRTK's convention: +z along each bone, +y out of the back of the hand. */
function convention(hand: HandSample, side: 'left' | 'right'): { bones: number; back: number } {
	const bones: number[] = [];
	for (const joints of Object.values(FINGER_JOINTS)) {
		for (let i = 0; i + 1 < joints.length; i++) {
			const [from, to] = [jointAt(hand, joints[i]!), jointAt(hand, joints[i + 1]!)];
			bones.push(dot(from.forward, unit(subtract(to.position, from.position))));
		}
	}
	// Seen from the back, the little finger of a right hand is on the right: in a left-handed space forward × right is down.
	const wrist = jointAt(hand, 'wrist');
	const along = subtract(jointAt(hand, 'middleKnuckle').position, wrist.position);
	const across = subtract(jointAt(hand, 'pinkyKnuckle').position, jointAt(hand, 'indexKnuckle').position);
	const normal = side === 'right' ? cross(along, across) : cross(across, along);
	const back = Math.min(
		...(['wrist', 'palm', 'indexMetacarpal', 'middleMetacarpal'] as const).map((name) =>
			dot(jointAt(hand, name).up, unit(normal)),
		),
	);
	return { bones: bones.reduce((sum, value) => sum + value) / bones.length, back };
}

describe('mirrorRecording', () => {
	it('restores every bit when done twice', () => {
		fc.assert(
			fc.property(arbitraryLooseRecording(), (recording) => {
				const twice = mirrorRecording(mirrorRecording(recording));
				expect(describeModel(twice)).toEqual(describeModel(recording));
			}),
			{ seed: 7, numRuns: 150 },
		);
	});

	it('is the mirror image at any time, with the hands swapped', () => {
		const recording = read('mrtk-2.8.3-full-5s.bin');
		const mirrored = mirrorRecording(recording);
		const image = (pose: Float32Array, at = 0) => {
			const [px, py, pz, x, y, z, w] = pose.subarray(at, at + 7) as unknown as number[];
			return [-px!, py!, pz!, x!, -y!, -z!, w!].map((value) => value + 0);
		};
		for (const time of [0, 0.31, 2.5, 4.99]) {
			const before = sampleFrame(recording, time, createFrameSample());
			const after = sampleFrame(mirrored, time, createFrameSample());
			expect([...after.head]).toEqual(image(before.head));
			expect([...after.gaze]).toEqual([...before.gaze].map((value, i) => (i % 3 === 0 ? -value : value)));
			expect(after.hands.left.tracked).toBe(before.hands.right.tracked);
			expect(after.hands.right.pinching).toBe(before.hands.left.pinching);
			for (let joint = 1; joint < 27; joint++) {
				expect([...after.hands.left.joints.subarray(joint * 7, joint * 7 + 7)]).toEqual(
					image(before.hands.right.joints, joint * 7),
				);
			}
		}
	});

	it('orients joints like those of the other hand: z along the bone, y out of the back of the hand', () => {
		const recording = read('mrtk-2.8.3-full-5s.bin');
		const mirrored = mirrorRecording(recording);
		let seen = 0;
		for (let time = 0; time < recording.duration; time += 0.25) {
			for (const [side, other] of [
				['left', 'right'],
				['right', 'left'],
			] as const) {
				const before = sampleHand(recording, other, time, createHandSample());
				if (!before.tracked) continue;
				const after = sampleHand(mirrored, side, time, createHandSample());
				const expected = convention(before, other);
				const found = convention(after, side);
				// 1 in the poses that MRTK ships; these are blended over time.
				expect(expected.bones).toBeGreaterThan(0.8);
				expect(expected.back).toBeGreaterThan(0.8);
				expect(found.bones).toBeCloseTo(expected.bones, 5);
				expect(found.back).toBeCloseTo(expected.back, 5);
				// A mirror image that stayed on its side would show the palm where the back belongs.
				expect(convention(after, other).back).toBeLessThan(-0.8);
				seen++;
			}
		}
		expect(seen).toBeGreaterThan(10);
	});

	it('keeps which value a step holds, and negates finite slopes', () => {
		const x = createCurve([0, 1, 0, Infinity, 0, 0, 0, 1, 2, -3, -Infinity, 0, 0, 0, 2, 5, 0, 0, 0, 0, 0], {
			stride: 7,
		});
		const mirrored = mirrorRecording(createRecording({ head: { position: { x } } })).head!.position.x;
		expect([...getCurveKeys(mirrored)].filter((_, i) => i % 7 < 4)).toEqual([
			0,
			-1,
			0,
			Infinity,
			1,
			-2,
			3,
			-Infinity,
			2,
			-5,
			0,
			0,
		]);
		for (const time of [0.5, 1.5]) expect(evaluateCurve(mirrored, time)).toBe(-evaluateCurve(x, time));
	});

	it('shares the curves whose sign stays, and sections without keys', () => {
		const recording = read('mrtk-2.8.3-full-5s.bin');
		const mirrored = mirrorRecording(recording);
		const before = curvesByPath(recording);
		for (const [path, curve] of curvesByPath(mirrored)) {
			const other = path.includes('.left.') ? path.replace('left', 'right') : path.replace('right', 'left');
			const isNegated = /(position|origin|direction)\.x$|rotation\.[yz]$/.test(path) && curve.count > 0;
			expect(curve === before.get(other), path).toBe(!isNegated);
		}
		expect(mirrored.markers).toBe(recording.markers);
		const still = createRecording({ head: { position: { y: createCurve([0, 1]) } } });
		expect(mirrorRecording(still)).toBe(still);
	});
});
