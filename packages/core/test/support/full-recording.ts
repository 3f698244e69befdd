import { type Curve, createCurve, createRecording, JOINT_NAMES, type Recording, type Side } from '../../src/index.ts';
import { createTestRoom } from './test-room.ts';

/** A recording of two seconds that has everything the model can hold. */
export function createFullRecording(): Recording {
	return createRecording({
		head: createPose(1.6),
		hands: { left: createHand('left'), right: createHand('right') },
		gaze: { origin: createPose(1.6).position, direction: { z: createCurve([0, 1, 2, 1]) } },
		controllers: { left: createController('left'), right: createController('right') },
		markers: [
			{ time: 0.5, name: 'grab' },
			{ time: 1.5, name: 'release' },
		],
		info: { device: 'Quest 3', frameRate: 72, study: { group: 'b' } },
		tracks: [
			{ name: 'block', kind: 'pose', ...createPose(0.9) },
			{ name: 'heart rate', kind: 'scalar', value: wave(70, 5) },
			{ name: 'seated', kind: 'boolean', value: createState([0, 1, 1.2, 0]) },
			{
				name: 'console',
				kind: 'events',
				events: [
					{ time: 0.25, name: 'loaded' },
					{ time: 1.75, name: 'clicked' },
				],
			},
			{
				name: 'gesture',
				kind: 'spans',
				spans: [
					{ start: 0.25, end: 0.75, label: 'reach', score: 0.9 },
					{ start: 0.75, end: 1.5, label: 'grasp' },
				],
			},
		],
		room: createTestRoom(),
	});
}

function createHand(side: Side) {
	const joints = Object.fromEntries(JOINT_NAMES.map((name, i) => [name, createPose(1 + i / 100)]));
	return {
		tracked: createState([0, 1, 0.75, 0, 1, 1]),
		pinching: createState([0, 0, 0.5, 1, 1.5, 0]),
		joints,
		aim: createPose(side === 'left' ? 1.1 : 1.2),
		pinchStrength: wave(0.5, 0.5),
		radii: { wrist: 0.02, indexTip: 0.007 },
	};
}

function createController(side: Side) {
	return {
		tracked: createState([0, 1]),
		grip: createPose(side === 'left' ? 0.8 : 0.9),
		aim: createPose(side === 'left' ? 0.85 : 0.95),
		buttons: [
			{ pressed: createState([0, 0, 0.4, 1, 0.8, 0]), touched: createState([0, 1]), value: wave(0.5, 0.4) },
			{ pressed: createState([0, 0]), touched: createState([0, 0]), value: createCurve([0, 0]) },
		],
		axes: [wave(0, 1), wave(0, 0.5), createCurve([0, 0]), createCurve([0, 0])],
		profiles: ['meta-quest-touch-plus', 'generic-trigger-squeeze-thumbstick'],
	};
}

function createPose(height: number) {
	return {
		position: { x: wave(0.1, 0.2), y: createCurve([0, height, 2, height + 0.1]), z: wave(0.4, 0.1) },
		rotation: {
			x: createCurve([0, 0, 1, 0.6, 2, 0]),
			y: createCurve([0, 0, 1, 0, 2, 0.28]),
			z: createCurve([0, 0, 1, 0, 2, 0]),
			w: createCurve([0, 1, 1, 0.8, 2, 0.96]),
		},
	};
}

function wave(middle: number, height: number): Curve {
	const keys = Array.from({ length: 21 }, (_, i) => [i / 10, middle + height * Math.sin(i / 3)]);
	return createCurve(keys.flat());
}

function createState(keys: readonly number[]): Curve {
	return createCurve(keys, { kind: 'boolean' });
}
