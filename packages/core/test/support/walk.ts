import { expect } from 'vitest';
import { type Curve, createCurve, createRecording, getCurveKeys, type Recording } from '../../src/index.ts';
import { getCurveWords } from '../../src/internal.ts';
import { curvesByPath } from './arbitrary-recording.ts';

/** A head that moves for 4 s, with linear and full keys, a state and a marker. */
export const walk = createRecording({
	head: {
		position: {
			x: createCurve([0, 0, 4, 8]),
			y: createCurve([1, 1, 2, 3, 0.1, 0.2, 1, 2, 2, 4, 5, 0, 0, 0], { stride: 7 }),
		},
	},
	hands: { left: { tracked: createCurve([0, 1, 3, 0], { kind: 'boolean' }) } },
	markers: [{ time: 1, name: 'one' }],
});

/** Expects the same keys up to a relative deviation of times and slopes. */
export function expectSameKeys(before: Recording, after: Recording, timeLimit: number, slopeLimit: number): void {
	const others = curvesByPath(after);
	for (const [path, curve] of curvesByPath(before)) {
		const other = others.get(path) as Curve;
		if (curve.count === 0) {
			if (other !== curve) expect(path).toBe('the same object');
			continue;
		}
		const keys = getCurveKeys(curve);
		const words = getCurveWords(curve);
		getCurveKeys(other).forEach((value, i) => {
			const field = i % curve.stride;
			const given = keys[i]!;
			const difference = Object.is(value, given) ? 0 : Math.abs(value - given);
			if (field === 0) expect(difference).toBeLessThanOrEqual(timeLimit * Math.max(1, Math.abs(given)));
			else if (field === 2 || field === 3)
				expect(difference).toBeLessThanOrEqual(Number.isFinite(given) ? slopeLimit * Math.abs(given) : 0);
			else if (getCurveWords(other)[i] !== words[i]) expect(field).toBe('the same bits');
		});
	}
	before.markers.forEach(({ time, name }, i) => {
		expect(after.markers[i]?.name).toBe(name);
		expect(after.markers[i]?.time).toBeCloseTo(time, 4);
	});
}
