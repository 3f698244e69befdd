import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	type Curve,
	createFrameSample,
	createSampler,
	type FrameSample,
	JOINT_NAMES,
	type QuatCurves,
	type Recording,
	readRecording,
	type Side,
	type Vec3Curves,
} from '@handreel/core';
import { describe, expect, it } from 'vitest';
import { listGolden, readSidecar, type Sidecar } from '../../../../scripts/golden.ts';
import { root } from '../../../../scripts/workspace.mjs';
import { type Key, sortedKeys } from '../support/slow-curve.ts';

const folder = join(root, 'fixtures/recorded');
const SIDES = ['left', 'right'] as const;
const DEGREES = 180 / Math.PI;
/** The smallest limit of a rotation: MRTK compares cosines in float32, which near 1 resolve no smaller angle. */
const SMALLEST_ANGLE = 0.08;
/** How far rounding moves those cosines: 0.08° is four units in the last place away from 1. */
const COSINE_ROUNDING = 4 * 2 ** -24;
/** The cosine of half a rotation's angle. */
const cosine = (degrees: number): number => Math.cos(degrees / DEGREES / 2);
/** Below this two values are the same but for float32: meters or degrees. */
const SAME = { point: 1e-6, direction: 1e-4, rotation: 1e-4 } as const;

/** What MRTK's recorder was given at a moment. */
interface Frame {
	readonly lt: number;
	readonly cam: readonly number[];
	readonly gaze: readonly number[];
	readonly L: HandFrame;
	readonly R: HandFrame;
}
interface HandFrame {
	readonly tracked: boolean;
	readonly pinch: boolean;
	readonly joints: ReadonlyArray<readonly number[] | null> | null;
}
interface GoldenSidecar extends Sidecar {
	readonly profile: Readonly<Record<string, number>>;
	readonly input?: { readonly frames: readonly Frame[] } | null;
}
/** A vector of a recording: its curves, and where to find it in a sample and in the input. */
interface Vector {
	readonly name: string;
	readonly role: keyof typeof SAME;
	readonly curves: readonly Curve[];
	/** Meters or degrees. */
	readonly threshold: number;
	readonly read: (sample: FrameSample) => Float32Array;
	readonly given: (frame: Frame) => readonly number[] | null;
}
/** How many values of a file were compared with the input, and which faults of MRTK (FORMAT.md, "Faults") it shows. */
interface Counts {
	/** Values (positions, rotations, directions) that the recorder was given and the sampler returns. */
	compared: number;
	/** Of these, later than the last key of their group: the group's tail is lost. */
	tail: number;
	/** Above the threshold, alone between two samples that were both kept: MRTK never tests those. */
	lone: number;
	/** Above the threshold by no more than the rounding of the cosine that MRTK compares. */
	rounded: number;
	/** Neighboring rotation keys of opposite sign, which raw values take through zero. */
	flips: number;
	/** Hands that were not tracked, once per frame: there is no input to compare with. */
	untracked: number;
}

const goldenFiles = listGolden(folder)
	.map((name) => ({ name, sidecar: readSidecar(folder, name) as GoldenSidecar }))
	.filter(({ sidecar }) => sidecar.layout !== 'empty');

const NO_FAULTS: Counts = { compared: 0, tail: 0, lone: 0, rounded: 0, flips: 0, untracked: 0 };
/** Each file that knows its input, the reason for what it lacks, and the counts that are not 0. */
const FAULTS: ReadonlyArray<readonly [name: string, reason: string, counts: Partial<Counts>]> = [
	['mrtk-2.5.4-1frame.bin', 'one frame, every value a key', { compared: 106 }],
	[
		'mrtk-2.5.4-none-joint.bin',
		'1.0 filters while recording and loses nothing; one hand; blended poses jump in sign',
		{ compared: 2240, flips: 22, untracked: 40 },
	],
	[
		'mrtk-2.8.3-full-5s.bin',
		'227 frames keep 0 to 224; at 0.02 degrees most rotations in between are lone',
		{ compared: 24_516, tail: 216, lone: 2820 },
	],
	[
		'mrtk-2.8.3-lost.bin',
		'the left hand has 110 samples and keeps 97, head and gaze 161 of 179; the right hand was never seen',
		{ compared: 6436, tail: 748, lone: 502, untracked: 248 },
	],
	['mrtk-2.8.3-n001.bin', 'one frame, every value a key', { compared: 108 }],
	['mrtk-2.8.3-n020-part0.bin', 'partition size 0 keeps the tail', { compared: 2160, lone: 72, rounded: 2 }],
	['mrtk-2.8.3-n020.bin', 'fewer than 33 frames keep the first only', { compared: 2160, tail: 2052 }],
	['mrtk-2.8.3-n033.bin', '33 frames are a whole partition', { compared: 3564, lone: 142, rounded: 2 }],
	['mrtk-2.8.3-n100.bin', '100 frames keep 0 to 96', { compared: 10_800, tail: 324, lone: 393, rounded: 6 }],
	[
		'mrtk-2.8.3-none-joint.bin',
		'65 frames are two whole partitions; blended poses jump in sign',
		{ compared: 7280, lone: 141, flips: 30 },
	],
	['mrtk-2.8.3-pruned.bin', '44 frames keep 0 to 32', { compared: 4752, tail: 1188, lone: 194, rounded: 2 }],
];

/** What the recorder was given of a hand. */
const handOf = (frame: Frame, side: Side): HandFrame => (side === 'left' ? frame.L : frame.R);

/** The vectors of a recording that have keys. */
function listVectors({ head, hands, gaze }: Recording, profile: GoldenSidecar['profile']): Vector[] {
	const vectors: Vector[] = [];
	const add = (
		[name, role, threshold]: readonly [name: string, role: Vector['role'], threshold: string],
		parts: Vec3Curves | QuatCurves,
		offset: number,
		buffer: (sample: FrameSample) => Float32Array,
		input: (frame: Frame) => readonly number[] | null,
	): void => {
		const curves = Object.values(parts);
		if (curves.every((curve) => sortedKeys(curve).length === 0)) return;
		const read = (sample: FrameSample) => buffer(sample).subarray(offset, offset + curves.length);
		const given = (frame: Frame) => input(frame)?.slice(offset % 7, (offset % 7) + curves.length) ?? null;
		vectors.push({ name, role, curves, threshold: profile[threshold] ?? 0, read, given });
	};
	if (head !== null) {
		const args = [(sample: FrameSample) => sample.head, ({ cam }: Frame) => cam] as const;
		add(['head position', 'point', 'cameraPositionThreshold'], head.position, 0, ...args);
		add(['head rotation', 'rotation', 'cameraRotationThreshold'], head.rotation, 3, ...args);
	}
	for (const side of hands === null ? [] : SIDES) {
		JOINT_NAMES.forEach((name, i) => {
			const { position, rotation } = hands![side].joints[name];
			const args = [
				(sample: FrameSample) => sample.hands[side].joints,
				(frame: Frame) => handOf(frame, side).joints?.[i] ?? null,
			] as const;
			add([`${side} ${name} position`, 'point', 'jointPositionThreshold'], position, i * 7, ...args);
			add([`${side} ${name} rotation`, 'rotation', 'jointRotationThreshold'], rotation, i * 7 + 3, ...args);
		});
	}
	if (gaze !== null) {
		const args = [(sample: FrameSample) => sample.gaze, (frame: Frame) => frame.gaze] as const;
		add(['gaze origin', 'point', 'eyeGazeOriginThreshold'], gaze.origin, 0, ...args);
		add(['gaze direction', 'direction', 'eyeGazeDirectionThreshold'], gaze.direction, 3, ...args);
	}
	return vectors;
}

/** A vector at unit length; the all-zero quaternion of joint None is the identity. */
function unit(values: ArrayLike<number>): number[] {
	const list = Array.from(values);
	const length = Math.hypot(...list);
	return length === 0 && list.length === 4 ? [0, 0, 0, 1] : list.map((value) => value / length);
}

/** How far apart two values are: meters, or degrees. */
function distance(role: Vector['role'], a: ArrayLike<number>, b: ArrayLike<number>): number {
	if (role === 'point') return Math.hypot(...Array.from(a, (value, i) => value - b[i]!));
	const from = unit(a);
	const to = unit(b);
	const sign = role === 'rotation' && from.reduce((sum, value, i) => sum + value * to[i]!, 0) < 0 ? -1 : 1;
	const chord = Math.hypot(...from.map((value, i) => value - sign * to[i]!));
	return (role === 'rotation' ? 4 : 2) * Math.asin(Math.min(1, chord / 2)) * DEGREES;
}

/** The straight line between two given values, by the shorter way for rotations. */
function between(role: Vector['role'], a: readonly number[], b: readonly number[], f: number): number[] {
	const sign = role === 'rotation' && a.reduce((sum, value, i) => sum + value * b[i]!, 0) < 0 ? -1 : 1;
	return a.map((value, i) => value + (sign * b[i]! - value) * f);
}

/** The value that a curve must have at the time of one of its keys (FORMAT.md, "Evaluation"). */
function valueAtKey({ postWrap }: Curve, keys: readonly Key[], time: number): number {
	const [first] = keys as [Key];
	const last = keys.at(-1)!;
	const isLoop = postWrap === 2 || postWrap === 0;
	const at = isLoop && time === last.time ? first.time : time;
	if (at === last.time) return (isLoop ? first : last).value;
	if (at === first.time && at === keys[1]?.time) return first.value;
	const i = keys.findLastIndex((key) => key.time === at);
	const tangents = [keys[i]?.outTangent, keys[i + 1]?.inTangent];
	const isStepAhead = tangents.includes(Number.NEGATIVE_INFINITY) && !tangents.includes(Number.POSITIVE_INFINITY);
	return keys[isStepAhead ? i + 1 : i]!.value;
}

/** Every key of every vector at which the samplers of a recording do not give the key. */
function checkKeys(recording: Recording): { checked: number; problems: string[] } {
	const vectors = listVectors(recording, {}).map((vector) => ({ ...vector, keys: vector.curves.map(sortedKeys) }));
	const times = new Set(vectors.flatMap(({ keys }) => keys.flatMap((list) => list.map((key) => key.time))));
	const raw = createSampler(recording, { raw: true });
	const normalized = createSampler(recording);
	const rawFrame = createFrameSample();
	const frame = createFrameSample();
	const problems: string[] = [];
	let checked = 0;
	for (const time of [...times].sort((a, b) => a - b)) {
		raw.sampleFrame(time, rawFrame);
		normalized.sampleFrame(time, frame);
		for (const { name, role, curves, keys, read } of vectors) {
			const isKey = keys.map((list) => list.some((key) => key.time === time));
			const expected = curves.map((curve, c) => (isKey[c] ? valueAtKey(curve, keys[c]!, time) : read(rawFrame)[c]!));
			const found = Array.from(read(rawFrame));
			if (!found.every((value, c) => Object.is(value, expected[c])))
				problems.push(`${name} at ${time}: raw ${found} instead of ${expected}`);
			checked += isKey.filter(Boolean).length;
			if (role !== 'rotation' || !isKey.every(Boolean)) continue;
			const degrees = distance(role, read(frame), expected);
			if (!(degrees <= 1e-6 * DEGREES)) problems.push(`${name} at ${time}: ${degrees}° from the key`);
		}
	}
	return { checked, problems };
}

/** Compares samples at the times of the input with the input. Problems are what no fault of MRTK explains. */
function checkInput(recording: Recording, { profile, input }: GoldenSidecar): { counts: Counts; problems: string[] } {
	const counts = { ...NO_FAULTS };
	const problems: string[] = [];
	const frames = input?.frames ?? [];
	const sampler = createSampler(recording);
	const samples = frames.map(({ lt }) => sampler.sampleFrame(Math.fround(lt), createFrameSample()));
	frames.forEach((frame, i) => {
		for (const side of SIDES) {
			const { tracked, pinch } = handOf(frame, side);
			const hand = samples[i]!.hands[side];
			if (hand.tracked !== tracked || hand.pinching !== pinch) problems.push(`${side} hand at ${frame.lt}: state`);
			if (!tracked) counts.untracked++;
		}
	});
	for (const { name, role, curves, threshold, read, given } of listVectors(recording, profile)) {
		const [x] = curves as [Curve];
		const keyTimes = sortedKeys(x).map((key) => key.time);
		if (role === 'rotation') counts.flips += countFlips(curves);
		const seen = frames.flatMap((frame, i) => {
			const value = given(frame);
			const time = Math.fround(frame.lt);
			return value === null ? [] : [{ value, time, isKept: keyTimes.includes(time), sample: read(samples[i]!) }];
		});
		const limit = role === 'point' ? threshold : Math.max(threshold, SMALLEST_ANGLE);
		const lastKept = seen.findLast(({ isKept }) => isKept);
		seen.forEach(({ value, time, isKept, sample }, i) => {
			const off = distance(role, sample, value);
			const isFar = (other: readonly number[]): boolean => !(distance(role, sample, other) <= SAME[role]);
			const before = seen[i - 1];
			const after = seen[i + 1];
			counts.compared++;
			if (isKept) {
				if (isFar(value)) problems.push(`${name} at its key ${time}: off by ${off}`);
			} else if (time > keyTimes.at(-1)!) {
				counts.tail++;
				if (isFar(lastKept!.value)) problems.push(`${name} at ${time}: does not hold the last key`);
			} else if (off <= limit) {
				// As good as the recording profile asks for.
			} else if (recording.layout?.version === '1.1' && before?.isKept && after?.isKept) {
				counts.lone++;
				const fraction = (time - before.time) / (after.time - before.time);
				if (isFar(between(role, before.value, after.value, fraction)))
					problems.push(`${name} at ${time}: not on the line between its neighbors`);
			} else if (role === 'rotation' && cosine(threshold) - cosine(off) <= COSINE_ROUNDING) counts.rounded++;
			else problems.push(`${name} at ${time}: off by ${off}, above ${limit}`);
		});
	}
	return { counts, problems };
}

/** Neighboring keys of a rotation that point to opposite sides. */
function countFlips(curves: readonly Curve[]): number {
	const keys = curves.map(sortedKeys);
	return (keys[0] ?? []).filter(
		(_, i) => i > 0 && keys.reduce((sum, list) => sum + list[i]!.value * list[i - 1]!.value, 0) < 0,
	).length;
}

describe('at the keys of recordings written by MRTK', () => {
	it.each(goldenFiles)('the samplers of $name give the bits of each key, and its rotation', ({ name, sidecar }) => {
		const { checked, problems } = checkKeys(readRecording(readFileSync(join(folder, name))));
		expect(problems).toEqual([]);
		expect(checked).toBe(sidecar.expect.curves.reduce((sum, { kind, n }) => sum + (kind === 'bool' ? 0 : n), 0));
	});
});

describe('between the keys of recordings written by MRTK', () => {
	it.each(FAULTS)('%s is what was recorded, as closely as asked for: %s', (name, _, counts) => {
		const sidecar = goldenFiles.find((file) => file.name === name)?.sidecar;
		const checked = checkInput(readRecording(readFileSync(join(folder, name))), sidecar as GoldenSidecar);
		expect(checked.problems).toEqual([]);
		expect(checked.counts).toEqual({ ...NO_FAULTS, ...counts });
	});

	it('all recordings that know their input are looked at', () => {
		const known = goldenFiles.filter(({ sidecar }) => (sidecar.input?.frames.length ?? 0) > 0);
		expect(FAULTS.map(([name]) => name)).toEqual(known.map(({ name }) => name));
	});
});
