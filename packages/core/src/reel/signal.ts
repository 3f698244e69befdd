import { multiplyQuaternions } from '../math/quaternion.ts';
import { SIZE } from './dyadic.ts';
import { type DensePose, toLocal, toWorld } from './pose-frame.ts';

// A vector as a signal of three components: as seen from another pose, and rotations from their mean (REEL.md, "Bounded vectors").

/** What a signal is relative to. */
export interface SignalFrame {
	/** `null`: the world. */
	readonly reference: DensePose | null;
	/** Of a rotation: the mean, at unit length. */
	readonly mean: Float64Array;
}

const local = /* @__PURE__ */ new Float64Array(4);
const turned = /* @__PURE__ */ new Float64Array(4);
const inverse = /* @__PURE__ */ new Float64Array(4);

/**
 * Writes a vector at a frame as a sample of its signal. A rotation q is also −q: it takes the sign that is near `near`, which becomes
 * this rotation, seen from the mean. Encoders only.
 */
export function toSample(
	vector: Float64Array,
	{ reference, mean }: SignalFrame,
	frame: number,
	isRotation: boolean,
	out: Float64Array,
	at: number,
	near: Float64Array,
): void {
	if (reference === null) local.set(vector);
	else toLocal(vector, reference, frame, isRotation, local);
	if (!isRotation) {
		for (let c = 0; c < SIZE; c++) out[at + c] = local[c]!;
		return;
	}
	for (let c = 0; c < SIZE; c++) inverse[c] = -mean[c]!;
	inverse[3] = mean[3]!;
	multiplyQuaternions(inverse, local, turned);
	let dot = 0;
	for (let c = 0; c < 4; c++) dot += turned[c]! * near[c]!;
	for (let c = 0; c < 4; c++) near[c] = dot < 0 ? -turned[c]! : turned[c]!;
	// The stereographic projection: close to the rotation vector in radians, and errors never grow.
	for (let c = 0; c < SIZE; c++) out[at + c] = (4 * near[c]!) / (1 + near[3]!);
}

/** The reverse of {@link toSample}. */
export function fromSample(
	samples: Float64Array,
	at: number,
	{ reference, mean }: SignalFrame,
	frame: number,
	isRotation: boolean,
	out: Float64Array,
): void {
	if (isRotation) {
		const x = samples[at]! / 4;
		const y = samples[at + 1]! / 4;
		const z = samples[at + 2]! / 4;
		const square = x * x + y * y + z * z;
		turned[0] = (2 * x) / (1 + square);
		turned[1] = (2 * y) / (1 + square);
		turned[2] = (2 * z) / (1 + square);
		turned[3] = (1 - square) / (1 + square);
		multiplyQuaternions(mean, turned, local);
	} else for (let c = 0; c < SIZE; c++) local[c] = samples[at + c]!;
	if (reference === null) out.set(local);
	else toWorld(local, reference, frame, isRotation, out);
	if (!isRotation) return;
	const length = Math.sqrt(out[0]! * out[0]! + out[1]! * out[1]! + out[2]! * out[2]! + out[3]! * out[3]!);
	for (let c = 0; c < 4; c++) out[c] = out[c]! / length;
}
