import {
	createCurve,
	createRecording,
	type HandParts,
	JOINT_NAMES,
	type PoseCurves,
	RecordingError,
	SIDES,
	type Side,
} from '@handreel/core';
import {
	composePoses,
	multiplyQuaternions,
	normalizeQuaternion,
	quoteValue,
	ReadBudget,
} from '@handreel/core/internal';
import type { ReadResult } from '../common/format.ts';
import { warnAt } from '../common/lost-keys.ts';
import { flipSpace, PoseKeys } from '../common/pose-keys.ts';
import { readText } from '../common/read-text.ts';
import { createTurn } from './euler.ts';
import type { BvhMap, BvhReadOptions } from './options.ts';
import { type BvhFile, type BvhJoint, parseBvh } from './parse-bvh.ts';
import { isPartName, METERS_PER_UNIT, readRoot } from './skeleton.ts';

const IDENTITY = [0, 0, 0, 1];
/** Memory of a key of a pose while it is read: eight doubles, and two floats in each of seven curves. */
const KEY_BYTES = 192;

/**
 * Reads a BVH file that handreel wrote, or any other with a map from its joints to parts of a recording. Every frame becomes
 * a key. Hands are tracked throughout, because BVH has no such state.
 *
 * Throws `bad-bvh` with the line for malformed files and for files that need a map, `too-large` for files beyond
 * `limits`, and `TypeError` for a map that is not one.
 *
 * @example decodeBvh(await file.text(), { map: { joints: { LeftHand: 'left_wrist', Head: 'head' } } }).recording
 */
export function decodeBvh(source: string | Uint8Array, options: BvhReadOptions = {}): ReadResult {
	const bvh = readText(source, 'bad-bvh');
	const budget = new ReadBudget(options.limits, bvh.length);
	const file = parseBvh(bvh.charCodeAt(0) === 0xfeff ? bvh.slice(1) : bvh, budget);
	const map = options.map === undefined ? findOwnMap(file) : options.map;
	const parts = readMap(map, file);
	const motion = new Map([...parts].map(([index, { part }]) => [index, { part, keys: new PoseKeys() }]));
	budget.chargeBytes(KEY_BYTES * file.frameCount * parts.size);
	const poses = file.joints.map(() => new Float64Array(7));
	const meters = map.metersPerUnit ?? METERS_PER_UNIT.cm;
	for (let frame = 0; frame < file.frameCount; frame++) {
		const time = Math.fround(frame * file.frameTime);
		file.joints.forEach((joint, i) => {
			placeJoint(file, joint, frame, map.addsOffsets ?? false, poses, i);
		});
		for (const [index, { keys }] of motion) {
			const pose = poses[index]!.slice();
			for (let axis = 0; axis < 3; axis++) pose[axis]! *= meters;
			multiplyQuaternions(pose, parts.get(index)!.rotation, pose, 3, 0, 3);
			normalizeQuaternion(pose, pose, 3, 3);
			keys.add(time, flipSpace(pose));
		}
	}
	const found = new Map([...motion.values()].map(({ part, keys }) => [part, keys.toPose()]));
	const ignored = file.joints
		.filter(({ name }, i) => !motion.has(i) && readRoot(name) === null)
		.map(({ name }) => name);
	return {
		recording: buildRecording(found),
		issues: warnAt('section-lost', ignored, 'not in the map; ignored', 'joint'),
	};
}

function findOwnMap({ joints }: BvhFile): BvhMap {
	const [root] = joints;
	const kind = root === undefined ? null : readRoot(root.name);
	if (kind === null) {
		const message = `the file was not written by handreel (its root is ${quoteValue(root?.name)}); pass a map that names the joints to read`;
		throw new RecordingError({ code: 'bad-bvh', severity: 'error', message, path: '', byteOffset: null, time: null });
	}
	const names = joints.map(({ name }) => name).filter(isPartName);
	const own = Object.fromEntries(names.map((name) => [name, name]));
	return { joints: own, addsOffsets: kind.adds, metersPerUnit: METERS_PER_UNIT[kind.unit] };
}

// The parts by the index of their joint.
function readMap(
	{ joints, metersPerUnit }: BvhMap,
	file: BvhFile,
): Map<number, { part: string; rotation: readonly number[] }> {
	if (typeof joints !== 'object' || joints === null) throw new TypeError('map.joints: must be an object');
	if (metersPerUnit !== undefined && !(metersPerUnit > 0 && metersPerUnit < Number.POSITIVE_INFINITY))
		throw new TypeError(`map.metersPerUnit: ${metersPerUnit} is not a number above 0`);
	const parts = new Map<number, { part: string; rotation: readonly number[] }>();
	for (const [name, given] of Object.entries(joints)) {
		const { part, rotation = IDENTITY } = typeof given === 'string' ? { part: given } : given;
		if (!isPartName(part)) throw new TypeError(`map.joints.${name}: '${part}' is not a part such as left_wrist`);
		if (rotation.length !== 4 || !rotation.every(Number.isFinite))
			throw new TypeError(`map.joints.${name}.rotation: must be four numbers`);
		const index = file.joints.findIndex((joint) => joint.name === name);
		if (index < 0) throw new TypeError(`map.joints.${name}: the file has no such joint`);
		parts.set(index, { part, rotation });
	}
	return parts;
}

// Places a joint in space: parents come first.
function placeJoint(
	{ values, channelCount }: BvhFile,
	{ parent, offset, channels, firstChannel }: BvhJoint,
	frame: number,
	addsOffsets: boolean,
	poses: readonly Float64Array[],
	index: number,
): void {
	const local = Float64Array.of(...offset, ...IDENTITY);
	channels.forEach((channel, i) => {
		const value = values[frame * channelCount + firstChannel + i]!;
		const axis = channel.charCodeAt(0) - 0x78;
		if (channel.endsWith('position')) local[axis] = value + (addsOffsets ? offset[axis]! : 0);
		else multiplyQuaternions(local, createTurn(axis, value), local, 3, 0, 3);
	});
	const pose = poses[index]!;
	if (parent < 0) pose.set(local);
	else composePoses(poses[parent]!, local, pose);
}

function buildRecording(parts: ReadonlyMap<string, PoseCurves>) {
	const hand = (side: Side): HandParts => {
		const joints = JOINT_NAMES.flatMap((name) => {
			const pose = parts.get(`${side}_${name}`);
			return pose === undefined ? [] : [[name, pose] as const];
		});
		const hasFrames = joints.some(([, pose]) => pose.position.x.count > 0);
		return hasFrames ? { tracked: createCurve([0, 1], { kind: 'boolean' }), joints: Object.fromEntries(joints) } : {};
	};
	const hasHands = SIDES.some((side) => [...parts.keys()].some((name) => name.startsWith(`${side}_`)));
	return createRecording({
		head: parts.get('head') ?? null,
		hands: hasHands ? { left: hand('left'), right: hand('right') } : null,
	});
}
