import { createCurve, type Recording } from '@handreel/core';
import { describe, expect, it } from 'vitest';
import { INPUT_ACTIONS } from '../../src/device/device.ts';
import { DEVICE_PRESETS } from '../../src/device/device-presets.ts';
import { RecordingDevice } from '../../src/device/recording-device.ts';
import type { ReplayOptions } from '../../src/device/replay-options.ts';
import { createTransientPointer } from '../../src/device/transient-pointer.ts';
import { makeController, makeHand, makeRecording, PROFILES, pose, states } from '../support/made-recording.ts';

/** The inputs and edges at each frame where they change. */
function watch(recording: Recording, options: ReplayOptions = {}, frameRate = 20): string[] {
	const device = new RecordingDevice(recording, options);
	const lines: string[] = [];
	device.update(0, true);
	let last: typeof device.inputs = [];
	for (let i = 0; i <= recording.duration * frameRate; i++) {
		device.update(i / frameRate, false);
		const { inputs } = device;
		const name = (input: (typeof inputs)[number]): string =>
			input.gamepad ? 'controller' : input.hand ? 'hand' : 'gaze';
		const changes = [
			...inputs.filter((input) => !last.includes(input)).map((input) => `+${name(input)}`),
			...last.filter((input) => !inputs.includes(input)).map((input) => `-${name(input)}`),
			...inputs.flatMap(({ edges }) => edges.map(({ action, state }) => `${action} ${state}`)),
		];
		if (changes.length > 0) lines.push(`${(i / frameRate).toFixed(2)} ${changes.join(', ')}`);
		last = inputs;
	}
	return lines;
}

describe('a device with recorded hands and controllers', () => {
	const switching = makeRecording({
		hands: { right: makeHand(states(0, 1, 0.5, 0, 1.5, 1)) },
		controllers: { right: makeController(states(0, 0, 0.6, 1, 1.4, 0)) },
	});

	it('removes the hand when the controller appears, and brings a new hand back', () => {
		expect(watch(switching)).toEqual([
			'0.00 +hand',
			'0.50 select canceled',
			'0.60 +controller, -hand',
			'0.75 squeeze pressed',
			'1.00 select released',
			'1.50 +hand, -controller, select released',
		]);
	});

	it('removes a controller that is lost for longer than the timeout', () => {
		const controllers = { left: makeController(states(0, 1, 0.3, 0)) };
		expect(watch(makeRecording({ controllers }))).toEqual([
			'0.00 +controller',
			'0.50 select pressed',
			'0.75 -controller',
		]);
	});

	it('moves controllers at the frame rate of tracking, too', () => {
		const recording = makeRecording({ controllers: { left: makeController(states(0, 1)) } });
		const listGrips = (options: ReplayOptions): number[] => {
			const device = new RecordingDevice(recording, options);
			return [0.6, 0.65, 0.7, 0.75].map((time) => {
				device.update(time, false);
				return device.inputs[0]!.grip![0]!;
			});
		};
		const [first, , third] = listGrips({});
		expect(third).not.toBe(first);
		expect(listGrips({ mutations: { trackingFrameRate: 10 } })).toEqual(
			[first, first, third, third].map((x) => expect.closeTo(x!, 6)),
		);
	});

	it('returns buttons, axes, poses and profiles of a controller as they were recorded', () => {
		const device = new RecordingDevice(makeRecording({ controllers: { left: makeController(states(0, 1)) } }), {});
		device.update(0.75, false);
		const [input] = device.inputs;
		expect(input).toMatchObject({
			handedness: 'left',
			targetRayMode: 'tracked-pointer',
			profiles: PROFILES,
			hand: null,
		});
		expect(input!.gamepad!.mapping).toBe('xr-standard');
		expect(input!.gamepad!.buttons.slice(0, 2)).toEqual([
			{ pressed: true, touched: true, value: 1 },
			{ pressed: true, touched: true, value: Math.fround(Math.sin(3.5)) },
		]);
		expect(Array.from(input!.gamepad!.axes)).toEqual([
			0,
			0,
			Math.fround(Math.sin(3)),
			Math.fround(Math.sin(3 + Math.PI / 2)),
		]);
		expect(Array.from(input!.grip!)).toEqual(
			[0.2 * Math.sin(3), 1.075, -0.425, 0, 0, 0, 1].map((x) => expect.closeTo(x, 5)),
		);
		expect(input!.ray![0]).toBeCloseTo(0.2 * Math.sin(3.2), 5);
		expect(INPUT_ACTIONS.map((action) => input!.isPressed(action))).toEqual([true, true]);
	});

	it('cancels actions at a jump', () => {
		const device = new RecordingDevice(makeRecording({ controllers: { left: makeController(states(0, 1)) } }), {});
		device.update(0.6, false);
		device.update(0.9, true);
		expect(device.inputs[0]!.edges).toEqual([
			{ action: 'select', state: 'canceled' },
			{ action: 'squeeze', state: 'canceled' },
		]);
		expect(device.inputs[0]!.isPressed('squeeze')).toBe(true);
	});
});

describe('a device with recorded hands', () => {
	const tracked = states(0, 1);

	it('points where the headset pointed, unless another pointer is chosen', () => {
		const recording = makeRecording({ hands: { right: makeHand(tracked, { aim: pose(0.3, 1, 0.6) }) } });
		const point = (options: ReplayOptions): number => {
			const device = new RecordingDevice(recording, options);
			device.update(0, true);
			return device.inputs[0]!.ray![0]!;
		};
		expect(point({})).toBeCloseTo(0.3, 6);
		expect(point({ pointer: 'wrist' })).toBeCloseTo(0.1 - 0.022, 6);
		expect(point({ pointer: 'index' })).toBeCloseTo(0.1, 6);
	});

	it('has recorded radii, and the strength of pinches as its first button', () => {
		const hand = makeHand(tracked, {
			radii: { wrist: 0.03, indexTip: 0.004 },
			pinching: states(0, 0, 0.5, 1),
			pinchStrength: createCurve([0, 0, 1, 1]),
		});
		const device = new RecordingDevice(makeRecording({ hands: { left: hand } }), {});
		device.update(0.5, false);
		const [input] = device.inputs;
		expect([input!.hand!.radii[0], input!.hand!.radii[9], input!.hand!.radii[1]]).toEqual([0.03, 0.004, 0.0194]);
		expect(input!.gamepad!.buttons).toEqual([{ pressed: true, touched: true, value: 0.5 }]);
	});

	it('selects with a transient pointer along the gaze, as on Vision Pro', () => {
		const recording = makeRecording({
			hands: { right: makeHand(tracked, { pinching: states(0, 0, 0.5, 1, 1, 0) }) },
			gaze: {
				origin: pose(0, 1.6, 0).position!,
				direction: { x: createCurve([0, 0]), y: createCurve([0, 0]), z: createCurve([0, 1]) },
			},
		});
		const device = new RecordingDevice(recording, {
			...DEVICE_PRESETS['vision-pro'],
			selectWith: createTransientPointer,
			gaze: 'never',
		});
		const look = (time: number): string[] => {
			device.update(time, false);
			return device.inputs.map((input) =>
				[input.targetRayMode, input.feature, input.isPressed('select'), ...input.edges.map(({ state }) => state)].join(
					' ',
				),
			);
		};
		device.update(0, true);
		expect(look(0.25)).toEqual(['tracked-pointer hand-tracking false']);
		expect(look(0.5)).toEqual(['tracked-pointer hand-tracking false', 'transient-pointer  true pressed']);
		const [, pointer] = device.inputs;
		expect(Array.from(pointer!.ray!)).toEqual([0, 1.6, 0, 0, 0, 0, 1].map((value) => expect.closeTo(value, 6)));
		expect(Array.from(pointer!.grip!).slice(0, 3)).toEqual([0.1, 1.2, -0.4].map((value) => expect.closeTo(value, 6)));
		expect(look(0.75)[1]).toBe('transient-pointer  true');
		expect(look(1)).toEqual(['tracked-pointer hand-tracking false']);
		expect(pointer!.edges).toEqual([{ action: 'select', state: 'released' }]);
	});

	it('moves the origin to the head when it is recentered', () => {
		const device = new RecordingDevice(makeRecording({}), {});
		device.update(2, true);
		device.recenter();
		expect(device.resetCount).toBe(1);
		expect(Array.from(device.origin)).toEqual([0.1, 1.6, 0, 0, 0, 0, 1].map((value) => expect.closeTo(value, 6)));
	});

	it('has the gaze as an input for sessions that ask for it', () => {
		const gaze = { origin: pose(0, 1.6, 0).position!, direction: { z: createCurve([0, 1]) } };
		const list = (option?: ReplayOptions['gaze']): unknown[] => {
			const device = new RecordingDevice(makeRecording({ gaze }), option === undefined ? {} : { gaze: option });
			device.update(0, true);
			return device.inputs.map(({ targetRayMode, feature }) => [targetRayMode, feature]);
		};
		expect(list()).toEqual([['gaze', 'eye-tracking']]);
		expect(list('always')).toEqual([['gaze', null]]);
		expect(list('never')).toEqual([]);
	});
});
