import { createCurve, type PoseCurves } from '@handreel/core';
import { alignQuaternion } from '@handreel/core/internal';

const POSE_NUMBERS = 7;

/** Collects the keys of a pose, px py pz qx qy qz qw each. Rotations get the sign that agrees with the key before. */
export class PoseKeys {
	readonly #times: number[] = [];
	readonly #values: number[] = [];

	/** Adds a key. The numbers are copied. */
	add(time: number, pose: ArrayLike<number>): void {
		const at = this.#values.length;
		for (let i = 0; i < POSE_NUMBERS; i++) this.#values.push(pose[i]!);
		if (at > 0) alignQuaternion(this.#values, this.#values, this.#values, at + 3, at - 4, at + 3);
		this.#times.push(time);
	}

	get count(): number {
		return this.#times.length;
	}

	/** The curves of the pose. */
	toPose(): PoseCurves {
		const axis = (i: number) => {
			const keys = new Float32Array(2 * this.count);
			for (let key = 0; key < this.count; key++) {
				keys[2 * key] = this.#times[key]!;
				keys[2 * key + 1] = this.#values[key * POSE_NUMBERS + i]!;
			}
			return createCurve(keys);
		};
		return {
			position: { x: axis(0), y: axis(1), z: axis(2) },
			rotation: { x: axis(3), y: axis(4), z: axis(5), w: axis(6) },
		};
	}
}

/** Changes a pose (px py pz qx qy qz qw) from WebXR's space to Unity's, or back, in place. Returns it. */
export function flipSpace<T extends number[] | Float32Array | Float64Array>(pose: T, offset = 0): T {
	for (const i of [2, 3, 4]) pose[offset + i] = -pose[offset + i]! + 0;
	return pose;
}
