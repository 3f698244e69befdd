import { invertQuaternion, multiplyQuaternions, rotateVector } from '../math/quaternion.ts';
import type { BlockCurve } from './block-curve.ts';
import type { VectorShape } from './groups.ts';

/** A pose at every time of a clock: three and four numbers per time. */
export interface DensePose {
	readonly position: Float64Array;
	readonly rotation: Float64Array;
}

const inverse = /* @__PURE__ */ new Float64Array(4);

/** Writes a vector as it is seen from a pose: a position, or a rotation. */
export function toLocal(
	world: Float64Array,
	pose: DensePose,
	frame: number,
	isRotation: boolean,
	out: Float64Array,
): void {
	const { position, rotation } = pose;
	invertQuaternion(rotation, inverse, 4 * frame);
	if (isRotation) {
		multiplyQuaternions(inverse, world, out);
		return;
	}
	for (let i = 0; i < 3; i++) out[i] = world[i]! - position[3 * frame + i]!;
	rotateVector(inverse, out, out);
}

/** The reverse of {@link toLocal}. */
export function toWorld(
	local: Float64Array,
	pose: DensePose,
	frame: number,
	isRotation: boolean,
	out: Float64Array,
): void {
	const { position, rotation } = pose;
	if (isRotation) {
		multiplyQuaternions(rotation, local, out, 4 * frame);
		return;
	}
	rotateVector(rotation, local, out, 4 * frame);
	for (let i = 0; i < 3; i++) out[i]! += position[3 * frame + i]!;
}

/** Lists the poses that predict a vector, as far as their values are known. */
export function listReferences(poses: ReadonlyArray<Float64Array | null>, { references }: VectorShape): DensePose[] {
	return references.flatMap((index) => {
		const position = poses[index];
		const rotation = poses[index + 1];
		return position && rotation ? [{ position, rotation }] : [];
	});
}

/** Returns the values of curves with common times at every time of the clock, on straight lines between keys. */
export function densify(times: Float64Array, curves: readonly BlockCurve[]): Float64Array {
	const size = curves.length;
	const [{ frames, stride }] = curves as [BlockCurve];
	const dense = new Float64Array(times.length * size);
	curves.forEach(({ words }, c) => {
		const floats = new Float32Array(words.buffer, words.byteOffset, words.length);
		let key = 0;
		for (let frame = 0; frame < times.length; frame++) {
			while (key + 1 < frames.length && frames[key + 1]! <= frame) key++;
			const value = floats[key * stride + 1]!;
			const start = frames[key]!;
			if (frame <= start || key + 1 === frames.length) {
				dense[frame * size + c] = value;
				continue;
			}
			const share = (times[frame]! - times[start]!) / (times[frames[key + 1]!]! - times[start]!);
			dense[frame * size + c] = value + (floats[(key + 1) * stride + 1]! - value) * share;
		}
	});
	return dense;
}
