import { describe, expect, it } from 'vitest';
import { isGrasping } from '../../src/device/grasp.ts';

/** A hand whose fingers are bent by angles in degrees, each in the two joints of the finger. */
function bend(angles: readonly number[]): Float32Array {
	const joints = new Float32Array(175);
	angles.forEach((degrees, finger) => {
		const first = 5 + finger * 5;
		let [y, z, angle] = [0, 0, 0];
		for (let i = 0; i < 5; i++) {
			joints.set([finger * 0.02, y, z], (first + i) * 7);
			if (i === 1 || i === 2) angle += (degrees / 2) * (Math.PI / 180);
			y -= Math.sin(angle) * 0.04;
			z -= Math.cos(angle) * 0.04;
		}
	});
	return joints;
}

describe('a grasp', () => {
	// Bends of index, middle, ring and little finger, measured on hands.
	it.each([
		['an open hand', [17, 22, 22, 26], false],
		['a hand at rest', [38, 56, 54, 49], false],
		['a pinch', [97, 39, 21, 9], false],
		['pointing', [20, 146, 161, 159], false],
		['a grab', [124, 156, 174, 164], true],
		['a fist', [165, 158, 160, 147], true],
	])('%s', (_, angles, expected) => {
		expect(isGrasping(bend(angles), false)).toBe(expected);
	});

	it('ends at a smaller angle than it starts', () => {
		const between = bend([80, 80, 80, 80]);
		expect([isGrasping(between, false), isGrasping(between, true)]).toEqual([false, true]);
	});
});
