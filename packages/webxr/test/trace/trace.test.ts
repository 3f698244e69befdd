import { createFrameSample, createSampler, getCurveKeys, type Recording } from '@handreel/core';
import { compareRecordings, listExcesses } from '@handreel/core/edit';
import { decodeReel, encodeReel } from '@handreel/core/reel';
import type { TracePart } from '@handreel/webxr';
import { readTrace } from '@handreel/webxr/internal';
import { describe, expect, it } from 'vitest';
import { RecordingDevice } from '../../src/device/recording-device.ts';
import { Trace } from '../../src/trace/trace.ts';
import { makeController, makeHand, makeRecording, pose, states } from '../support/made-recording.ts';

const FRAME_RATE = 20;

function trace(recording: Recording, maxFrames = 1000, features: readonly string[] = []): Trace {
	const device = new RecordingDevice(recording, {});
	const result = new Trace(maxFrames);
	for (let i = 0; i <= 2 * FRAME_RATE; i++) {
		device.update(i / FRAME_RATE, i === 0);
		result.addFrame(5000 + (i * 1000) / FRAME_RATE, device, features);
		if (i === 10) result.addEvent({ type: 'inputsourceschange', added: ['left'], removed: [] });
		if (i === 20) result.addMessage('warn', 'too late');
		if (i === 30) result.addMessage('uncaught', 'TypeError: x');
	}
	return result;
}

describe('a trace', () => {
	const recording = makeRecording({
		hands: { left: makeHand(states(0, 1), { pinching: states(0, 0, 1, 1), aim: pose(0.1, 1, 0.6) }) },
		controllers: { right: makeController(states(0, 1)) },
	});

	it('is a recording of what the device showed, in parts', () => {
		const source = trace(recording);
		const parts: TracePart[] = [source.read(0, 25), source.read(25, 1000)];
		const copy = decodeReel(encodeReel(readTrace(parts, { application: 'page' })));
		expect(copy.info.application).toBe('page');
		expect(copy.duration).toBeCloseTo(2, 6);
		const { onlyInA, ...comparison } = compareRecordings(recording, copy, { onlyTracked: true });
		// WebXR has no such joint.
		expect(onlyInA).toEqual(['hands.left.joints.none']);
		expect(listExcesses({ ...comparison, onlyInA }, {}).filter(({ path }) => !path.includes('palm'))).toEqual([]);
		const sampler = createSampler(copy, { space: 'webxr', defaultWrap: 'clamp-forever' });
		const { controllers, hands } = sampler.sampleFrame(0.75, createFrameSample());
		expect([controllers.right.pressed[0], controllers.right.axes[2]]).toEqual([1, Math.fround(Math.sin(3))]);
		expect(hands.left.aim[2]).toBeCloseTo(-0.6, 6);
	});

	it('has the gaze only if the session was allowed to see it', () => {
		const gaze = { origin: pose(0, 1.6, 0).position!, direction: pose(0, 0, 1).position! };
		const read = (features: readonly string[]): Recording =>
			readTrace([trace(makeRecording({ gaze }), 1000, features).read(0, 1000)]);
		expect(read(['hand-tracking']).gaze).toBeNull();
		expect(read(['eye-tracking']).gaze).not.toBeNull();
	});

	it('has events, console messages and errors as tracks', () => {
		const { tracks } = readTrace([trace(recording).read(0, 1000)]);
		expect(tracks).toEqual([
			{ name: 'events', kind: 'events', events: [{ time: 0.5, name: 'inputsourceschange +left' }] },
			{ name: 'console', kind: 'events', events: [{ time: 1, name: 'warn: too late' }] },
			{ name: 'errors', kind: 'events', events: [{ time: 1.5, name: 'TypeError: x' }] },
		]);
	});

	it('has the positions of watched objects at the end of each frame as tracks', () => {
		const device = new RecordingDevice(recording, {});
		const source = new Trace(3);
		let x = 0;
		source.readObjects = () => [
			{ name: 'table/block 1.2', position: [x, 1, -2] },
			{ name: 'errors', position: [0, 0, 0] },
		];
		for (let i = 0; i < 5; i++) {
			device.update(i / 4, i === 0);
			source.addFrame(i * 250, device, []);
			// The page moves its objects during the frame.
			x = i;
		}
		const { tracks } = decodeReel(encodeReel(readTrace([source.read(0, 2), source.read(2, 9)])));
		expect(tracks.map(({ name }) => name)).toEqual(['events', 'console', 'errors', 'table/block 1_2', 'errors (2)']);
		const block = tracks.find(({ name }) => name === 'table/block 1_2');
		if (block?.kind !== 'pose') throw new Error('no poses');
		expect([...getCurveKeys(block.position.x)]).toEqual([0, 2, 0.25, 3, 0.5, 4]);
		expect([...getCurveKeys(block.position.z)]).toEqual([0, 2, 0.25, 2, 0.5, 2]);
	});

	it('keeps the last frames only, from 0 s on', () => {
		const source = trace(recording, 21);
		expect(source.frameCount).toBe(21);
		const copy = readTrace([source.read(0, 21)]);
		expect(copy.duration).toBeCloseTo(1, 6);
		expect(copy.tracks.map((track) => (track.kind === 'events' ? track.events.map(({ time }) => time) : []))).toEqual([
			[],
			[0],
			[0.5],
		]);
	});
});
