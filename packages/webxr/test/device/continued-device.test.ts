import { createFrameSample, type Recording } from '@handreel/core';
import { Performer, type PerformerOptions } from '@handreel/core/perform';
import { Recorder } from '@handreel/core/record';
import { describe, expect, it } from 'vitest';
import { RecordingDevice } from '../../src/device/recording-device.ts';

const FRAME_RATE = 64;

// A part of a performance, with its first frame at 0 s.
function recordPart(performer: Performer, start: number, end: number): Recording {
	const recorder = new Recorder({ maxDuration: 100 });
	recorder.start();
	const frame = createFrameSample();
	for (let i = 0; i <= (end - start) * FRAME_RATE; i++) {
		performer.sampleAt(start + i / FRAME_RATE, frame).time = i / FRAME_RATE;
		recorder.capture(frame);
	}
	return recorder.toRecording({ keepAllKeys: true });
}

// Head, inputs and edges of every frame, and how often an input was new.
function play(device: RecordingDevice, end: number, onFrame: (time: number) => void): unknown[] {
	const known = new Set<unknown>();
	const frames: unknown[] = [];
	for (let i = 0; i <= end * FRAME_RATE; i++) {
		onFrame(i / FRAME_RATE);
		device.update(i / FRAME_RATE, i === 0);
		for (const input of device.inputs) known.add(input);
		frames.push({
			head: Array.from(device.head),
			known: known.size,
			inputs: device.inputs.map(({ handedness, ray, grip, hand, edges, gamepad }) => ({
				handedness,
				ray: ray && Array.from(ray),
				grip: grip && Array.from(grip),
				tip: hand?.joints && Array.from(hand.joints.subarray(63, 66)),
				edges: edges.map(({ action, state }) => `${action} ${state}`),
				buttons: gamepad?.buttons.map(({ pressed }) => pressed),
			})),
		});
	}
	return frames;
}

describe('a device that continues with another part', () => {
	it.each<[string, PerformerOptions]>([
		['hands', {}],
		['controllers', { input: 'controllers' }],
	])('shows %s as if the recording were whole', (_, options) => {
		const performer = new Performer(options);
		performer.right.reach([0.2, 1.1, 0.4]).pinch().moveTo([0, 1.2, 0.4]).release();
		performer.left.wait(1).pinch().wait(0.2).hide().wait(0.6).show();
		const end = Math.floor(performer.duration * FRAME_RATE) / FRAME_RATE;
		const whole = new RecordingDevice(recordPart(performer, 0, end), {});
		const parts = new RecordingDevice(recordPart(performer, 0, 1), {});
		const expected = play(whole, end, () => {});
		const actual = play(parts, end, (time) => {
			// The part before was shown up to its end.
			if ([1.015625, 1.515625, 1.703125].includes(time)) {
				const start = time - 1 / FRAME_RATE;
				parts.continueWith(recordPart(performer, start, end), start);
			}
		});
		expect(end).toBeGreaterThan(1.75);
		expect(actual).toEqual(expected);
		expect(JSON.stringify(actual)).toContain('select pressed');
	});
});
