import type { Side } from '@handreel/core';
import { findShortestRotation, multiplyQuaternions, normalizeVector } from '@handreel/core/internal';
import type { InputEdge } from './device.ts';
import { createLookPose, type Pose, ROTATION } from './pose.ts';
import type { PinchInput, TransientPointerFactory } from './replay-options.ts';

// Joint indices in the order of WebXR.
const THUMB_TIP = 4;
const INDEX_TIP = 9;

/**
 * Creates a transient pointer, as on Vision Pro: its ray starts where the eyes look when the pinch starts, and the hand moves
 * it from there. The option `selectWith` takes it.
 */
export const createTransientPointer: TransientPointerFactory = (...args) => new TransientPointer(...args);

class TransientPointer implements PinchInput {
	readonly handedness: Side;
	readonly targetRayMode = 'transient-pointer';
	readonly profiles: readonly string[] = ['generic-button'];
	readonly feature = null;
	readonly hasGrip = true;
	readonly isRayEmulated = false;
	readonly isGripEmulated = false;
	readonly hand = null;
	readonly gamepad = null;
	edges: readonly InputEdge[] = [{ action: 'select', state: 'pressed' }];
	ray: Pose | null;
	grip: Pose | null;
	readonly #start: Pose;
	readonly #direction: readonly number[];
	#isPressed = true;

	/** `gaze`: where the eyes look; without it, the ray goes from the head through the pinch. */
	constructor(side: Side, joints: Float32Array, head: Pose, gaze: Pose | null, ray: Pose | null) {
		this.handedness = side;
		const grip = findPinch(joints);
		this.grip = grip;
		const fromHead = [0, 1, 2].map((i) => grip[i]! - head[i]!);
		this.#start = gaze ?? createLookPose(head, fromHead);
		this.#direction = this.#pointAt(grip);
		this.ray = ray ?? this.#start;
	}

	isPressed(): boolean {
		return this.#isPressed;
	}

	/** Follows the hand. A recorded ray goes its own way. */
	update(joints: Float32Array, ray: Pose | null): void {
		this.edges = [];
		this.grip = findPinch(joints);
		if (ray !== null) {
			this.ray = ray;
			return;
		}
		const turn = findShortestRotation(this.#direction, this.#pointAt(this.grip), [] as number[]);
		const rotation = multiplyQuaternions(turn, this.#start, [] as number[], 0, ROTATION);
		this.ray = [this.#start[0]!, this.#start[1]!, this.#start[2]!, ...rotation];
	}

	/** Ends the pinch. */
	leave(edges: readonly InputEdge[]): void {
		this.edges = edges;
		this.#isPressed = false;
		this.ray = null;
		this.grip = null;
	}

	#pointAt(point: Pose): number[] {
		const direction = [0, 1, 2].map((axis) => point[axis]! - this.#start[axis]!);
		normalizeVector(direction, direction);
		return direction;
	}
}

// Between the tips of thumb and index finger, with the rotation of the wrist.
function findPinch(joints: Float32Array): Pose {
	return Array.from({ length: 7 }, (_, i) =>
		i < ROTATION ? (joints[THUMB_TIP * 7 + i]! + joints[INDEX_TIP * 7 + i]!) / 2 : joints[i]!,
	);
}
