import type { Side } from '@handreel/core';
import { AXIS_STRIDE, HAND_ANGLES, rotateVector, writeHandAxes, writeHandJoints } from '@handreel/core/internal';
import { LANDMARK_MODEL } from './landmark-model.ts';
import { LANDMARK_COUNT } from './landmarks.ts';

/** The numbers of a pose: position and rotation. */
export const POSE_STRIDE = 7;
/** The unknowns that a landmark depends on: position and rotation of the wrist, and the angles of a finger. */
export const POINT_UNKNOWNS = 10;
/** Position and rotation of the wrist. */
export const WRIST_UNKNOWNS = 6;
/** All unknowns of a hand. */
export const HAND_UNKNOWNS = 26;
/** The numbers of the derivatives of a landmark: x, y and z by each unknown. */
export const SLOPE_STRIDE = 30;

/** The joint about which each angle of a finger turns, counted from the first. */
const TURNING_JOINTS = [0, 0, 1, 2];
const FIRST_JOINTS: readonly number[] = /* @__PURE__ */ [0, 1, 2, 3, 4].map(
	(finger) => LANDMARK_MODEL[1 + 4 * finger]!.joint,
);
const WRIST_ROTATION = 10;

const offset = /* @__PURE__ */ new Float64Array(3);

/** A hand with the given wrist and angles: its joints and landmarks, and how they depend on both. */
export class HandPose {
	readonly side: Side;
	readonly size: number;
	/** The wrist: position and rotation. */
	readonly wrist: Float64Array = Float64Array.of(0, 0, -0.5, 0, 0, 0, 1);
	/** Degrees. */
	readonly angles: Float64Array = new Float64Array(HAND_ANGLES);
	readonly joints: Float64Array = new Float64Array(27 * POSE_STRIDE);
	/** The landmarks. */
	readonly points: Float64Array = new Float64Array(3 * LANDMARK_COUNT);
	/** The derivatives of the landmarks by the unknowns. */
	readonly slopes: Float64Array = new Float64Array(LANDMARK_COUNT * SLOPE_STRIDE);
	readonly #axes = new Float64Array(HAND_ANGLES * AXIS_STRIDE);
	// The landmarks without what is fixed to the wrist: these turn about the joints of the finger.
	readonly #anchors = new Float64Array(3 * LANDMARK_COUNT);

	constructor(side: Side, size: number) {
		this.side = side;
		this.size = size;
	}

	copy(other: HandPose): void {
		this.wrist.set(other.wrist);
		this.angles.set(other.angles);
	}

	/** Computes joints and landmarks. */
	place(): void {
		const { side, size, joints, points } = this;
		writeHandJoints(side, size, this.angles, this.wrist, joints);
		const anchors = this.#anchors;
		const mirror = side === 'right' ? 1 : -1;
		const scale = size / 1000;
		for (let k = 0; k < LANDMARK_COUNT; k++) {
			const { joint, offset: place, frame } = LANDMARK_MODEL[k]!;
			const at = joint * POSE_STRIDE;
			offset[0] = place[0] * mirror * scale;
			offset[1] = place[1] * scale;
			offset[2] = place[2] * scale;
			rotateVector(joints, offset, offset, frame === 'wrist' ? WRIST_ROTATION : at + 3);
			for (let i = 0; i < 3; i++) {
				const p = joints[at + i]! + offset[i]!;
				points[3 * k + i] = p;
				anchors[3 * k + i] = frame === 'wrist' ? joints[at + i]! : p;
			}
		}
	}

	/** Computes the derivatives, after {@link place}. */
	differentiate(): void {
		const { joints, wrist, points, slopes } = this;
		const axes = writeHandAxes(this.side, this.size, this.angles, joints, this.#axes);
		slopes.fill(0);
		for (let k = 0; k < LANDMARK_COUNT; k++) {
			const { finger, angles } = LANDMARK_MODEL[k]!;
			const at = k * SLOPE_STRIDE;
			const [x, y, z] = [0, POINT_UNKNOWNS, 2 * POINT_UNKNOWNS];
			slopes[at + x] = 1;
			slopes[at + y + 1] = 1;
			slopes[at + z + 2] = 1;
			const rx = points[3 * k]! - wrist[0]!;
			const ry = points[3 * k + 1]! - wrist[1]!;
			const rz = points[3 * k + 2]! - wrist[2]!;
			slopes[at + y + 3] = -rz;
			slopes[at + z + 3] = ry;
			slopes[at + x + 4] = rz;
			slopes[at + z + 4] = -rx;
			slopes[at + x + 5] = -ry;
			slopes[at + y + 5] = rx;
			for (let a = 0; a < angles; a++) {
				const from = (FIRST_JOINTS[finger]! + TURNING_JOINTS[a]!) * POSE_STRIDE;
				const axis = (4 * finger + a) * AXIS_STRIDE;
				const dx = this.#anchors[3 * k]! - joints[from]!;
				const dy = this.#anchors[3 * k + 1]! - joints[from + 1]!;
				const dz = this.#anchors[3 * k + 2]! - joints[from + 2]!;
				const u = at + WRIST_UNKNOWNS + a;
				slopes[u + x] = axes[axis + 1]! * dz - axes[axis + 2]! * dy + axes[axis + 3]!;
				slopes[u + y] = axes[axis + 2]! * dx - axes[axis]! * dz + axes[axis + 4]!;
				slopes[u + z] = axes[axis]! * dy - axes[axis + 1]! * dx + axes[axis + 5]!;
			}
		}
	}

	/** Moves the unknowns by a step: meters, radians about the axes of the camera, degrees. */
	step(from: HandPose, step: Float64Array): void {
		for (let i = 0; i < 3; i++) this.wrist[i] = from.wrist[i]! + step[i]!;
		turnBy(from.wrist, step, this.wrist);
		for (let i = 0; i < HAND_ANGLES; i++) this.angles[i] = from.angles[i]! + step[WRIST_UNKNOWNS + i]!;
	}
}

// Writes the rotation of a pose after a turn, whose vector is at 3 in a step.
function turnBy(pose: Float64Array, step: Float64Array, out: Float64Array): void {
	const [tx, ty, tz] = [step[3]!, step[4]!, step[5]!];
	const angle = Math.sqrt(tx * tx + ty * ty + tz * tz);
	const sine = angle < 1e-9 ? 0.5 : Math.sin(angle / 2) / angle;
	const [x, y, z, w] = [tx * sine, ty * sine, tz * sine, Math.cos(angle / 2)];
	const [px, py, pz, pw] = [pose[3]!, pose[4]!, pose[5]!, pose[6]!];
	const qx = w * px + x * pw + y * pz - z * py;
	const qy = w * py - x * pz + y * pw + z * px;
	const qz = w * pz + x * py - y * px + z * pw;
	const qw = w * pw - x * px - y * py - z * pz;
	const length = Math.sqrt(qx * qx + qy * qy + qz * qz + qw * qw);
	out[3] = qx / length;
	out[4] = qy / length;
	out[5] = qz / length;
	out[6] = qw / length;
}
