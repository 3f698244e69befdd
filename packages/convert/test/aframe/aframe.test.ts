import { createFrameSample, sampleFrame } from '@handreel/core';
import { describe, expect, it } from 'vitest';
import { decodeAframe } from '../../src/aframe/decode-aframe.ts';
import { decodeRecording } from '../../src/index.ts';

const makePose = (timestamp: number, x: number, rotation = { x: 0, y: 0, z: 0 }): object => ({
	position: { x, y: 1, z: -0.5 },
	rotation,
	timestamp,
});
const makeEvent = (name: string, id: number, timestamp: number, state: object): object => ({
	name,
	detail: { id, state },
	timestamp,
});
const CAPTURE = {
	camera: { poses: [makePose(1000, 0), makePose(1011, 0.1), makePose(1500, 0.2)], events: [] },
	lhand: {
		poses: [makePose(1000, -0.2, { x: 0, y: 90, z: 0 }), makePose(1500, -0.1, { x: 0, y: 90, z: 0 })],
		events: [
			makeEvent('touchstart', 1, 1100, { touched: true }),
			makeEvent('buttonchanged', 1, 1100, { value: 0.7, pressed: true, touched: true }),
			makeEvent('buttondown', 1, 1100, {}),
			makeEvent('buttonup', 1, 1400, { value: 0 }),
			{ name: 'axismove', detail: { id: 0, axis: [0.5, -1], changed: [true, true] }, timestamp: 1200 },
		],
		// Drivers reported other sides than hands had.
		gamepad: { id: 'OpenVR Gamepad', hand: 'right', index: 1 },
	},
	hat: { poses: [makePose(1000, 0)], events: [] },
};

describe('recordings of motion capture components', () => {
	it('become head and controllers in the space and order of WebXR', async () => {
		const { recording, format, issues } = await decodeRecording(new TextEncoder().encode(JSON.stringify(CAPTURE)));
		expect(format).toBe('aframe');
		expect(recording.duration).toBeCloseTo(0.5, 6);
		expect(issues).toMatchObject([{ code: 'section-lost', path: 'hat' }]);
		const frame = sampleFrame(recording, 0.2, createFrameSample(), { space: 'webxr' });
		const { left, right } = frame.controllers;
		expect([left.present, right.present, frame.headPresent]).toEqual([true, false, true]);
		expect(Array.from(left.grip.slice(0, 3))).toEqual([-0.16, 1, -0.5].map((value) => expect.closeTo(value, 2)));
		// A quarter turn to the left.
		expect(Array.from(left.aim.slice(3, 7))).toEqual(
			[0, Math.SQRT1_2, 0, Math.SQRT1_2].map((value) => expect.closeTo(value, 6)),
		);
		// The trigger.
		expect([left.pressed[0], left.touched[0]]).toEqual([1, 1]);
		expect(sampleFrame(recording, 0.45, createFrameSample()).controllers.left.pressed[0]).toBe(0);
		expect(recording.controllers?.left?.profiles).toEqual(['htc-vive']);
	});

	it('may have a single entity', () => {
		const { recording } = decodeAframe(JSON.stringify({ ...CAPTURE.lhand, events: [] }));
		expect(recording.controllers?.right?.grip).toBeTruthy();
	});

	it.each([
		['{"camera":{"poses":[1]}}', 'camera.poses[0]: must be an object with position, rotation and timestamp'],
		['{"camera":{"poses":[{"position":{"x":1,"y":"a"}}]}}', 'camera.poses[0].position.y: "a" is not a number'],
		['{"camera":{"poses":7}}', 'camera.poses: must be a list'],
		['{"camera":{"poses":[]}}', 'recording: has no entity with poses'],
		[
			'{"camera":{"events":[{"name":"buttondown","timestamp":1,"detail":{"id":-1}}]}}',
			'detail.id: -1 is not the number of a button',
		],
		['{"camera":{"poses":[', 'the JSON is malformed'],
		['[]', 'must be an object of entities'],
	])('%s is refused', (text, message) => {
		expect(() => decodeAframe(text)).toThrow(message);
	});

	it('are refused if the name of a gamepad is not a text', () => {
		const lhand = { ...CAPTURE.lhand, gamepad: { id: { toString: 1 } } };
		expect(() => decodeAframe(JSON.stringify({ ...CAPTURE, lhand }))).toThrow('lhand.gamepad.id: must be a text');
	});
});
