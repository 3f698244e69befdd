import { describe, expect, it } from 'vitest';
import { createCurve, createRecording, type PoseTrack } from '../../src/index.ts';
import { createChannel, listPoints, sampleChannel } from '../../src/measure.ts';

const line = (...keys: number[]) => createCurve(keys);
const track = (name: string): PoseTrack => ({
	name,
	kind: 'pose',
	position: { x: line(0, 0, 4, 2), y: line(0, 1, 4, 1), z: line(0, 0, 4, 0) },
	rotation: { x: line(0, 0), y: line(0, 0), z: line(0, 0), w: line(0, 1) },
});
const recording = createRecording({
	tracks: [
		track('ball'),
		track('body-hips'),
		{ name: 'body-tracked', kind: 'boolean', value: createCurve([0, 1, 2, 0], { kind: 'boolean' }) },
	],
});

describe('channels of tracks of poses', () => {
	it('are figures of the point with the name of the track', () => {
		expect(listPoints(recording)).toEqual(['ball', 'body-hips']);
		expect(sampleChannel(createChannel(recording, 'speed(ball)'), 3)).toBeCloseTo(0.5, 3);
		expect(sampleChannel(createChannel(recording, 'x(body-hips)'), 1)).toBeCloseTo(0.5, 3);
		expect(sampleChannel(createChannel(recording, 'distance(ball, body-hips)'), 1)).toBeCloseTo(0, 6);
	});

	it('have no values while a body is not tracked', () => {
		expect(sampleChannel(createChannel(recording, 'speed(body-hips)'), 3)).toBeNaN();
		expect(sampleChannel(createChannel(recording, 'speed(ball)'), 3)).not.toBeNaN();
	});

	it('are named where a point is unknown', () => {
		expect(() => createChannel(recording, 'speed(bell)')).toThrow('a track of poses');
	});
});
