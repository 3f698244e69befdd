import {
	bakeFrames,
	convertSpace,
	createCurve,
	createFrameSample,
	createRecording,
	createSampler,
	type Recording,
	SPACES,
	type SpaceName,
	sampleFrame,
} from '@handreel/core';
import { getSpaceAxis, rotateVector } from '@handreel/core/internal';
import { createSimdSampler } from '@handreel/core/simd';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const HALF = Math.SQRT1_2;
/** A head 1 m to the right, 1.6 m up and 2 m ahead that has turned a quarter to the right, and looks to the right and up. */
const turned: Recording = createRecording({
	head: pose([1, 1.6, 2], [0, HALF, 0, HALF]),
	gaze: { origin: vector([1, 1.6, 2]), direction: vector([0.6, 0.8, 0]) },
	hands: { left: { joints: { wrist: pose([1, 1.6, 2], [HALF, 0, 0, HALF]) } } },
});

function vector([x, y, z]: readonly number[]) {
	return { x: createCurve([0, x!]), y: createCurve([0, y!]), z: createCurve([0, z!]) };
}

function pose(position: readonly number[], rotation: readonly number[]) {
	return {
		position: vector(position),
		rotation: { ...vector(rotation), w: createCurve([0, rotation[3]!]) },
	};
}

// Written down from the definitions of the spaces, not computed: right is +x of Unity. A turn to the right is positive
// around the axis up in left-handed spaces and negative in right-handed ones; the wrist turns down, around the axis right.
const EXPECTED: Readonly<Record<string, { position: number[]; turn: number[]; gaze: number[]; pitch: number[] }>> = {
	unity: { position: [1, 1.6, 2], turn: [0, HALF, 0, HALF], gaze: [0.6, 0.8, 0], pitch: [HALF, 0, 0, HALF] },
	webxr: { position: [1, 1.6, -2], turn: [0, -HALF, 0, HALF], gaze: [0.6, 0.8, 0], pitch: [-HALF, 0, 0, HALF] },
	ros: { position: [2, -1, 1.6], turn: [0, 0, -HALF, HALF], gaze: [0, -0.6, 0.8], pitch: [0, HALF, 0, HALF] },
	blender: { position: [-1, -2, 1.6], turn: [0, 0, -HALF, HALF], gaze: [-0.6, 0, 0.8], pitch: [HALF, 0, 0, HALF] },
};
const NAMES = Object.keys(SPACES) as SpaceName[];
const close = (actual: ArrayLike<number>, expected: readonly number[]): void => {
	for (const [i, value] of Array.from(actual).entries()) expect(value).toBeCloseTo(expected[i]!, 6);
};

it('spaces describe themselves', () => {
	const known = Object.keys(EXPECTED) as SpaceName[];
	expect(known.map((name) => SPACES[name].text)).toEqual([
		'left-handed, y up, z forward',
		'right-handed, y up, −z forward',
		'right-handed, z up, x forward',
		'right-handed, z up, −y forward',
	]);
	expect(known.map((name) => getSpaceAxis(name, 'forward'))).toEqual(['+z', '−z', '+x', '−y']);
});

describe.each(Object.keys(EXPECTED) as SpaceName[])('in the space %s', (space) => {
	const { position, turn, gaze, pitch } = EXPECTED[space]!;
	it.each([
		['sampleFrame', () => sampleFrame(turned, 0, createFrameSample(), { space })],
		['a raw sample', () => sampleFrame(turned, 0, createFrameSample(), { space, raw: true })],
		['a sampler', () => createSampler(turned, { space }).sampleFrame(0, createFrameSample())],
		['a SIMD sampler', () => createSimdSampler(turned, { space }).sampleFrame(0, createFrameSample())],
	])('%s returns a known pose', (_, sample) => {
		const frame = sample();
		close(frame.head, [...position, ...turn]);
		close(frame.gaze, [...position, ...gaze]);
		close(frame.hands.left.joints.subarray(7, 14), [...position, ...pitch]);
	});

	it('bakeFrames returns a known pose', () => {
		const { head, gaze: rays, hands } = bakeFrames(turned, { times: [0], space });
		close(head!, [...position, ...turn]);
		close(rays!, [...position, ...gaze]);
		close(hands!.left.joints.subarray(7, 14), [...position, ...pitch]);
	});

	it('convertSpace returns a known pose, and leads back', () => {
		const out = convertSpace([0, 1, 1.6, 2], 3, 'unity', space, new Float64Array(4), 1, 1);
		expect([...out.subarray(1)]).toEqual(position);
		expect(convertSpace(out, 3, space, 'unity', out, 1, 1)).toEqual(Float64Array.of(0, 1, 1.6, 2));
		expect([...convertSpace([0, HALF, 0, HALF], 4, 'unity', space, [0, 0, 0, 0])].map((v) => v + 0)).toEqual(turn);
	});
});

it.each(NAMES)('rotations turn vectors in the space %s as they do in the space of files', (space) => {
	const values = (size: number) =>
		fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: size, maxLength: size });
	fc.assert(
		fc.property(values(3), values(4), (v, given) => {
			const length = Math.hypot(...given);
			if (length < 1e-3) return;
			const q = given.map((value) => value / length);
			const there = rotateVector(
				convertSpace(q, 4, 'unity', space, [0, 0, 0, 0]),
				convertSpace(v, 3, 'unity', space, [0, 0, 0]),
				[0, 0, 0],
			);
			close(there, convertSpace(rotateVector(q, v, [0, 0, 0]), 3, 'unity', space, [0, 0, 0]));
		}),
		{ numRuns: 50, seed: 3 },
	);
});
