import {
	alignQuaternion,
	angleBetweenQuaternions,
	composePoses,
	invertQuaternion,
	multiplyQuaternions,
	normalizeQuaternion,
	rotateVector,
	slerpQuaternions,
} from '@handreel/core/internal';
import { bakeMotion, type Motion, type Vector } from './bake.ts';
import type { Channel } from './draft.ts';

const POSE = 7;
/** The largest error of float32 rounding, relative to the value. */
const ROUNDING = 2 ** -22;
/** The share of the tolerance that channels relative to a parent may add to that of the channels that they are made from. */
const SHARE = 0.5;
/** Joints in a row from the wrist to a fingertip, whose errors add up. */
const DEPTH = 5;
/** The most samples from one time to the next. Only hands that jump need more than a few. */
const MAX_SAMPLES = 256;
/** Samples per sample of all joints at which motions are too different for a common timeline. */
const MAX_GROWTH = 12;

/** The channels of a joint in the space of the scene. */
export interface JointChannels {
	readonly translation: Channel;
	readonly rotation: Channel;
}

/** A joint as viewers show it. */
export interface ShownJoint {
	readonly parent: ShownJoint | null;
	/** Relative to the parent. */
	readonly local: JointChannels;
	/** The pose of the joint at the times of the skeleton. */
	readonly poses: Float64Array;
	/** Whether its channels, and those of all joints above, are linear. */
	readonly isLinear: boolean;
	/** The pose at `time`. */
	readonly pose: Float64Array;
	time: number;
}

/** Lists the times of all joints of a skeleton, or returns `null` if that are too many. */
export function listSkeletonTimes(joints: readonly JointChannels[]): Float32Array | null {
	const channels = joints.flatMap(({ translation, rotation }) => [translation.times, rotation.times]);
	const [first] = channels;
	if (first === undefined) return new Float32Array(0);
	if (channels.every((times) => times.length === first.length && times.every((time, i) => time === first[i]))) {
		return first;
	}
	const times = Float32Array.from(new Set(channels.flatMap((some) => [...some]))).sort();
	const samples = channels.reduce((sum, { length }) => sum + length, 0);
	return times.length * channels.length > samples * MAX_GROWTH ? null : times;
}

/** Returns a joint in the space of the scene. */
export function createRootJoint(world: JointChannels, times: Float32Array): ShownJoint {
	return createShown(null, world, listPoses(world, times), isLinear(world));
}

/**
 * Returns a joint below a parent that is shown as `world` requires, or `null` if that takes too many samples. Tolerances are in
 * meters and radians.
 */
export function createChildJoint(
	world: JointChannels,
	parent: ShownJoint,
	times: Float32Array,
	positionTolerance: number,
	rotationTolerance: number,
): ShownJoint | null {
	const poses = listPoses(world, times);
	const limits = [positionTolerance * SHARE, rotationTolerance * SHARE] as const;
	const motion = { world, parent, poses, times, next: 0, local: new Float64Array(POSE), back: new Float64Array(4) };
	if (parent.isLinear && isLinear(world)) return createShown(parent, sampleLinear(motion, limits), poses, true);
	const place: LocalMotion = { ...motion, tolerance: limits[0], sample: samplePlace, distance: measurePlace };
	const turn: LocalMotion = { ...motion, tolerance: limits[1], sample: sampleTurn, distance: measureTurn };
	const translation = bakeMotion(place, times, 0, 3, 1).channel;
	const rotation = translation && bakeMotion(turn, times, 0, 4, 1).channel;
	return translation && rotation && createShown(parent, { translation, rotation }, poses, false);
}

function createShown(
	parent: ShownJoint | null,
	local: JointChannels,
	poses: Float64Array,
	isLinear: boolean,
): ShownJoint {
	return { parent, local, poses, isLinear, pose: new Float64Array(POSE), time: Number.NaN };
}

function isLinear({ translation, rotation }: JointChannels): boolean {
	return translation.interpolation === 'LINEAR' && rotation.interpolation === 'LINEAR';
}

function listPoses({ translation, rotation }: JointChannels, times: Float32Array): Float64Array {
	const poses = new Float64Array(times.length * POSE);
	for (let i = 0; i < times.length; i++) {
		interpolate(translation, times[i]!, 3, poses, i * POSE);
		interpolate(rotation, times[i]!, 4, poses, i * POSE + 3);
	}
	return poses;
}

// Samples at all times, and between them where interpolation would be off.
function sampleLinear(source: LocalSource, limits: readonly [number, number]): JointChannels {
	const { times } = source;
	const counts = countSamples(source, limits);
	const length = counts.reduce((sum, count) => sum + count, 0);
	const all = length === times.length ? times.slice() : new Float32Array(length);
	const places = new Float32Array(length * 3);
	const turns = new Float32Array(length * 4);
	let at = 0;
	for (let i = 0; i < times.length; i++) {
		source.next = i;
		const step = i === 0 ? 0 : (times[i]! - times[i - 1]!) / counts[i]!;
		for (let left = counts[i]! - 1; left >= 0; left--) {
			const time = Math.fround(times[i]! - left * step);
			// Times so close together need nothing between them.
			if (left > 0 && !(time < times[i]! && time > (all[at - 1] ?? time))) continue;
			const local = findLocal(source, time);
			all[at] = time;
			for (let axis = 0; axis < 3; axis++) places[at * 3 + axis] = local[axis]!;
			normalizeQuaternion(local, local, 3, 3);
			if (at === 0) turns.set(local.subarray(3));
			else alignQuaternion(local, turns, turns, 3, (at - 1) * 4, at * 4);
			at++;
		}
	}
	const shared = all.subarray(0, at);
	return {
		translation: { interpolation: 'LINEAR', times: shared, values: places.subarray(0, at * 3) },
		rotation: { interpolation: 'LINEAR', times: shared, values: turns.subarray(0, at * 4) },
	};
}

// Between two times, a parent turns by an angle a, and the joint by an angle c and moves by m relative to the parent, at a
// distance d. What a viewer interpolates then differs by (a² d + 2 a m) / 8 at most, because second derivatives are at most
// a² d + 2 a m, and the rotation by a c / 8. With n samples that is n² times less.
function countSamples(
	{ poses, parent: { poses: above } }: LocalSource,
	[positionLimit, rotationLimit]: readonly [number, number],
): Uint16Array {
	const counts = new Uint16Array(poses.length / POSE).fill(1);
	for (let i = 1; i < counts.length; i++) {
		const at = i * POSE;
		const before = at - POSE;
		const a = angleBetweenQuaternions(above, above, before + 3, at + 3);
		const c = angleBetweenQuaternions(poses, poses, before + 3, at + 3);
		let [start, end, moved] = [0, 0, 0];
		for (let axis = 0; axis < 3; axis++) {
			const from = poses[before + axis]! - above[before + axis]!;
			const to = poses[at + axis]! - above[at + axis]!;
			start += from * from;
			end += to * to;
			moved += (to - from) ** 2;
		}
		const d = Math.sqrt(Math.max(start, end));
		const excess = Math.max((a * a * d + 2 * a * Math.sqrt(moved)) / positionLimit, (a * c) / rotationLimit);
		counts[i] = Math.min(MAX_SAMPLES, Math.max(1, Math.ceil(Math.sqrt((excess * DEPTH) / 8))));
	}
	return counts;
}

interface LocalSource {
	readonly world: JointChannels;
	readonly parent: ShownJoint;
	/** The poses of the joint at the times of the skeleton. */
	readonly poses: Float64Array;
	readonly times: Float32Array;
	/** The index of a time of the skeleton. */
	next: number;
	readonly local: Float64Array;
	readonly back: Float64Array;
}

interface LocalMotion extends Motion, LocalSource {
	/** Meters or radians. */
	readonly tolerance: number;
}

// The pose relative to the parent. At the times of the skeleton, the parent is where it is in the space of the scene.
function findLocal({ world, parent, poses, times, next, local, back }: LocalSource, time: number): Float64Array {
	const isKey = times[next] === time;
	const above = isKey ? parent.poses : showAt(parent, time);
	const at = isKey ? next * POSE : 0;
	if (isKey) for (let i = 0; i < POSE; i++) local[i] = poses[at + i]!;
	else {
		interpolate(world.translation, time, 3, local, 0);
		interpolate(world.rotation, time, 4, local, 3);
	}
	for (let i = 0; i < 3; i++) local[i]! -= above[at + i]!;
	invertQuaternion(above, back, at + 3);
	rotateVector(back, local, local);
	return multiplyQuaternions(back, local, local, 0, 3, 3);
}

function samplePlace(this: LocalMotion, time: number): Vector {
	const [x = 0, y = 0, z = 0] = findLocal(this, time);
	return [Math.fround(x), Math.fround(y), Math.fround(z)];
}

function measurePlace(this: LocalMotion, time: number, left: Vector, right: Vector, u: number): number {
	const place = findLocal(this, time);
	let square = 0;
	let size = 0;
	for (let i = 0; i < 3; i++) {
		square += (place[i]! - (left[i]! + (right[i]! - left[i]!) * u)) ** 2;
		size = Math.max(size, Math.abs(place[i]!), Math.abs(this.parent.pose[i]!));
	}
	return Math.sqrt(square) / (this.tolerance + size * ROUNDING);
}

function sampleTurn(this: LocalMotion, time: number, before: Vector | undefined): Vector {
	const turn = normalizeQuaternion(findLocal(this, time), [], 3);
	return before === undefined ? turn : alignQuaternion(turn, before, []);
}

function measureTurn(this: LocalMotion, time: number, left: Vector, right: Vector, u: number): number {
	const local = findLocal(this, time);
	return angleBetweenQuaternions(local, slerpQuaternions(left, right, u, []), 3) / this.tolerance;
}

// The pose of a joint at a time of glTF, until the next call.
function showAt(joint: ShownJoint, time: number): Float64Array {
	const { parent, local, pose } = joint;
	if (joint.time === time) return pose;
	joint.time = time;
	interpolate(local.translation, time, 3, pose, 0);
	interpolate(local.rotation, time, 4, pose, 3);
	return parent === null ? pose : composePoses(showAt(parent, time), pose, pose);
}

// Interpolates as the specification of glTF requires.
function interpolate(
	{ interpolation, times, values }: Channel,
	time: number,
	size: 3 | 4,
	out: Float64Array,
	at: number,
): void {
	const isCubic = interpolation === 'CUBICSPLINE';
	const width = isCubic ? 3 * size : size;
	const last = times.length - 1;
	const left = findKey(times, time);
	const from = left * width + (isCubic ? size : 0);
	for (let i = 0; i < size; i++) out[at + i] = values[from + i]!;
	if (left === last || !(time > times[left]!) || interpolation === 'STEP') return;
	const step = times[left + 1]! - times[left]!;
	const u = (time - times[left]!) / step;
	const to = from + width;
	if (!isCubic && size === 4) {
		slerpQuaternions(values, values, u, out, from, to, at);
		return;
	}
	for (let i = 0; i < size; i++) {
		const [a, b] = [values[from + i]!, values[to + i]!];
		out[at + i] = isCubic
			? (2 * u ** 3 - 3 * u ** 2 + 1) * a +
				step * (u ** 3 - 2 * u ** 2 + u) * values[from + size + i]! +
				(3 * u ** 2 - 2 * u ** 3) * b +
				step * (u ** 3 - u ** 2) * values[to - size + i]!
			: a + (b - a) * u;
	}
	if (size === 4) normalizeQuaternion(out, out, at, at);
}

// The last key at or before a time, or the first key.
function findKey(times: Float32Array, time: number): number {
	let low = 0;
	let high = times.length - 1;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if (times[middle]! <= time) low = middle;
		else high = middle - 1;
	}
	return low;
}
