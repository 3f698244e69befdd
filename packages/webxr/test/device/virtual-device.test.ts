import { describe, expect, it } from 'vitest';
import { InputActivity } from '../../src/device/input-activity.ts';
import { RecordingDevice } from '../../src/device/recording-device.ts';
import { VirtualDevice } from '../../src/device/virtual-device.ts';
import { RELEASED_BUTTON } from '../../src/device/virtual-input.ts';
import { makeHand, makeRecording, states } from '../support/made-recording.ts';

const POSE = [1, 2, 3, 0, 0, 0, 1];

describe('a virtual device', () => {
	it('takes over all changes at the start of a frame', () => {
		const device = new VirtualDevice();
		const input = device.addInput({ handedness: 'right', buttons: [RELEASED_BUTTON], axes: [0, 0] });
		device.update();
		const [live] = device.inputs;
		device.set({ head: POSE, floor: null, bounds: [[0, 1]] });
		input.set({ ray: POSE });
		input.setAxis(1, 0.5);
		input.press('select');
		expect([device.head, device.bounds, live!.ray, live!.gamepad!.axes, live!.isPressed('select')]).toEqual([
			[0, 0, 0, 0, 0, 0, 1],
			[],
			null,
			[0, 0],
			false,
		]);
		device.update();
		expect(device.inputs[0]).toBe(live);
		expect([device.head, device.floor, device.bounds]).toEqual([POSE, null, [[0, 1]]]);
		expect([live!.ray, live!.gamepad!.axes, live!.isPressed('select')]).toEqual([POSE, [0, 0.5], true]);
		expect(live!.gamepad!.buttons).toEqual([{ pressed: true, touched: true, value: 1 }]);
	});

	it('changes modes and features at once, because sessions start between frames', () => {
		const device = new VirtualDevice();
		device.set({ modes: ['inline'], features: [] });
		expect([device.modes, device.features]).toEqual([['inline'], []]);
	});

	it('has a new input when a description changes or the input comes back', () => {
		const device = new VirtualDevice();
		const input = device.addInput({ handedness: 'left' });
		const take = (): unknown => {
			device.update();
			return device.inputs[0];
		};
		const seen = [take(), take()];
		input.set({ handedness: 'right' });
		seen.push(take());
		input.set({ profiles: ['generic-button'] });
		seen.push(take());
		input.isConnected = false;
		expect(take()).toBeUndefined();
		input.isConnected = true;
		seen.push(take());
		expect(seen[1]).toBe(seen[0]);
		expect(new Set(seen).size).toBe(4);
	});

	it('selects and squeezes with its first two buttons', () => {
		const device = new VirtualDevice();
		const input = device.addInput({ buttons: [RELEASED_BUTTON, RELEASED_BUTTON] });
		device.update();
		const activity = new InputActivity(device.inputs[0]!, true);
		const take = (): string[] => {
			device.update();
			return [...activity.takeEvents(true, true)];
		};
		input.setButton(1, { pressed: true, value: 0.8 });
		expect(take()).toEqual(['squeezestart']);
		input.setButton(1, { pressed: false });
		input.press('select');
		input.release('select');
		expect(take()).toEqual(['squeeze', 'squeezeend', 'selectstart', 'select', 'selectend']);
		input.press('select');
		take();
		input.cancel('select');
		expect(take()).toEqual(['selectend']);
		expect(() => input.setButton(2, {})).toThrow('index: 2 is not one of 2 buttons');
		expect(() => input.setAxis(0, 1)).toThrow('index: 0 is not one of 0 axes');
	});

	it('counts how many times the origin has jumped', () => {
		const device = new VirtualDevice();
		device.recenter(POSE);
		expect([device.resetCount, device.origin[0]]).toEqual([0, 0]);
		device.update();
		expect([device.resetCount, device.origin[0]]).toEqual([1, 1]);
	});
});

describe('combined devices', () => {
	it('replace the recorded hand of a side by a scripted controller while it is connected', () => {
		const hands = { left: makeHand(states(0, 1)), right: makeHand(states(0, 1)) };
		const device = new RecordingDevice(makeRecording({ hands }), {});
		const scripted = new VirtualDevice();
		device.add(scripted);
		const list = (time: number): string[] => {
			device.update(time, false);
			return device.inputs.map(({ handedness, hand }) => `${handedness} ${hand ? 'hand' : 'controller'}`);
		};
		expect(list(0)).toEqual(['left hand', 'right hand']);
		const controller = scripted.addInput({ handedness: 'right' });
		expect(list(0.1)).toEqual(['left hand', 'right controller']);
		controller.isConnected = false;
		expect(list(0.2)).toEqual(['left hand', 'right hand']);
		expect(device.head![0]).toBeCloseTo(0.01, 6);
	});
});
