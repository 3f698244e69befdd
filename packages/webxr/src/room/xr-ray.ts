import { writePoseMatrix } from '@handreel/core';
import { findShortestRotation, rotateVector } from '@handreel/core/internal';
import { type Pose, ROTATION } from '../device/pose.ts';
import { getTransformPose, XRRigidTransform } from '../xr/module-kit.ts';

/** A ray as a pose whose −z axis is its direction. */
export let getRayPose: (ray: XRRay) => Pose;

/** Squares of lengths below this have no direction. */
const SHORT = 1e-12;

/** A place and a direction. */
export class XRRay {
	readonly #pose: Pose;
	readonly #origin: DOMPointReadOnly;
	readonly #direction: DOMPointReadOnly;
	#matrix: Float32Array | undefined;

	/** Pages call `new XRRay(transform)` or `new XRRay({ x, y, z }, { x, y, z })`. */
	constructor(origin: DOMPointInit | XRRigidTransform = {}, direction: DOMPointInit = {}) {
		if (origin instanceof XRRigidTransform) {
			const pose = getTransformPose(origin);
			this.#pose = pose;
			this.#origin = new DOMPointReadOnly(pose[0], pose[1], pose[2], 1);
			const [x, y, z] = rotateVector(pose, [0, 0, -1], [] as number[], ROTATION);
			this.#direction = new DOMPointReadOnly(x, y, z, 0);
			return;
		}
		const point = DOMPointReadOnly.fromPoint(origin);
		const { x = 0, y = 0, z = -1, w = 0 } = direction ?? {};
		const given = [x, y, z].map(Number) as [number, number, number];
		if (![point.x, point.y, point.z, ...given].every(Number.isFinite)) throw new TypeError('the ray is not finite');
		if (point.w !== 1) throw new TypeError('origin.w is not 1');
		if (Number(w) !== 0) throw new TypeError('direction.w is not 0');
		const square = given.reduce((sum, value) => sum + value * value, 0);
		if (!(square > SHORT)) throw new TypeError('direction has no length');
		const unit = given.map((value) => value / Math.sqrt(square)) as [number, number, number];
		const rotation = findShortestRotation([0, 0, -1], unit, [] as number[]);
		this.#pose = [point.x, point.y, point.z, ...rotation];
		this.#origin = new DOMPointReadOnly(point.x, point.y, point.z, 1);
		this.#direction = new DOMPointReadOnly(...unit, 0);
	}

	get origin(): DOMPointReadOnly {
		return this.#origin;
	}

	get direction(): DOMPointReadOnly {
		return this.#direction;
	}

	/** 16 floats in column-major order. */
	get matrix(): Float32Array {
		if (!this.#matrix?.length) this.#matrix = writePoseMatrix(this.#pose, new Float32Array(16));
		return this.#matrix;
	}

	static {
		getRayPose = (ray) => ray.#pose;
	}
}
