import { type Curve, createCurve, createRecording, iterateCurves, JOINT_NAMES, type ValueTrack } from '@handreel/core';
import { countKeys, formatPath } from '@handreel/core/internal';
import { describe, expect, it } from 'vitest';
import { curveAt } from '../../../../scripts/golden.ts';
import { buildSections, countSlots, listCurves, listFileCurves, slotPaths } from '../../src/model/order.ts';
import { createFullRecording } from '../support/full-recording.ts';

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

	it('ends with the curves that MRTK cannot store', () => {
		const full = createFullRecording();
		const entries = [...iterateCurves(full)];
		expect(entries.slice(0, 395).map(([path]) => path)).toEqual(slotPaths(ALL));
		expect(entries.map(([, curve]) => curve)).toEqual(listCurves(full));
		expect(countKeys(full)).toBe(entries.reduce((sum, [, { count }]) => sum + count, 0));
		const others = new Map(entries.slice(395));
		expect(others.size).toBe(2 * 8 + 2 * (1 + 14 + 6 + 4) + 7 + 2);
		expect(others.get('hands.right.aim.rotation.w')).toBe(full.hands!.right.aim!.rotation.w);
		expect(others.get('hands.left.pinchStrength')).toBe(full.hands!.left.pinchStrength);
		expect(others.get('controllers.left.buttons.1.touched')).toBe(full.controllers!.left!.buttons[1]!.touched);
		expect(others.get('controllers.right.axes.3')).toBe(full.controllers!.right!.axes[3]);
		expect(others.get('tracks.heart rate.value')).toBe((full.tracks[1] as ValueTrack).value);
		expect([...others.keys()].some((path) => path.startsWith('tracks.console'))).toBe(false);
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

it.each([
	['hands.left.joints.indexTip.position.x', 'left indexTip position x'],
	['hands.right.pinching', 'right hand pinching'],
	['controllers.left.grip.rotation.w', 'left controller grip rotation w'],
	['head.rotation.w', 'head rotation w'],
	['gaze.origin.y', 'gaze origin y'],
])('formatPath writes %s as %s', (path, text) => {
	expect(formatPath(path)).toBe(text);
});
