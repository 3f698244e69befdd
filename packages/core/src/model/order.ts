import { type Curve, isCurve } from './curve.ts';
import { JOINT_NAMES, type JointName } from './joints.ts';
import {
	type HandCurves,
	type HandsCurves,
	type PoseCurves,
	type QuatCurves,
	type RayCurves,
	type Recording,
	type Section,
	SIDES,
	type Vec3Curves,
} from './recording.ts';

// The order of the curves in an MRTK file (FORMAT.md, "Sections"), and after them the curves that MRTK cannot store.
// Reading, writing, measuring and naming all use this file, so they cannot disagree.

/** The sections of an MRTK file. */
export interface Sections {
	readonly head: PoseCurves | null;
	readonly hands: HandsCurves | null;
	readonly gaze: RayCurves | null;
}

/** Which sections a file has. */
export type SectionFlags = Readonly<Record<Section, boolean>>;

/** The sections in file order. */
export const SECTIONS: readonly Section[] = ['head', 'hands', 'gaze'];

/** The curves of a pose. */
export const POSE_SLOTS = 7;
const BOOLEAN_SLOTS = 4;
const JOINT_SLOTS = 27 * POSE_SLOTS;
const SECTION_SLOTS: Readonly<Record<Section, number>> = {
	head: POSE_SLOTS,
	hands: BOOLEAN_SLOTS + 2 * JOINT_SLOTS,
	gaze: 6,
};

/** The curves of a file, numbered from 0 in file order. */
export interface Slots {
	readonly count: number;
	/** The boolean curves are slots [firstBoolean, endBoolean). */
	readonly firstBoolean: number;
	readonly endBoolean: number;
}

/** Counts the curves of a file with these sections. */
export function countSlots(flags: SectionFlags): Slots {
	let count = 0;
	for (const section of SECTIONS) if (flags[section]) count += SECTION_SLOTS[section];
	const firstBoolean = flags.head ? SECTION_SLOTS.head : 0;
	return { count, firstBoolean, endBoolean: firstBoolean + (flags.hands ? BOOLEAN_SLOTS : 0) };
}

/** Lists the paths of all curves in file order, such as `hands.left.joints.indexTip.position.x`. */
export function slotPaths(flags: SectionFlags): readonly string[] {
	const key = (flags.head ? 1 : 0) + (flags.hands ? 2 : 0) + (flags.gaze ? 4 : 0);
	pathsByFlags[key] ??= listSlotPaths(flags);
	return pathsByFlags[key];
}

// Spelling the paths takes longer than the rest of a look at a small file.
const pathsByFlags: Array<readonly string[] | undefined> = [];

function listSlotPaths(flags: SectionFlags): string[] {
	const paths: string[] = [];
	const axes = (path: string, names: string): void => {
		for (const name of names) paths.push(`${path}.${name}`);
	};
	const pose = (path: string): void => {
		axes(`${path}.position`, 'xyz');
		axes(`${path}.rotation`, 'xyzw');
	};
	if (flags.head) pose('head');
	if (flags.hands) {
		paths.push('hands.left.tracked', 'hands.right.tracked', 'hands.left.pinching', 'hands.right.pinching');
		for (const side of SIDES) for (const joint of JOINT_NAMES) pose(`hands.${side}.joints.${joint}`);
	}
	if (flags.gaze) {
		axes('gaze.origin', 'xyz');
		axes('gaze.direction', 'xyz');
	}
	return paths;
}

/** A path in words: `hands.left.joints.indexTip.position.x` becomes `left indexTip position x`. */
export function formatPath(path: string): string {
	return path
		.replace(/^(hand|controller)s\.(left|right)(\.joints)?/, (_, noun: string, side: string, joints?: string) =>
			joints === undefined ? `${side} ${noun}` : side,
		)
		.replaceAll('.', ' ');
}

/** Builds the sections from the curves that `next` returns, in file order. */
export function buildSections(flags: SectionFlags, next: () => Curve): Sections {
	return {
		head: flags.head ? buildPose(next) : null,
		hands: flags.hands ? buildHands(next) : null,
		gaze: flags.gaze ? { origin: buildVec3(next), direction: buildVec3(next) } : null,
	};
}

/** Lists the curves that an MRTK file stores, in file order. */
export function listFileCurves(sections: Sections): Curve[] {
	const { head, hands, gaze } = sections;
	const curves: Curve[] = [];
	if (head !== null) pushPose(head, curves);
	if (hands !== null) {
		const { left, right } = hands;
		curves.push(left.tracked, right.tracked, left.pinching, right.pinching);
		for (const hand of [left, right]) for (const name of JOINT_NAMES) pushPose(hand.joints[name], curves);
	}
	if (gaze !== null) {
		pushVec3(gaze.origin, curves);
		pushVec3(gaze.direction, curves);
	}
	return curves;
}

/** Lists all curves of a recording: those of an MRTK file in file order, then the others. */
export function listCurves(recording: CurveParts): Curve[] {
	const curves = listFileCurves(recording);
	if (hasOtherCurves(recording)) visitOtherCurves(recording, (curve) => curves.push(curve));
	return curves;
}

/** The fields of a recording that have curves. */
export type CurveParts = Pick<Recording, 'head' | 'hands' | 'gaze' | 'controllers' | 'tracks'>;

/** Returns whether a recording has curves that an MRTK file cannot store. Allocates nothing. */
export function hasOtherCurves({ hands, controllers, tracks }: CurveParts): boolean {
	if (controllers !== null || tracks.length > 0) return true;
	return hands !== null && (hasOtherHandCurves(hands.left) || hasOtherHandCurves(hands.right));
}

function hasOtherHandCurves({ aim, pinchStrength }: HandCurves): boolean {
	return aim !== null || pinchStrength !== null;
}

// Visits the curves that an MRTK file cannot store, with their paths.
function visitOtherCurves(
	{ hands, controllers, tracks }: CurveParts,
	visit: (curve: Curve, path: string) => void,
): void {
	for (const side of SIDES) {
		const hand = hands?.[side];
		if (hand === undefined) continue;
		if (hand.aim !== null) visitNode(hand.aim, `hands.${side}.aim`, visit);
		if (hand.pinchStrength !== null) visit(hand.pinchStrength, `hands.${side}.pinchStrength`);
	}
	if (controllers !== null) visitNode(controllers, 'controllers', visit);
	for (const track of tracks) visitNode(track, `tracks.${track.name}`, visit);
}

function visitNode(node: unknown, path: string, visit: (curve: Curve, path: string) => void): void {
	if (typeof node !== 'object' || node === null) return;
	if (isCurve(node)) visit(node, path);
	else for (const [name, child] of Object.entries(node)) visitNode(child, `${path}.${name}`, visit);
}

/**
 * Iterates over the curves of a recording, each with its path in the model: those of an MRTK file in file order, then
 * the others.
 *
 * @example
 * for (const [path, curve] of iterateCurves(recording)) console.log(path, curve.count);
 * // 'head.position.x' 300, …, 'hands.left.joints.indexTip.position.x' 120, …
 */
export function* iterateCurves(recording: Recording): Generator<[path: string, curve: Curve], void, undefined> {
	const { head, hands, gaze } = recording;
	const paths = slotPaths({ head: head !== null, hands: hands !== null, gaze: gaze !== null });
	const curves = listFileCurves(recording);
	for (let i = 0; i < curves.length; i++) yield [paths[i]!, curves[i]!];
	if (!hasOtherCurves(recording)) return;
	const others: [path: string, curve: Curve][] = [];
	visitOtherCurves(recording, (curve, path) => others.push([path, curve]));
	yield* others;
}

/** Counts the keys of all curves of a recording. Events and markers are not keys. */
export function countKeys(recording: Recording): number {
	return listCurves(recording).reduce((sum, { count }) => sum + count, 0);
}

/** Counts the keys of the curves in a part of a recording. */
export function countCurveKeys(part: unknown): number {
	let keys = 0;
	visitNode(part, '', ({ count }) => {
		keys += count;
	});
	return keys;
}

/**
 * Returns the buffers of a recording, to transfer it to a worker without a copy.
 *
 * A recording that was read has one buffer. After the transfer its memory is gone: do not use the recording, or any
 * other that shares its curves. Shared buffers are left out, since they are not transferred.
 *
 * @example worker.postMessage(recording, getTransferList(recording));
 */
export function getTransferList(recording: Recording): ArrayBuffer[] {
	const buffers = new Set<ArrayBuffer>();
	for (const { floats } of listCurves(recording)) {
		if (floats.buffer instanceof ArrayBuffer && floats.buffer.byteLength > 0) buffers.add(floats.buffer);
	}
	return [...buffers];
}

function buildHands(next: () => Curve): HandsCurves {
	const leftTracked = next();
	const rightTracked = next();
	const leftPinching = next();
	const rightPinching = next();
	const leftJoints = buildJoints(next);
	const rightJoints = buildJoints(next);
	return {
		left: assembleHand(leftTracked, leftPinching, leftJoints),
		right: assembleHand(rightTracked, rightPinching, rightJoints),
	};
}

function assembleHand(tracked: Curve, pinching: Curve, joints: Record<JointName, PoseCurves>): HandCurves {
	return { tracked, pinching, joints, aim: null, pinchStrength: null, radii: null };
}

// An object literal, because growing an object name by name is slower.
function buildJoints(next: () => Curve): Record<JointName, PoseCurves> {
	return {
		none: buildPose(next),
		wrist: buildPose(next),
		palm: buildPose(next),
		thumbMetacarpal: buildPose(next),
		thumbProximal: buildPose(next),
		thumbDistal: buildPose(next),
		thumbTip: buildPose(next),
		indexMetacarpal: buildPose(next),
		indexKnuckle: buildPose(next),
		indexMiddle: buildPose(next),
		indexDistal: buildPose(next),
		indexTip: buildPose(next),
		middleMetacarpal: buildPose(next),
		middleKnuckle: buildPose(next),
		middleMiddle: buildPose(next),
		middleDistal: buildPose(next),
		middleTip: buildPose(next),
		ringMetacarpal: buildPose(next),
		ringKnuckle: buildPose(next),
		ringMiddle: buildPose(next),
		ringDistal: buildPose(next),
		ringTip: buildPose(next),
		pinkyMetacarpal: buildPose(next),
		pinkyKnuckle: buildPose(next),
		pinkyMiddle: buildPose(next),
		pinkyDistal: buildPose(next),
		pinkyTip: buildPose(next),
	};
}

/** Builds a pose from the curves that `next` returns, in file order. */
export function buildPose(next: () => Curve): PoseCurves {
	return { position: buildVec3(next), rotation: buildQuat(next) };
}

function buildVec3(next: () => Curve): Vec3Curves {
	return { x: next(), y: next(), z: next() };
}

function buildQuat(next: () => Curve): QuatCurves {
	return { x: next(), y: next(), z: next(), w: next() };
}

function pushPose(pose: PoseCurves, curves: Curve[]): void {
	pushVec3(pose.position, curves);
	pushVec3(pose.rotation, curves);
	curves.push(pose.rotation.w);
}

function pushVec3(vec: Vec3Curves, curves: Curve[]): void {
	curves.push(vec.x, vec.y, vec.z);
}
