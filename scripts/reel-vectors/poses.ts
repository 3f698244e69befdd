import { type Curve, createCurve, type PoseParts } from '@handreel/core';

/** A pose that moves. */
export function createPose(count: number, perSecond: number, phase = 0, height = 1): PoseParts {
	const curve = (valueAt: (time: number) => number): Curve =>
		createCurve(Array.from({ length: count }, (_, i) => [i / perSecond, valueAt(i / perSecond)]).flat());
	// A quaternion from whole numbers: sines may differ in the last bit between engines.
	const turn =
		(c: number) =>
		(time: number): number => {
			const p = [0.3, ((phase * 7 + time * 5) % 11) / 20, 0.1];
			const square = p.reduce((sum, value) => sum + value * value, 0);
			return c < 3 ? (2 * p[c]!) / (1 + square) : (1 - square) / (1 + square);
		};
	return {
		position: {
			x: curve((t) => ((t * 37 + phase) % 5) / 16),
			y: curve((t) => height + t / 64),
			z: curve((t) => ((t * t) % 3) / 8),
		},
		rotation: { x: curve(turn(0)), y: curve(turn(1)), z: curve(turn(2)), w: curve(turn(3)) },
	};
}
