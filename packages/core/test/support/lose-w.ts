// Breaks intact recordings as MRTK 2.6.0 did, after turning, flipping or thinning them, and counts what a restored one
// gets wrong. Rotations must have their curves in lockstep, as in every file that MRTK wrote.
import {
	type Curve,
	createCurve,
	getKeyTime,
	getKeyValue,
	type QuatCurves,
	type Recording,
	type Vec3Curves,
} from '@handreel/core';
import { mapCurves } from '@handreel/core/internal';
import type { WRestoration } from '../../src/diagnose/restore-w/restore-w.ts';
import { mapVectors, type VectorRole } from '../../src/model/map-curves.ts';
import type { Random } from './random.ts';

/** What was compared and how much of it was off. */
export interface Score {
	keys: number;
	/** More than 2° off. */
	off2: number;
	/** More than 10° off. */
	off10: number;
	/** Keys with a confidence of at least 0.9, and those of them that are more than 2° off. */
	sure: number;
	sureOff2: number;
}

/** The recording as MRTK 2.6.0 would have left it: w with its first key, with partition size 0 also z's last value. */
export function loseW(recording: Recording, partition: 'some' | 'none' = 'some'): Recording {
	return mapRotations(recording, (rotation) => {
		const { z, w } = rotation;
		if (w.count < 2) return rotation;
		const last = w.count - 1;
		const keys = [getKeyTime(w, 0), getKeyValue(w, 0)];
		if (partition === 'none') keys.push(getKeyTime(w, last), getKeyValue(z, last));
		return { ...rotation, w: createCurve(keys) };
	});
}

/** The recording turned as a whole. */
export function turnRecording(recording: Recording, turn: readonly number[]): Recording {
	return mapKeys(recording, (value, role) => {
		if (role === 'rotation') return multiply(turn, value);
		const back = turn.map((part, i) => (i < 3 ? -part : part));
		return multiply(multiply(turn, [...value, 0]), back).slice(0, 3);
	});
}

/** The recording with some rotation keys replaced by their opposites, which are the same rotations. */
export function flipRotations(recording: Recording, random: Random, share: number): Recording {
	return mapKeys(recording, (value, role) =>
		role === 'rotation' && random.below(1000) < share * 1000 ? value.map((part) => -part) : value,
	);
}

/** The recording with every joint turned in itself by another constant, as if by another hand tracking device. */
export function turnJoints(recording: Recording, random: Random): Recording {
	const offsets = new Map<string, number[]>();
	return mapKeys(recording, (value, role, path) => {
		if (role !== 'rotation' || path.startsWith('head') || Math.hypot(...value) === 0) return value;
		const offset = offsets.get(path) ?? randomTurn(random);
		offsets.set(path, offset);
		return multiply(value, offset);
	});
}

/** The recording with only every n-th rotation key and the last. */
export function thinRotations(recording: Recording, n: number): Recording {
	const thin = (curve: Curve): Curve => {
		const keys: number[] = [];
		for (let i = 0; i < curve.count; i++) {
			if (i % n === 0 || i === curve.count - 1) keys.push(getKeyTime(curve, i), getKeyValue(curve, i));
		}
		return createCurve(keys);
	};
	return mapRotations(recording, ({ x, y, z, w }) => ({ x: thin(x), y: thin(y), z: thin(z), w: thin(w) }));
}

/** The recording with noise on positions (meters) and rotations (radians), evenly spread. */
export function shakeRecording(recording: Recording, random: Random, meters: number, radians: number): Recording {
	const spread = (): number => random.below(2001) / 1000 - 1;
	return mapKeys(recording, (value, role) => {
		if (role === 'position') return value.map((part) => part + meters * spread());
		if (role !== 'rotation') return value;
		const half = radians / 2;
		const moved = multiply([half * spread(), half * spread(), half * spread(), 1], value);
		return moved.map((part) => part / Math.hypot(...moved));
	});
}

/** The recording with the poses whose paths match without keys, as if they had never been seen. */
export function dropPoses(recording: Recording, absent: RegExp): Recording {
	return mapCurves(recording, (curve, path) =>
		absent.test(path.split('.').slice(0, -2).join('.')) ? createCurve([]) : curve,
	);
}

/** Any rotation. */
export function randomTurn(random: Random): number[] {
	const parts = [0, 0, 0, 0].map(() => random.below(2001) / 1000 - 1);
	const length = Math.hypot(...parts);
	return length > 0.1 ? parts.map((part) => part / length) : randomTurn(random);
}

/** A rotation about the vertical. */
export function randomYaw(random: Random): number[] {
	const half = random.below(3142) / 1000;
	return [0, Math.sin(half), 0, Math.cos(half)];
}

/** Compares the rotation keys of a restored recording with those of the intact one. */
export function scoreRestoration(intact: Recording, { recording, poses }: WRestoration, score = emptyScore()): Score {
	const confidences = new Map(poses.map((pose) => [pose.path, pose.confidences]));
	const rotations = listRotations(recording);
	for (const [path, wanted] of listRotations(intact)) {
		const given = rotations.get(path) as QuatCurves;
		if (given.w.count !== wanted.w.count) throw new Error(`${path}: ${given.w.count} keys, not ${wanted.w.count}`);
		if (!confidences.has(path)) continue;
		for (let key = 0; key < wanted.x.count; key++) {
			const off = degreesBetween(rotationAt(wanted, key), rotationAt(given, key));
			const isSure = (confidences.get(path)?.[key] ?? 0) >= 0.9;
			score.keys++;
			if (off > 2) score.off2++;
			if (off > 10) score.off10++;
			if (isSure) score.sure++;
			if (isSure && off > 2) score.sureOff2++;
		}
	}
	return score;
}

/** A score of nothing. */
export function emptyScore(): Score {
	return { keys: 0, off2: 0, off10: 0, sure: 0, sureOff2: 0 };
}

/** The rotations of a recording by path. */
export function listRotations(recording: Recording): Map<string, QuatCurves> {
	const rotations = new Map<string, QuatCurves>();
	mapVectors(recording, (vector, _role, path) => {
		if ('w' in vector) rotations.set(path, vector);
		return vector;
	});
	return rotations;
}

/** A recording with every rotation replaced. */
export function mapRotations(
	recording: Recording,
	edit: (rotation: QuatCurves, path: string) => QuatCurves,
): Recording {
	return mapVectors(
		recording,
		<V extends Vec3Curves>(vector: V, _role: VectorRole, path: string): V =>
			'w' in vector ? (edit(vector as unknown as QuatCurves, path) as unknown as V) : vector,
	);
}

/** The four components of a rotation at a key. */
export function rotationAt({ x, y, z, w }: QuatCurves, key: number): number[] {
	return [x, y, z, w].map((curve) => getKeyValue(curve, key));
}

/** The angle between two rotations; 180 if only one of them is zero. */
export function degreesBetween(a: readonly number[], b: readonly number[]): number {
	const lengths = Math.hypot(...a) * Math.hypot(...b);
	if (lengths === 0) return Math.hypot(...a) === Math.hypot(...b) ? 0 : 180;
	const sum = Math.hypot(...a.map((part, i) => part / Math.hypot(...a) + (b[i] ?? 0) / Math.hypot(...b)));
	const difference = Math.hypot(...a.map((part, i) => part / Math.hypot(...a) - (b[i] ?? 0) / Math.hypot(...b)));
	return (4 * Math.atan2(Math.min(sum, difference), Math.max(sum, difference)) * 180) / Math.PI;
}

function mapKeys(recording: Recording, edit: (value: number[], role: VectorRole, path: string) => number[]): Recording {
	return mapVectors(recording, <V extends Vec3Curves | QuatCurves>(vector: V, role: VectorRole, path: string): V => {
		const axes = Object.entries(vector) as [string, Curve][];
		const keys = axes.map((): number[] => []);
		for (let key = 0; key < vector.x.count; key++) {
			const value = edit(
				axes.map(([, curve]) => getKeyValue(curve, key)),
				role,
				path,
			);
			keys.forEach((list, axis) => {
				list.push(getKeyTime(vector.x, key), value[axis] ?? Number.NaN);
			});
		}
		return Object.fromEntries(axes.map(([name], axis) => [name, createCurve(keys[axis] ?? [])])) as unknown as V;
	});
}

/** The product of two quaternions. */
export function multiply(a: readonly number[], b: readonly number[]): number[] {
	const [ax = 0, ay = 0, az = 0, aw = 0] = a;
	const [bx = 0, by = 0, bz = 0, bw = 0] = b;
	return [
		aw * bx + ax * bw + ay * bz - az * by,
		aw * by - ax * bz + ay * bw + az * bx,
		aw * bz + ax * by - ay * bx + az * bw,
		aw * bw - ax * bx - ay * by - az * bz,
	];
}
