import { writePoseMatrix } from '@handreel/core';
import { invertPose } from '@handreel/core/internal';
import { IDENTITY, type Pose } from '../device/pose.ts';
import { checkState, INTERNAL } from './internal.ts';

/** Returns the pose of a transform. Throws `TypeError` for other objects. */
export let getTransformPose: (transform: XRRigidTransform) => Pose;

/** A position and a rotation. Points and matrix are created on first use, because most are never read. */
export class XRRigidTransform {
	readonly #pose: Pose;
	#position: DOMPointReadOnly | undefined;
	#orientation: DOMPointReadOnly | undefined;
	#matrix: Float32Array<ArrayBuffer> | undefined;
	#inverse: XRRigidTransform | undefined;

	/** Pages call `new XRRigidTransform({ x, y, z }, { x, y, z, w })`. */
	constructor(position?: DOMPointInit | typeof INTERNAL, orientation?: DOMPointInit | Pose) {
		this.#pose = position === INTERNAL ? (orientation as Pose) : readInit(position, orientation as DOMPointInit);
	}

	get position(): DOMPointReadOnly {
		const pose = this.#pose;
		this.#position ??= new DOMPointReadOnly(pose[0], pose[1], pose[2], 1);
		return this.#position;
	}

	get orientation(): DOMPointReadOnly {
		const pose = this.#pose;
		this.#orientation ??= new DOMPointReadOnly(pose[3], pose[4], pose[5], pose[6]);
		return this.#orientation;
	}

	/** 16 floats in column-major order. */
	get matrix(): Float32Array<ArrayBuffer> {
		// A page may have transferred the buffer to a worker.
		if (!this.#matrix?.length) this.#matrix = writePoseMatrix(this.#pose, new Float32Array(16));
		return this.#matrix;
	}

	get inverse(): XRRigidTransform {
		if (this.#inverse === undefined) {
			this.#inverse = createTransform(invertPose(this.#pose));
			this.#inverse.#inverse = this;
		}
		return this.#inverse;
	}

	static {
		getTransformPose = (transform) => transform.#pose;
	}
}

/** Creates a transform from a pose. */
export function createTransform(pose: Pose = IDENTITY): XRRigidTransform {
	return new XRRigidTransform(INTERNAL, pose);
}

function readInit(position?: DOMPointInit, orientation?: DOMPointInit): number[] {
	// Converts values as Web IDL requires; the default is (0, 0, 0, 1).
	const point = DOMPointReadOnly.fromPoint(position);
	const { x, y, z, w } = DOMPointReadOnly.fromPoint(orientation);
	if (point.w !== 1) throw new TypeError('position.w is not 1');
	const numbers = [point.x, point.y, point.z, x, y, z, w];
	if (!numbers.every(Number.isFinite)) throw new TypeError('position or orientation is not finite');
	// Not `Math.hypot`: browsers refuse orientations whose squares overflow.
	const length = Math.sqrt(numbers.slice(3).reduce((sum, number) => sum + number * number, 0));
	checkState(length > 0 && Number.isFinite(length), 'orientation cannot be normalized');
	return numbers.map((number, i) => (i < 3 ? number : number / length));
}
