// Ten minutes of two hands, head and gaze for the sampling benchmarks: keys at a few percent of the frames of a 60 Hz
// recorder, at other frames for each vector, as MRTK's optimizer leaves them (5 MB with simple keys).
import {
	type Curve,
	createCurve,
	createRecording,
	type HandParts,
	JOINT_NAMES,
	type PoseParts,
	type QuatCurves,
	type Recording,
	type Vec3Curves,
} from '@handreel/core';

/** How segments run; `dense` has lines with a key at every frame. */
export type Shape = 'line' | 'hermite' | 'weighted' | 'dense';

/** Curves with the same key times, in the form that other libraries want. */
export interface PartnerGroup {
	readonly times: Float32Array;
	readonly values: Float32Array;
	readonly size: number;
	readonly isRotation: boolean;
	/** Control points (time, value) before and after each key, as three.js wants them. */
	readonly inTangents: Float32Array;
	readonly outTangents: Float32Array;
	readonly offset: number;
}

/** The same motion for us and for others. */
export interface SamplingData {
	readonly recording: Recording;
	readonly groups: readonly PartnerGroup[];
	readonly outputs: number;
}

/** Seconds of the benchmark recording. */
export const DURATION = 600;
/** Frames per second of recording and playback. */
export const RATE = 60;
const KEY_SHARE = 0.046;
const WEIGHT = Math.fround(0.4);

const known = new Map<Shape, SamplingData>();

/** Makes the data of a shape, once per run. */
export function makeSamplingData(shape: Shape): SamplingData {
	const data = known.get(shape) ?? build(shape);
	known.set(shape, data);
	return data;
}

function build(shape: Shape): SamplingData {
	const random = createRandom();
	const groups: PartnerGroup[] = [];
	let outputs = 0;
	const group = (size: number): Curve[] => {
		const times = makeTimes(random, shape === 'dense' ? 1 : KEY_SHARE);
		const phases = Array.from({ length: size }, () => random() * 6);
		const value = (c: number, time: number): number =>
			c === 3 ? 1 : 0.3 * Math.sin(time * (0.8 + 0.1 * c) + phases[c]!);
		const slope = (c: number, time: number): number =>
			c === 3 ? 0 : 0.3 * (0.8 + 0.1 * c) * Math.cos(time * (0.8 + 0.1 * c) + phases[c]!);
		const offset = outputs;
		outputs += size;
		groups.push(makePartnerGroup(times, size, offset, value, slope));
		return phases.map((_, c) =>
			makeCurve(
				shape,
				times,
				(time) => value(c, time),
				(time) => slope(c, time),
			),
		);
	};
	const vec3 = (): Vec3Curves => {
		const [x, y, z] = group(3) as [Curve, Curve, Curve];
		return { x, y, z };
	};
	const quat = (): QuatCurves => {
		const [x, y, z, w] = group(4) as [Curve, Curve, Curve, Curve];
		return { x, y, z, w };
	};
	const pose = (): PoseParts => ({ position: vec3(), rotation: quat() });
	const hand = (): HandParts => ({
		tracked: createCurve([0, 1, 200, 0, 210, 1], { kind: 'boolean' }),
		pinching: createCurve(Array.from({ length: 80 }, (_, i) => [i * 7, i % 2]).flat(), { kind: 'boolean' }),
		joints: Object.fromEntries(JOINT_NAMES.slice(1).map((name) => [name, pose()])),
	});
	const recording = createRecording({
		head: pose(),
		hands: { left: hand(), right: hand() },
		gaze: { origin: vec3(), direction: vec3() },
	});
	return { recording, groups, outputs };
}

function makeTimes(random: () => number, share: number): Float32Array {
	const times: number[] = [0];
	for (let frame = 1; frame < DURATION * RATE; frame++) if (random() < share) times.push(frame / RATE);
	times.push(DURATION);
	return Float32Array.from(times);
}

type OfTime = (time: number) => number;

function makeCurve(shape: Shape, times: Float32Array, value: OfTime, slope: OfTime): Curve {
	if (shape === 'line' || shape === 'dense') {
		return createCurve(Array.from(times, (time) => [time, value(time)]).flat());
	}
	const mode = shape === 'weighted' ? 3 : 0;
	const keys = Array.from(times, (time) => [time, value(time), slope(time), slope(time), WEIGHT, WEIGHT, mode]);
	return createCurve(keys.flat(), { stride: 7 });
}

function makePartnerGroup(
	times: Float32Array,
	size: number,
	offset: number,
	value: (c: number, time: number) => number,
	slope: (c: number, time: number) => number,
): PartnerGroup {
	const count = times.length;
	const values = new Float32Array(count * size);
	const inTangents = new Float32Array(count * size * 2);
	const outTangents = new Float32Array(count * size * 2);
	times.forEach((time, i) => {
		const before = WEIGHT * (time - (times[i - 1] ?? time));
		const after = WEIGHT * ((times[i + 1] ?? time) - time);
		for (let c = 0; c < size; c++) {
			const y = value(c, time);
			values[i * size + c] = y;
			inTangents.set([time - before, y - before * slope(c, time)], (i * size + c) * 2);
			outTangents.set([time + after, y + after * slope(c, time)], (i * size + c) * 2);
		}
	});
	return { times, values, size, isRotation: size === 4, inTangents, outTangents, offset };
}

// Mulberry32: small, and the same on every machine.
function createRandom(): () => number {
	let state = 20_261_115;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let word = Math.imul(state ^ (state >>> 15), 1 | state);
		word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
		return ((word ^ (word >>> 14)) >>> 0) / 4_294_967_296;
	};
}
