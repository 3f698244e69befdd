import { createFrameSample, createSampler, type Recording } from '../../src/index.ts';
import { curvesByPath } from './arbitrary-recording.ts';

/** How far apart two recordings play, at most, at the times that were looked at: metres and degrees. */
export interface Deviation {
	position: number;
	rotationDegrees: number;
	origin: number;
	directionDegrees: number;
}

/**
 * Plays two recordings side by side at all key times of both, at `between` times from each to the next, and around the
 * ends. Joints of both hands and the camera count as one.
 */
export function measureDeviation(a: Recording, b: Recording, between = 5): Deviation {
	const samplers = [createSampler(a), createSampler(b)] as const;
	const frames = [createFrameSample(), createFrameSample()] as const;
	const worst: Deviation = { position: 0, rotationDegrees: 0, origin: 0, directionDegrees: 0 };
	const more = (name: keyof Deviation, value: number): void => {
		if (!(value <= worst[name])) worst[name] = value;
	};
	const comparePoses = (x: Float32Array, y: Float32Array): void => {
		for (let o = 0; o < x.length; o += 7) {
			// Joints without keys.
			if (Number.isNaN(x[o]) && Number.isNaN(y[o])) continue;
			more('position', distance(x, y, o, 3, 1));
			const chord = Math.min(distance(x, y, o + 3, 4, 1), distance(x, y, o + 3, 4, -1));
			more('rotationDegrees', (4 * Math.asin(Math.min(1, chord / 2)) * 180) / Math.PI);
		}
	};
	for (const time of listTimes([a, b], between)) {
		const [x, y] = [samplers[0].sampleFrame(time, frames[0]), samplers[1].sampleFrame(time, frames[1])];
		if (a.camera !== null) comparePoses(x.camera, y.camera);
		if (a.hands !== null) {
			comparePoses(x.hands.left.joints, y.hands.left.joints);
			comparePoses(x.hands.right.joints, y.hands.right.joints);
		}
		if (a.gaze === null) continue;
		more('origin', distance(x.gaze, y.gaze, 0, 3, 1));
		const chord = distance(x.gaze, y.gaze, 3, 3, 1);
		more('directionDegrees', (2 * Math.asin(Math.min(1, chord / 2)) * 180) / Math.PI);
	}
	return worst;
}

function distance(x: Float32Array, y: Float32Array, offset: number, size: number, sign: number): number {
	let square = 0;
	for (let c = offset; c < offset + size; c++) square += ((x[c] ?? 0) - sign * (y[c] ?? 0)) ** 2;
	return Math.sqrt(square);
}

function listTimes(recordings: readonly Recording[], between: number): number[] {
	const keys = new Set<number>();
	for (const recording of recordings) {
		for (const { kind, floats, start, count, stride } of curvesByPath(recording).values()) {
			if (kind === 'boolean') continue;
			for (let i = 0; i < count; i++) keys.add(floats[start + i * stride] ?? 0);
		}
	}
	const sorted = [...keys].filter(Number.isFinite).sort((x, y) => x - y);
	const [first = 0] = sorted;
	const last = sorted.at(-1) ?? 0;
	const range = last - first;
	const times = [first - range / 3, first - 1e-3, last + 1e-3, last + range / 3, last + 1.7 * range];
	sorted.forEach((time, i) => {
		const next = sorted[i + 1] ?? time;
		for (let k = 0; k <= between; k++) times.push(time + ((next - time) * k) / (between + 1));
	});
	return times;
}
