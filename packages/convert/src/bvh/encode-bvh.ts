import { type Issue, iterateCurves, listStateChanges, type Recording, SIDES } from '@handreel/core';
import { hasKeys, listEvenTimes, readOptions } from '@handreel/core/internal';
import type { EncodeChunks, EncodeResult } from '../common/format.ts';
import { encodeText, joinFile } from '../common/join-chunks.ts';
import { listShapeIssues, warnAt } from '../common/lost-keys.ts';
import { listLostParts } from '../common/lost-parts.ts';
import { createWarning } from '../common/warning.ts';
import { type BoneDeviation, BoneMotion } from './bone-motion.ts';
import { writeAngles } from './euler.ts';
import { BVH_OPTIONS, type BvhOptions, type BvhTarget, type BvhUnit } from './options.ts';
import { type Bone, listBones, METERS_PER_UNIT, nameRoot } from './skeleton.ts';

/** A recording as a skeleton with motion. */
export interface BvhResult extends EncodeResult {
	/** How far joints are from their recorded places, in meters; 0 with `exact`. */
	readonly deviation: BoneDeviation;
}

/** A recording as a skeleton with motion, in pieces. */
export interface BvhChunks extends EncodeChunks, Pick<BvhResult, 'deviation'> {}

const POSITIONS = 'Xposition Yposition Zposition';
const ROTATIONS = 'Zrotation Xrotation Yrotation';
/** Digits of lengths and angles behind the point. Meters have two more, so that both units have the same precision. */
const DIGITS = 6;
const METER_DIGITS = 8;
/** Enough for the times of frames to be those of the recording. */
const TIME_DIGITS = 15;
/** The length of the bone that ends a finger, in meters. Blender needs one. */
const END_LENGTH = 0.01;

/** How a file is written. */
interface Style {
	readonly exact: BvhTarget | undefined;
	readonly unit: BvhUnit;
}

/** A file with more frames would have gigabytes even if the recording is small. */
const MAX_FRAMES = 2 ** 20;

/**
 * Writes head and hands as BVH: a skeleton with y up and −z forward, and a row of angles per frame. Bones have constant
 * lengths unless `exact` is set.
 *
 * Throws `RangeError` for a frame rate that is not above 0 or needs more than a million frames, and `TypeError` for an unknown
 * target or unit.
 *
 * @example encodeBvh(recording, { frameRate: 72 }).bytes
 */
export function encodeBvh(recording: Recording, options: BvhOptions = {}): BvhResult {
	return joinFile(encodeBvhChunks(recording, options));
}

/** {@link encodeBvh} in pieces, for long recordings. */
export function encodeBvhChunks(recording: Recording, options: BvhOptions = {}): BvhChunks {
	const { frameRate, exact, unit } = readOptions(BVH_OPTIONS, options);
	const style: Style = { exact, unit };
	const times = listEvenTimes(recording, frameRate, MAX_FRAMES);
	const bones = listBones(recording);
	const motion = new BoneMotion(bones, recording, times);
	function* write(): Generator<string> {
		yield 'HIERARCHY\n';
		for (const line of writeHierarchy(bones, motion, style)) yield `${line}\n`;
		yield `MOTION\nFrames: ${times.length}\nFrame Time: ${formatNumber(1 / frameRate, TIME_DIGITS)}\n`;
		for (const row of writeRows(bones, motion, style)) yield `${row}\n`;
	}
	const deviation = exact === undefined ? motion.measureDeviation() : { medianMeters: 0, maxMeters: 0 };
	const issues = listIssues(recording, deviation, times, `${frameRate} frames per second, ${UNIT_NAMES[unit]}`);
	return { chunks: encodeText({ [Symbol.iterator]: write }), issues, deviation };
}

function* writeHierarchy(bones: readonly Bone[], { offsets }: BoneMotion, style: Style): Generator<string> {
	const { exact, unit } = style;
	const children = (parent: number): number[] => bones.flatMap((bone, i) => (bone.parent === parent ? [i] : []));
	function* write(index: number, tabs: string): Generator<string> {
		const { name, parent } = bones[index]!;
		yield `${tabs}JOINT ${name}`;
		yield `${tabs}{`;
		yield `${tabs}\tOFFSET ${offsets[index]!.map((value) => formatLength(value, unit)).join(' ')}`;
		yield `${tabs}\tCHANNELS ${hasPositions(parent, exact) ? `6 ${POSITIONS}` : '3'} ${ROTATIONS}`;
		const below = children(index);
		for (const child of below) yield* write(child, `${tabs}\t`);
		if (below.length === 0) yield* writeEnd(`${tabs}\t`, unit);
		yield `${tabs}}`;
	}
	yield `ROOT ${nameRoot({ adds: exact === 'three', unit })}`;
	yield '{';
	yield '\tOFFSET 0 0 0';
	yield `\tCHANNELS 6 ${POSITIONS} ${ROTATIONS}`;
	for (const child of children(-1)) yield* write(child, '\t');
	if (bones.length === 0) yield* writeEnd('\t', unit);
	yield '}';
}

function* writeEnd(tabs: string, unit: BvhUnit): Generator<string> {
	yield `${tabs}End Site`;
	yield `${tabs}{`;
	yield `${tabs}\tOFFSET 0 0 ${formatLength(-END_LENGTH, unit)}`;
	yield `${tabs}}`;
}

// The order of channels is that of the hierarchy: parents first, each with all its children.
function* writeRows(bones: readonly Bone[], motion: BoneMotion, { exact, unit }: Style): Generator<string> {
	const order = listDepthFirst(bones);
	const before = bones.map((): Float64Array | null => null);
	for (const { frameCount, local: poses } of motion.listBlocks()) {
		for (let frame = 0; frame < frameCount; frame++) {
			const row = ['0 0 0 0 0 0'];
			for (const index of order) {
				const at = frame * 7;
				const local = poses[index]!;
				const { parent } = bones[index]!;
				if (hasPositions(parent, exact)) {
					for (let axis = 0; axis < 3; axis++) {
						const base = exact === 'three' ? motion.offsets[index]![axis]! : 0;
						row.push(formatLength(local[at + axis]! - base, unit));
					}
				}
				const angles = new Float64Array(3);
				writeAngles(local.subarray(at + 3, at + 7), before[index]!, angles);
				before[index] = angles;
				for (const angle of angles) row.push(formatNumber(angle));
			}
			yield row.join(' ');
		}
	}
}

function listDepthFirst(bones: readonly Bone[]): number[] {
	const order: number[] = [];
	const visit = (parent: number): void => {
		bones.forEach((bone, i) => {
			if (bone.parent !== parent) return;
			order.push(i);
			visit(i);
		});
	};
	visit(-1);
	return order;
}

function hasPositions(parent: number, exact: BvhTarget | undefined): boolean {
	return parent < 0 || exact !== undefined;
}

function formatLength(meters: number, unit: BvhUnit): string {
	return formatNumber(meters / METERS_PER_UNIT[unit], unit === 'm' ? METER_DIGITS : DIGITS);
}

function formatNumber(value: number, digits = DIGITS): string {
	return String(Number(value.toFixed(digits)) + 0);
}

const UNIT_NAMES: Readonly<Record<BvhUnit, string>> = { m: 'in meters', cm: 'in centimeters (scale 0.01)' };

// `summary` is what somebody who imports the file has to set.
function listIssues(
	recording: Recording,
	{ medianMeters, maxMeters }: BoneDeviation,
	times: ArrayLike<number>,
	summary: string,
): Issue[] {
	const start = times[0] ?? 0;
	const end = times[times.length - 1] ?? 0;
	const { hands } = recording;
	const issues = listLostParts(recording, { head: true, hands: true }, 'BVH');
	const states =
		hands === null
			? []
			: SIDES.filter((side) => listStateChanges(hands[side].tracked, { start, end }).some(({ value }) => !value));
	issues.push(
		...warnAt(
			'keys-lost',
			states.map((side) => `hands.${side}.tracked`),
			'a hand that is lost holds still or moves on',
			'hand',
		),
	);
	const others = hands === null ? [] : SIDES.filter((side) => hasKeys(hands[side].joints.none));
	issues.push(
		...warnAt(
			'keys-lost',
			others.map((side) => `hands.${side}.joints.none`),
			'not a joint; not written',
			'hand',
		),
	);
	const curves = [...iterateCurves(recording)].filter(([path]) => /^(head|hands\.\w+\.joints)/.test(path));
	issues.push(...listShapeIssues(curves));
	if (start < 0) issues.push(createWarning('values-lost', 'times', `the first frame is at ${start} s; moved to 0`));
	if (maxMeters > 0) {
		const [median, most] = [medianMeters, maxMeters].map((meters) => (meters * 1000).toFixed(2));
		const reason = `bones have constant lengths: joints deviate by up to ${most} mm (median ${median} mm)`;
		issues.push(createWarning('values-lost', 'hands', reason));
	}
	if (curves.some(([, { count }]) => count > 0))
		issues.push({ ...createWarning('keys-lost', 'frames', `sampled at ${summary}`), severity: 'info' });
	return issues;
}
