import { findFirstTime } from '../curves/first-time.ts';
import { checkFinite } from '../issue/error.ts';
import { transformCurves } from '../keys/transform-curves.ts';
import { readPose } from '../math/pose.ts';
import { mapRoom, mapVectors, replaceAxes } from '../model/map-curves.ts';
import { hasKeys, type Recording } from '../model/recording.ts';
import type { OptionTable } from '../option/option.ts';
import { POSE_STRIDE } from '../sample/frame-sample.ts';
import { samplePose } from '../sample/sample-frame.ts';
import { defineEdit, type Edit } from './edit.ts';
import { moveRoom } from './room.ts';

const NO_OFFSET = [0, 0, 0, 0];

/**
 * The recording moved by a pose of seven numbers (px py pz qx qy qz qw): head, hands and gaze are rotated about the
 * origin, then shifted. Meters; the rotation need not have unit length.
 *
 * Exact up to one rounding to float32; rotations keep their length. Linear and Hermite keys stay linear and Hermite.
 * These vectors get more keys:
 *
 * - If the curves of a vector have different key times, each gets the keys of all.
 * - If their weights differ, the segments are divided until they deviate by at most about 1e-6 of the values (more
 *   where a weighted curve is vertical).
 * - If only some of them step, the vector jumps with two keys at one time.
 *
 * Curves of a vector with different wrap modes, or with different ranges while one repeats, hold their ends afterwards.
 * Vectors without keys stay empty; curves that do not change are shared. Throws `RangeError` for a pose that is not
 * seven finite numbers or has no rotation.
 *
 * @example
 * // head at (0, 0, 0) → head at (0, 1.6, 0)
 * moveRecording(recording, [0, 1.6, 0, 0, 0, 0, 1])
 */
export function moveRecording(recording: Recording, pose: ArrayLike<number>): Recording {
	const [px, py, pz, x, y, z, w] = readPose(pose);
	const offset = [px, py, pz];
	const rotation = [
		[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
		[2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
		[2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
	];
	// Left multiplication with the quaternion, as a matrix.
	const product = [
		[w, -z, y, x],
		[z, w, -x, y],
		[-y, x, w, z],
		[-x, -y, -z, w],
	];
	const moved = mapVectors(recording, (curves, role) => {
		const matrix = role === 'rotation' ? product : rotation;
		const shift = role === 'position' || role === 'origin' ? offset : NO_OFFSET;
		return replaceAxes(curves, transformCurves(Object.values(curves), matrix, shift));
	});
	return mapRoom(moved, (room) => moveRoom(room, rotation, [x, y, z, w], offset));
}

const MOVE_OPTIONS = {
	by: {
		type: 'vector',
		axes: ['x', 'y', 'z'],
		unit: 'm',
		default: [0, 0, 0],
		title: 'Move by',
		text: 'offset: x right, y up, z forward',
	},
	turn: {
		type: 'number',
		unit: '°',
		default: 0,
		title: 'Turn',
		text: 'turn about the vertical axis before the offset; positive turns right',
	},
	rotation: {
		type: 'vector',
		axes: ['x', 'y', 'z', 'w'],
		default: [0, 0, 0, 1],
		title: 'Rotation',
		text: 'rotation as a quaternion, before the turn',
	},
} as const satisfies OptionTable;

/** The edit {@link moveRecording}. */
export const moveEdit: Edit = /* @__PURE__ */ defineEdit({
	name: 'move',
	title: 'Move',
	text: 'Move and rotate recordings in space. Unity coordinates: x right, y up, z forward.',
	options: MOVE_OPTIONS,
	needsSome: ['by', 'turn', 'rotation'],
	keepsTimes: true,
	examples: ['--by 0,0.1,-2', '--turn 90'],
	apply: (recording, { by, turn, rotation: [x = 0, y = 0, z = 0, w = 1] }) => {
		const half = (turn * Math.PI) / 360;
		const [sin, cos] = [Math.sin(half), Math.cos(half)];
		const length = Math.hypot(x, y, z, w);
		if (!(length > 0)) throw new RangeError('rotation: 0, 0, 0, 0 is not a rotation');
		const turned = [cos * x + sin * z, cos * y + sin * w, cos * z - sin * x, cos * w - sin * y];
		return { recording: moveRecording(recording, [...by, ...turned.map((value) => value / length)]) };
	},
});

/** A head that looks this steeply up or down has no heading; the top of the head determines it instead. */
const STEEP = 1e-3;

/** Where {@link reanchorRecording} puts the head. */
export interface AnchorOptions {
	/** Seconds: when the head is at the anchor. Default: at its first key. */
	readonly time?: number | undefined;
	/** `'zero'` (default) puts the head at the origin, `'keep'` keeps its height. */
	readonly height?: 'zero' | 'keep' | undefined;
}

/**
 * The recording moved so that the head starts at the origin and faces forward (+z). It turns about the vertical axis
 * only, so level stays level and a head that looks down still does. Throws like {@link getAnchorPose}.
 *
 * @example reanchorRecording(recording, { height: 'keep' }) // the floor stays at y = 0
 */
export function reanchorRecording(recording: Recording, options: AnchorOptions = {}): Recording {
	return moveRecording(recording, getAnchorPose(recording, options));
}

/** The edit {@link reanchorRecording}. */
export const anchorEdit: Edit = /* @__PURE__ */ defineEdit({
	name: 'anchor',
	title: 'Anchor',
	text: 'Put the first head pose at the origin, facing forward.',
	options: { keepHeight: { type: 'flag', default: false, title: 'Keep heights', text: 'keep heights' } },
	examples: ['', '--keep-height'],
	apply: (recording, { keepHeight }) => ({
		recording: reanchorRecording(recording, { height: keepHeight ? 'keep' : 'zero' }),
	}),
});

/**
 * The pose by which {@link reanchorRecording} moves a recording (px py pz qx qy qz qw, a new array in float64). Move
 * other recordings of the session by it too, or back by its inverse.
 *
 * Throws `RangeError` for a recording without a head pose, for a time that is not finite, and for a head pose that is
 * not finite at that time.
 */
export function getAnchorPose(recording: Recording, options: AnchorOptions = {}): Float64Array {
	const { head } = recording;
	const { height = 'zero' } = options;
	if (height !== 'zero' && height !== 'keep') throw new TypeError(`height: '${height}' is neither 'zero' nor 'keep'`);
	if (head === null || !hasKeys(head)) throw new RangeError('recording.head: the recording has no head pose');
	const time = options.time ?? firstTime(recording);
	checkFinite(time, 'time');
	const pose = samplePose(head, time, new Float32Array(POSE_STRIDE));
	if (!pose.every(Number.isFinite)) throw new RangeError(`recording.head: the head pose at ${time} s is not finite`);
	const [px, py, pz, x, y, z, w] = pose as unknown as [number, number, number, number, number, number, number];
	let [east, north] = [2 * (x * z + y * w), 1 - 2 * (x * x + y * y)];
	if (Math.hypot(east, north) < STEEP) {
		// The top of the head points forward when looking down, and back when looking up.
		const side = 2 * (y * z - x * w) < 0 ? 1 : -1;
		[east, north] = [side * 2 * (x * y - z * w), side * 2 * (y * z + x * w)];
	}
	const half = Math.atan2(east, north) / 2;
	const [sin, cos] = [Math.sin(-half), Math.cos(half)];
	// The inverse turn about y, then the shift to the origin.
	const [turnX, turnZ] = [2 * sin * cos, 1 - 2 * sin * sin];
	return Float64Array.of(
		-(turnZ * px + turnX * pz) + 0,
		height === 'keep' ? 0 : -py + 0,
		-(turnZ * pz - turnX * px) + 0,
		0,
		sin + 0,
		0,
		cos,
	);
}

function firstTime({ head }: Recording): number {
	const time = findFirstTime([...Object.values(head?.position ?? {}), ...Object.values(head?.rotation ?? {})]);
	return Number.isFinite(time) ? time : 0;
}
