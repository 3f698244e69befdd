import { hasKeys, type Issue, iterateCurves, listFrameTimes, type Recording, SIDES } from '@handreel/core';
import { listShapeIssues, warnAt } from '../common/lost-keys.ts';
import { listLostParts } from '../common/lost-parts.ts';
import { createWarning } from '../common/warning.ts';
import { type BoneDeviation, type BoneMotion, measureDeviation, sampleBones } from './bone-motion.ts';
import { writeAngles } from './euler.ts';
import { BVH_DEFAULTS, type BvhOptions, type BvhTarget } from './options.ts';
import { ADDING_ROOT_NAME, type Bone, listBones, METERS_PER_UNIT, ROOT_NAME } from './skeleton.ts';

/** A recording as a skeleton with motion. */
export interface BvhResult {
	readonly bvh: string;
	/** Data that the file does not hold, as warnings. One of them tells how far joints deviate. */
	readonly issues: readonly Issue[];
	/** How far joints are from their recorded places, in meters; 0 with `exact`. */
	readonly deviation: BoneDeviation;
}

const POSITIONS = 'Xposition Yposition Zposition';
const ROTATIONS = 'Zrotation Xrotation Yrotation';
const DIGITS = 6;
/** Enough for the times of frames to be those of the recording. */
const TIME_DIGITS = 15;
/** The length of the bone that ends a finger, in centimeters. Blender needs one. */
const END_LENGTH = 1;

/**
 * Writes head and hands as BVH: a skeleton in centimeters with y up and −z forward, and a row of angles per frame. Bones
 * have constant lengths unless `exact` is set.
 *
 * Throws `RangeError` for a frame rate that is not above 0 and `TypeError` for an unknown target.
 *
 * @example encodeBvh(recording, { frameRate: 72 }).bvh
 */
export function encodeBvh(recording: Recording, options: BvhOptions = {}): BvhResult {
	const { frameRate = BVH_DEFAULTS.frameRate, exact } = options;
	if (exact !== undefined && exact !== 'blender' && exact !== 'three')
		throw new TypeError(`exact: '${exact}' is neither 'blender' nor 'three'`);
	const times = listFrameTimes(recording.duration, frameRate);
	const bones = listBones(recording);
	const motion = sampleBones(bones, recording, times);
	const lines = [
		'HIERARCHY',
		...writeHierarchy(bones, motion, exact),
		'MOTION',
		`Frames: ${times.length}`,
		`Frame Time: ${formatNumber(1 / frameRate, TIME_DIGITS)}`,
		...writeRows(bones, motion, times.length, exact),
	];
	const deviation = exact === undefined ? measureDeviation(bones, motion) : { medianMeters: 0, maxMeters: 0 };
	return { bvh: `${lines.join('\n')}\n`, issues: listIssues(recording, deviation), deviation };
}

function* writeHierarchy(bones: readonly Bone[], { offsets }: BoneMotion, exact?: BvhTarget): Generator<string> {
	const children = (parent: number): number[] => bones.flatMap((bone, i) => (bone.parent === parent ? [i] : []));
	function* write(index: number, tabs: string): Generator<string> {
		const { name, parent } = bones[index]!;
		yield `${tabs}JOINT ${name}`;
		yield `${tabs}{`;
		yield `${tabs}\tOFFSET ${offsets[index]!.map((value) => formatNumber(value / METERS_PER_UNIT)).join(' ')}`;
		yield `${tabs}\tCHANNELS ${hasPositions(parent, exact) ? `6 ${POSITIONS}` : '3'} ${ROTATIONS}`;
		const below = children(index);
		for (const child of below) yield* write(child, `${tabs}\t`);
		if (below.length === 0) yield* writeEnd(`${tabs}\t`);
		yield `${tabs}}`;
	}
	yield `ROOT ${exact === 'three' ? ADDING_ROOT_NAME : ROOT_NAME}`;
	yield '{';
	yield '\tOFFSET 0 0 0';
	yield `\tCHANNELS 6 ${POSITIONS} ${ROTATIONS}`;
	for (const child of children(-1)) yield* write(child, '\t');
	if (bones.length === 0) yield* writeEnd('\t');
	yield '}';
}

function* writeEnd(tabs: string): Generator<string> {
	yield `${tabs}End Site`;
	yield `${tabs}{`;
	yield `${tabs}\tOFFSET 0 0 ${-END_LENGTH}`;
	yield `${tabs}}`;
}

// The order of channels is that of the hierarchy: parents first, each with all its children.
function* writeRows(bones: readonly Bone[], motion: BoneMotion, count: number, exact?: BvhTarget): Generator<string> {
	const order = listDepthFirst(bones);
	const before = bones.map((): Float64Array | null => null);
	for (let frame = 0; frame < count; frame++) {
		const row = ['0 0 0 0 0 0'];
		for (const index of order) {
			const at = frame * 7;
			const local = motion.local[index]!;
			const { parent } = bones[index]!;
			if (hasPositions(parent, exact)) {
				for (let axis = 0; axis < 3; axis++) {
					const base = exact === 'three' ? motion.offsets[index]![axis]! : 0;
					row.push(formatNumber((local[at + axis]! - base) / METERS_PER_UNIT));
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

function formatNumber(value: number, digits = DIGITS): string {
	return String(Number(value.toFixed(digits)) + 0);
}

function listIssues(recording: Recording, { medianMeters, maxMeters }: BoneDeviation): Issue[] {
	const { hands } = recording;
	const issues = listLostParts(recording, { head: true, hands: true }, 'BVH');
	const states = hands === null ? [] : SIDES.filter((side) => hands[side].tracked.count > 0);
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
	if (maxMeters > 0) {
		const [median, most] = [medianMeters, maxMeters].map((meters) => (meters * 1000).toFixed(2));
		const reason = `bones have constant lengths: joints deviate by up to ${most} mm (median ${median} mm)`;
		issues.push(createWarning('values-lost', 'hands', reason));
	}
	if (curves.some(([, { count }]) => count > 0))
		issues.push({ ...createWarning('keys-lost', 'frames', 'sampled at a constant frame rate'), severity: 'info' });
	return issues;
}
