import type { Side } from '@handreel/core';
import { rotateVector } from '@handreel/core/internal';
import { describe, expect, it } from 'vitest';
import { PointingRay } from '../../src/device/pointing-ray.ts';
import type { Pose } from '../../src/device/pose.ts';
import type { HandView } from '../../src/device/replay-options.ts';

type Vector = readonly [number, number, number];

/** A hand with a wrist that points forward, and a head that looks forward. */
function makeView(side: Side, head: Vector, wrist: Vector): HandView {
	const joints = new Float32Array(175);
	joints.set([...wrist, 0, 0, 0, 1]);
	return { side, joints, head: [...head, 0, 0, 0, 1], palm: [0, 0, 0, 0, 0, 0, 1] };
}

/** Pitch and yaw in degrees; yaw is positive to the left. */
function readAngles(ray: Pose): { pitch: number; yaw: number } {
	const [x = 0, y = 0, z = 0] = rotateVector(ray, [0, 0, -1], [] as number[], 3);
	return { pitch: (Math.asin(y) * 180) / Math.PI, yaw: (Math.atan2(-x, -z) * 180) / Math.PI };
}

describe('the pointing ray of a hand', () => {
	// The figures come from the rule, calculated apart from the code.
	it.each([
		['right', [0, 1.6, 0], [0.14, 1.3, -0.55], [0.118, 1.241, -0.66], -20.75, -1.09],
		['left', [0, 1.6, 0], [-0.14, 1.3, -0.55], [-0.118, 1.241, -0.66], -20.75, 1.09],
		['right', [0, 1.6, 0], [0.2, 1.6, -0.4], [0.178, 1.541, -0.51], -8.81, -4.18],
		['right', [0, 1.6, 0], [0.2, 1, -0.3], [0.178, 0.941, -0.41], -37.2, -4.95],
		['left', [0.1, 1.2, 0.2], [-0.3, 0.9, -0.1], [-0.278, 0.841, -0.21], -22.14, 17.78],
	] as const)(
		'of the %s side with the head at %j and the wrist at %j starts at %j',
		(side, head, wrist, origin, pitch, yaw) => {
			const ray = new PointingRay().update(makeView(side, head, wrist), null);
			expect(Array.from(ray).slice(0, 3)).toEqual(origin.map((value) => expect.closeTo(value, 6)));
			expect(readAngles(ray)).toEqual({ pitch: expect.closeTo(pitch, 1), yaw: expect.closeTo(yaw, 1) });
		},
	);

	it('follows the hand by 63 % in 45 ms, however many frames that takes', () => {
		const before = makeView('right', [0, 1.6, 0], [0.1, 1.3, -0.5]);
		const after = makeView('right', [0, 1.6, 0], [0.2, 1.3, -0.5]);
		const move = (frames: number): number => {
			const ray = new PointingRay();
			ray.update(before, null);
			let x = 0;
			for (let i = 0; i < frames; i++) [x = 0] = Array.from(ray.update(after, 0.045 / frames));
			return x - 0.078;
		};
		expect(move(1)).toBeCloseTo(0.1 * (1 - Math.exp(-1)), 6);
		expect(move(9)).toBeCloseTo(move(1), 9);
	});

	it('has no lag after a jump, and stands still with the time', () => {
		const ray = new PointingRay();
		ray.update(makeView('right', [0, 1.6, 0], [0.1, 1.3, -0.5]), null);
		const view = makeView('right', [0, 1.6, 0], [0.4, 1.3, -0.5]);
		expect(ray.update(view, 0)[0]).toBeCloseTo(0.078, 6);
		expect(ray.update(view, null)[0]).toBeCloseTo(0.378, 6);
	});
});
