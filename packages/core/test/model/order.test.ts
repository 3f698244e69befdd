import { type Curve, createCurve, createRecording, iterateCurves, JOINT_NAMES } from '@handreel/core';
import { describe, expect, it } from 'vitest';
import { curveAt } from '../../../../scripts/golden.ts';
import { buildSections, countSlots, listFileCurves, slotPaths } from '../../src/model/order.ts';

const ALL = { head: true, hands: true, gaze: true };

describe('the order of curves', () => {
	it('is the same for building, listing and naming', () => {
		const built: Curve[] = [];
		const sections = buildSections(ALL, () => {
			const curve = { ...createRecording({ gaze: {} }).gaze!.origin.x, preWrap: built.length };
			built.push(curve);
			return curve;
		});
		expect(listFileCurves(sections)).toEqual(built);
		slotPaths(ALL).forEach((path, slot) => {
			expect(curveAt(sections, path), path).toBe(built[slot]);
		});
		expect(Object.keys(sections.hands?.right.joints ?? {})).toEqual(JOINT_NAMES);
	});

	it.each([
		[
			{ head: true, hands: true, gaze: true },
			{ count: 395, firstBoolean: 7, endBoolean: 11 },
		],
		[
			{ head: true, hands: true, gaze: false },
			{ count: 389, firstBoolean: 7, endBoolean: 11 },
		],
		[
			{ head: false, hands: true, gaze: false },
			{ count: 382, firstBoolean: 0, endBoolean: 4 },
		],
		[
			{ head: true, hands: false, gaze: true },
			{ count: 13, firstBoolean: 7, endBoolean: 7 },
		],
		[
			{ head: false, hands: false, gaze: false },
			{ count: 0, firstBoolean: 0, endBoolean: 0 },
		],
	])('counts the curves of %o', (flags, slots) => {
		expect(countSlots(flags)).toEqual(slots);
		expect(slotPaths(flags)).toHaveLength(slots.count);
	});

	it('is the order of iterateCurves, with paths', () => {
		const x = createCurve([0, 1]);
		const recording = createRecording({
			hands: { left: { joints: { indexTip: { position: { x } } } } },
			gaze: {},
		});
		const entries = [...iterateCurves(recording)];
		expect(entries.map(([path]) => path)).toEqual(slotPaths({ head: false, hands: true, gaze: true }));
		expect(entries.map(([, curve]) => curve)).toEqual(listFileCurves(recording));
		expect(new Map(entries).get('hands.left.joints.indexTip.position.x')).toBe(x);
		expect([...iterateCurves(createRecording({}))]).toEqual([]);
	});

	it('names boolean curves where they are', () => {
		expect(slotPaths(ALL).slice(7, 11)).toEqual([
			'hands.left.tracked',
			'hands.right.tracked',
			'hands.left.pinching',
			'hands.right.pinching',
		]);
	});
});
