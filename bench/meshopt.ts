// Recordings as streams of meshopt, the best that glTF offers, for comparison with reels: every frame, positions in integer
// steps and rotations through the quaternion filter, as coarse as 1 mm and 0.2° allow.
import { createFrameSample, createSampler, JOINT_NAMES, POSE_STRIDE, type Recording, SIDES } from '@handreel/core';
import { listKeyTimes } from '@handreel/core/internal';
import { MeshoptEncoder } from 'meshoptimizer';

/** Meters: rounding to a step moves a point by at most half a step along each axis, and so by 1 mm at most. */
const POSITION_STEP = 0.002 / Math.sqrt(3);
/** With 10 bits, a rotation turns by at most 0.14°; with 9 bits, by 0.27°. */
const ROTATION_BITS = 10;
/** A direction of unit length turns by at most 0.2°. */
const DIRECTION_STEP = (2 * 0.2 * Math.PI) / 180 / Math.sqrt(3);
const ELEMENT_BYTES = 8;

/** Returns the streams of a recording, one after the other. */
export async function encodeMeshopt(recording: Recording): Promise<Uint8Array> {
	await MeshoptEncoder.ready;
	const times = listKeyTimes(recording);
	const streams = [MeshoptEncoder.encodeVertexBuffer(new Uint8Array(times.buffer), times.length, 4)];
	for (const { numbers, size, step } of listSignals(recording, times)) {
		streams.push(size === 4 ? encodeRotations(numbers) : encodeSteps(numbers, step));
	}
	return Buffer.concat(streams);
}

interface Signal {
	readonly numbers: number[];
	/** Numbers per frame: 4 for a rotation. */
	readonly size: 3 | 4;
	readonly step: number;
}

// Head, gaze and joints. The joint `none` is not tracked.
function listSignals(recording: Recording, times: ArrayLike<number>): Signal[] {
	const sampler = createSampler(recording, { defaultWrap: 'clamp-forever' });
	const frame = createFrameSample();
	const vector = (step: number): Signal => ({ numbers: [], size: 3, step });
	const pose = (): Signal[] => [vector(POSITION_STEP), { numbers: [], size: 4, step: 0 }];
	const head = pose();
	const gaze = [vector(2 * POSITION_STEP), vector(DIRECTION_STEP)];
	const joints = SIDES.map(() => JOINT_NAMES.slice(1).map(pose));
	const add = (signals: readonly Signal[], from: Float32Array, at: number): void => {
		let next = at;
		for (const { numbers, size } of signals) for (let i = 0; i < size; i++) numbers.push(from[next++]!);
	};
	for (let i = 0; i < times.length; i++) {
		sampler.sampleFrame(times[i]!, frame);
		add(head, frame.head, 0);
		add(gaze, frame.gaze, 0);
		SIDES.forEach((side, s) => {
			joints[s]!.forEach((signals, joint) => {
				add(signals, frame.hands[side].joints, (joint + 1) * POSE_STRIDE);
			});
		});
	}
	return [...head, ...gaze, ...joints.flat(2)];
}

function encodeSteps(numbers: readonly number[], step: number): Uint8Array {
	const count = numbers.length / 3;
	const elements = new Int16Array(count * 4);
	numbers.forEach((value, i) => {
		elements[Math.floor(i / 3) * 4 + (i % 3)] = Math.round(value / step);
	});
	return MeshoptEncoder.encodeVertexBuffer(new Uint8Array(elements.buffer), count, ELEMENT_BYTES);
}

function encodeRotations(numbers: readonly number[]): Uint8Array {
	const count = numbers.length / 4;
	const filtered = MeshoptEncoder.encodeFilterQuat(Float32Array.from(numbers), count, ELEMENT_BYTES, ROTATION_BITS);
	return MeshoptEncoder.encodeVertexBuffer(filtered, count, ELEMENT_BYTES);
}
