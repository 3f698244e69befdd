import { createCurve, createRecording, type JointName, type PoseParts, type Recording } from '@handreel/core';
import { CHANNELS, type Channel, createChannel, listPoints, sampleChannel } from '@handreel/core/measure';
import { describe, expect, it } from 'vitest';
import { makeMotion, minimumJerk } from '../support/made-motion.ts';

const TURN = 2 * Math.PI;
const moving: Recording = makeMotion({
	rate: 72,
	duration: 4,
	head: () => [0, 1.6, 0],
	yaw: (t) => 40 * Math.sin(TURN * 0.5 * t),
	gaze: () => 0,
	hands: {
		left: {
			wrist: (t) => [0.3 * Math.sin(TURN * t), 1.2, 0.4],
			aperture: (t) => 0.08 - 0.07 * minimumJerk((t - 1) / 0.5),
			tracked: [
				{ start: 0, end: 2 },
				{ start: 3, end: 4 },
			],
			pinching: [{ start: 1.5, end: 2 }],
		},
	},
});

describe('createChannel', () => {
	it('computes positions, speed, acceleration and jerk of a point', () => {
		const at = (expression: string, time: number): number => sampleChannel(createChannel(moving, expression), time);
		expect(at('x(left.wrist)', 0.25)).toBeCloseTo(0.3, 3);
		expect(at('y(head)', 1)).toBeCloseTo(1.6, 6);
		expect(at('speed(left.wrist)', 0.5)).toBeCloseTo(0.3 * TURN, 2);
		expect(at('speed(left.wrist)', 0.75)).toBeCloseTo(0, 2);
		expect(at('acceleration(left.wrist)', 0.75) / (0.3 * TURN ** 2)).toBeCloseTo(1, 2);
		expect(at('jerk(left.wrist)', 0.5) / (0.3 * TURN ** 3)).toBeCloseTo(1, 2);
		expect(at('turning(head)', 1) / (40 * Math.PI)).toBeCloseTo(1, 2);
	});

	it('computes distances and angles between any two, and the aperture', () => {
		const at = (expression: string, time: number): number => sampleChannel(createChannel(moving, expression), time);
		expect(at('distance(head, left.wrist)', 0.5)).toBeCloseTo(Math.hypot(0.4, 0.4), 5);
		expect(at('distance(left.thumbTip, left.indexTip)', 1.8)).toBeCloseTo(0.01, 5);
		expect(at('aperture(left)', 0.5)).toBeCloseTo(0.08, 5);
		expect(at('angle(head, left.wrist)', 0.5)).toBeCloseTo(40, 2);
		expect(at('pinching(left)', 1.75)).toBe(1);
		expect(at('tracked(left)', 2.5)).toBe(0);
	});

	it('has no value while a hand is not tracked, and outside the recording', () => {
		const speed = createChannel(moving, 'speed(left.wrist)');
		expect(speed.values).toHaveLength(241);
		for (const time of [2.5, -1, 4.5, Number.NaN]) expect(sampleChannel(speed, time)).toBeNaN();
		expect(sampleChannel(speed, 3.5)).toBeGreaterThan(1);
		// Acceleration is unknown near the ends of a tracked span.
		expect(sampleChannel(createChannel(moving, 'acceleration(left.wrist)'), 3.05)).toBeNaN();
	});

	it('measures flexion, curl and spread of fingers', () => {
		const hand = makeHand({ bend: 30, spread: 20 });
		const at = (expression: string): number => sampleChannel(createChannel(hand, expression), 0.5);
		expect(at('flexion(left.indexMiddle)')).toBeCloseTo(30, 3);
		expect(at('flexion(left.middleKnuckle)')).toBeCloseTo(30, 3);
		expect(at('curl(left.middle)')).toBeCloseTo(90, 3);
		// Bent by 30° out of the palm, both fingers keep their directions in its plane.
		expect(at('spread(left.index, left.middle)')).toBeCloseTo(20, 3);
		expect(at('spread(left.middle, left.middle)')).toBeCloseTo(0, 3);
		const fist = makeHand({ bend: 90, spread: 20 });
		expect(sampleChannel(createChannel(fist, 'spread(left.index, left.middle)'), 0.5)).toBeNaN();
	});

	it('takes expressions with any spaces, and plain data out', () => {
		const channel: Channel = createChannel(moving, '  distance( left.wrist ,head ) ', { sampleRate: 30 });
		expect(channel).toMatchObject({ expression: 'distance(left.wrist, head)', unit: 'm', sampleRate: 30 });
		expect(structuredClone(channel)).toEqual(channel);
	});

	it('has a channel of every kind', () => {
		const names = {
			point: 'left.wrist',
			pose: 'head',
			side: 'left',
			finger: 'left.middle',
			joint: 'left.middleMiddle',
		};
		const recording = makeHand({ bend: 10, spread: 5 });
		for (const { name, parameters, description } of CHANNELS) {
			const expression = `${name}(${parameters.map((kind) => names[kind]).join(', ')})`;
			expect(createChannel(recording, expression).values.length, expression).toBe(61);
			expect(description).not.toBe('');
		}
	});

	it.each([
		['speed', TypeError, "expression: 'speed' is not understood; expected NAME(POINT, …), such as speed(head)"],
		['speed(head', TypeError, "expression: 'speed(head' is not understood"],
		['fastness(head)', TypeError, "expression: 'fastness' is not a channel; expected x, y, z, speed, acceleration"],
		['distance(head)', TypeError, 'expression: expected distance(point, point), got 1 of 2 names'],
		['speed()', TypeError, 'expression: expected speed(point), got 0 of 1 names'],
		[
			'speed(left.indxTip)',
			TypeError,
			"'left.indxTip' is not a point; expected head, gaze, a track of poses, left.JOINT or right.JOINT; did you mean left.indexTip?",
		],
		[
			'speed(nose)',
			TypeError,
			"expression: 'nose' is not a point; expected head, gaze, a track of poses, left.JOINT or right.JOINT",
		],
		['speed(right.wrist)', RangeError, 'expression: the recording has no right.wrist'],
		['speed(left.palm)', RangeError, 'expression: the recording has no left.palm'],
		['speed(left.controller)', RangeError, 'expression: the recording has no left.controller'],
		['turning(gaze)', TypeError, 'expression: gaze has no rotation'],
		['aperture(middle)', TypeError, "expression: 'middle' is not a hand; expected left or right"],
		[
			'curl(left.wrist)',
			TypeError,
			"expression: 'left.wrist' is not a finger; expected left or right, a dot, and thumb, index",
		],
		['flexion(left.wrist)', TypeError, 'expression: left.wrist does not bend; expected a joint between two bones'],
		['spread(left.index, right.index)', TypeError, 'expression: spread takes two fingers of the same hand'],
		['strength(left)', RangeError, 'expression: the recording has no pinch strength of the left hand'],
	])('refuses %s', (expression, type, message) => {
		const create = (): Channel => createChannel(moving, expression);
		expect(create).toThrow(type);
		expect(create).toThrow(message);
	});
});

describe('listPoints', () => {
	it('lists the points with keys', () => {
		expect(listPoints(moving).slice(0, 4)).toEqual(['head', 'gaze', 'left.wrist', 'left.thumbTip']);
		for (const point of listPoints(moving)) expect(createChannel(moving, `speed(${point})`).unit).toBe('m/s');
		expect(listPoints(createRecording({}))).toEqual([]);
	});
});

// A left hand that does not move: index and middle finger spread in the plane of the palm and bent at each joint.
function makeHand({ bend, spread }: { readonly bend: number; readonly spread: number }): Recording {
	const radians = Math.PI / 180;
	const still = ([x, y, z]: readonly number[]): PoseParts => ({
		position: { x: createCurve([0, x!]), y: createCurve([0, y!]), z: createCurve([0, z!]) },
		rotation: { w: createCurve([0, 1]) },
	});
	const joints: Partial<Record<JointName, PoseParts>> = {
		wrist: still([0, 0, 0]),
		pinkyKnuckle: still([0.05, 0, 0.08]),
	};
	for (const [finger, degrees] of [
		['index', -spread],
		['middle', 0],
	] as const) {
		const [sine, cosine] = [Math.sin(degrees * radians), Math.cos(degrees * radians)];
		let [along, down, angle] = [0.03, 0, 0];
		for (const part of ['Metacarpal', 'Knuckle', 'Middle', 'Distal', 'Tip'] as const) {
			joints[`${finger}${part}`] = still([along * sine, -down, along * cosine]);
			if (part !== 'Metacarpal') angle += bend * radians;
			along += 0.03 * Math.cos(angle);
			down += 0.03 * Math.sin(angle);
		}
	}
	joints.thumbTip = still([-0.05, 0, 0.1]);
	const tracked = createCurve([0, 1, 1, 1], { kind: 'boolean' });
	return createRecording({
		head: { rotation: { w: createCurve([0, 1, 1, 1]) } },
		hands: {
			left: {
				tracked,
				pinching: createCurve([0, 0], { kind: 'boolean' }),
				joints,
				pinchStrength: createCurve([0, 0, 1, 1]),
			},
		},
	});
}
