import type { TimeSpan } from '../../curves/state-changes.ts';
import { findNearestName } from '../../issue/nearest-names.ts';
import { BODY_TRACKED_TRACK } from '../../model/body-joints.ts';
import { FINGER_JOINTS, type Finger, JOINT_NAMES, type JointName } from '../../model/joints.ts';
import {
	type HandCurves,
	hasKeys,
	type PoseTrack,
	type QuatCurves,
	type Recording,
	SIDES,
	type Side,
	type Vec3Curves,
} from '../../model/recording.ts';
import { listHandSpans, listStateSpans, trimSpans } from '../tracking.ts';

/** A point of a recording: where it is, how it is turned, and when it is tracked. */
export interface Point {
	readonly position: Vec3Curves;
	/** `null` for the gaze, which has no rotation. */
	readonly rotation: QuatCurves | null;
	readonly spans: readonly TimeSpan[];
}

/** A finger of one hand. */
export interface FingerPlace {
	readonly side: Side;
	readonly finger: Finger;
}

const CONTROLLER = 'controller';
const FINGERS = Object.keys(FINGER_JOINTS) as Finger[];

/**
 * Lists the points of a recording that channels can name: `head`, `gaze`, `left.wrist`, `left.indexTip`, …,
 * `left.controller`, and tracks of poses by their names, such as `ball` or `body-hips`. Points without keys are left out.
 *
 * @example listPoints(recording).map((point) => createChannel(recording, `speed(${point})`))
 */
export function listPoints(recording: Recording): string[] {
	const { head, gaze, hands, controllers, tracks } = recording;
	const points: string[] = [];
	if (head !== null && hasKeys(head)) points.push('head');
	if (gaze !== null && hasKeys(gaze)) points.push('gaze');
	for (const side of SIDES) {
		const hand = hands?.[side];
		if (hand) for (const name of JOINT_NAMES) if (hasKeys(hand.joints[name])) points.push(`${side}.${name}`);
		const controller = controllers?.[side];
		if (controller && hasKeys(controller.grip)) points.push(`${side}.${CONTROLLER}`);
	}
	for (const track of tracks) if (track.kind === 'pose' && hasKeys(track)) points.push(track.name);
	return points;
}

/** Finds a point by its name, inside an extent of time. Throws `TypeError` for an unknown name and `RangeError` if the recording lacks it. */
export function findPoint(recording: Recording, text: string, extent: TimeSpan): Point {
	const { head, gaze, controllers } = recording;
	const whole = [extent];
	if (text === 'head') {
		if (head === null || !hasKeys(head)) return failAbsent(text);
		return { position: head.position, rotation: head.rotation, spans: whole };
	}
	if (text === 'gaze') {
		if (gaze === null || !hasKeys(gaze)) return failAbsent(text);
		return { position: gaze.origin, rotation: null, spans: whole };
	}
	const track = recording.tracks.find((candidate) => candidate.name === text);
	if (track?.kind === 'pose' && hasKeys(track)) return { ...track, spans: listTrackSpans(recording, track, extent) };
	const [side, name] = splitName(text);
	if (side === null || !(name === CONTROLLER || isJoint(name))) {
		throw new TypeError(
			`expression: '${text}' is not a point; expected head, gaze, a track of poses, left.JOINT or right.JOINT${suggest(text)}`,
		);
	}
	if (name === CONTROLLER) {
		const controller = controllers?.[side];
		if (!controller || !hasKeys(controller.grip)) return failAbsent(text);
		const { x, y, z } = controller.grip.position;
		const spans = trimSpans(listStateSpans(controller.tracked, extent), [x, y, z], extent);
		return { ...controller.grip, spans };
	}
	const hand = findHand(recording, side);
	const pose = hand.joints[name];
	if (!hasKeys(pose)) return failAbsent(text);
	return { position: pose.position, rotation: pose.rotation, spans: listHandSpans(hand, extent) };
}

// A body may be lost for a while; other tracks are there from their first to their last key.
function listTrackSpans(recording: Recording, track: PoseTrack, extent: TimeSpan): readonly TimeSpan[] {
	const { x, y, z } = track.position;
	const tracked = recording.tracks.find(({ name }) => name === BODY_TRACKED_TRACK);
	const isBody = track.name.startsWith('body-') && tracked?.kind === 'boolean';
	return trimSpans(isBody ? listStateSpans(tracked.value, extent) : [extent], [x, y, z], extent);
}

/** Finds a side by its name. Throws `TypeError` for another name. */
export function findSide(text: string): Side {
	const side = SIDES.find((name) => name === text);
	if (side === undefined) throw new TypeError(`expression: '${text}' is not a hand; expected left or right`);
	return side;
}

/** Finds a hand. Throws `RangeError` if the recording has no hands. */
export function findHand({ hands }: Recording, side: Side): HandCurves {
	return hands?.[side] ?? failAbsent(`${side} hand`);
}

/** Finds a finger by its name, such as `left.index`. Throws `TypeError` for another name. */
export function findFinger(text: string): FingerPlace {
	const [side, name] = splitName(text);
	const finger = FINGERS.find((known) => known === name);
	if (side === null || finger === undefined) {
		throw new TypeError(
			`expression: '${text}' is not a finger; expected left or right, a dot, and ${FINGERS.join(', ')}`,
		);
	}
	return { side, finger };
}

/** Finds a joint of a finger by its name, such as `left.indexKnuckle`. Throws `TypeError` for another name. */
export function findJoint(text: string): { readonly side: Side; readonly joint: JointName } {
	const [side, name] = splitName(text);
	if (side === null || !isJoint(name)) {
		throw new TypeError(`expression: '${text}' is not a joint; expected left.JOINT or right.JOINT${suggest(text)}`);
	}
	return { side, joint: name };
}

function splitName(text: string): readonly [Side | null, string] {
	const [, side = '', name = ''] = /^(left|right)\.(\w+)$/.exec(text) ?? [];
	return [SIDES.find((known) => known === side) ?? null, name];
}

function isJoint(name: string): name is JointName {
	return (JOINT_NAMES as readonly string[]).includes(name);
}

function failAbsent(text: string): never {
	throw new RangeError(`expression: the recording has no ${text}`);
}

// The known joint that differs in the fewest letters, if any is near.
function suggest(text: string): string {
	const name = text.replace(/^\w*\./, '');
	const side = text.startsWith('right') ? 'right' : 'left';
	const near = findNearestName(name, [...JOINT_NAMES, CONTROLLER], 3);
	return near === null ? '' : `; did you mean ${side}.${near}?`;
}
