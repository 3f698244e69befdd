import type { BlockCurve } from './block-curve.ts';
import { VECTOR_ROLES, type VectorShape } from './groups.ts';
import { ordinalOf, toOrdinal } from './ordinal.ts';
import { type DensePose, densify, listReferences, toLocal, toWorld } from './pose-frame.ts';
import type { BitCoder } from './range-coder.ts';
import { createShape, mirrorShapes, recallShape } from './shape-memory.ts';
import { VALUE_CONTEXTS, ValueCoder } from './value-coder.ts';

/** What the vectors of a block know of each other. */
export interface KeyState {
	/** The times of the clock in seconds. */
	readonly times: Float64Array;
	/** The values of each vector at every time of the clock, as far as coded; `null` if it has none. */
	readonly poses: Array<Float64Array | null>;
	/** The keys of each vector with the shape of the hand, as far as coded: see `recallShape`. */
	readonly memories: Float64Array[][];
	/** How well each predictor did lately, by role. */
	readonly scores: readonly Float64Array[];
	/** How much larger than usual errors are, by role and difference of shapes. */
	readonly hints: Float64Array;
}

const FIRST_AT: number = VECTOR_ROLES.length * VALUE_CONTEXTS;
const LAST_AT: number = FIRST_AT + VALUE_CONTEXTS;
const SWITCH_AT: number = LAST_AT + VALUE_CONTEXTS;
/** Contexts of {@link codeKeys}. */
export const KEY_CONTEXTS: number = SWITCH_AT + 4;

/** Predictions of a value. */
export const PREDICTORS = 4;
/** How much a surprising error of one component predicts the next. */
const SURPRISE_SHARE = 0.4;
const HINT_RATE = 0.05;
/** Classes of the difference of shapes: each is four times the class before. */
const CLASSES = 128;
/** How many {@link KeyState.hints} there are. */
export const HINTS: number = VECTOR_ROLES.length * CLASSES;
/** A vector with more keys, in all or per second, is predicted well by the key before, and comparing shapes would take long. */
export const MAX_SHAPES = 256;
const SHAPES_PER_SECOND = 8;
/** The joints that tell the shape of a hand, by how many vectors they are before: the last joint, and that of the last finger. */
const SHAPE_JOINTS: readonly number[] = [2, 8, 10];
/** The vectors of a hand. */
const HAND = 54;
const ONE = 0x3f80_0000;

/** Codes the values of curves with common times. They are a vector if `index` is not negative. */
export function codeKeys(
	coder: BitCoder,
	context: number,
	state: KeyState,
	vector: VectorShape,
	index: number,
	curves: readonly BlockCurve[],
): void {
	if (vector.role === 'boolean') {
		for (const curve of curves) codeSwitches(coder, context + SWITCH_AT, curve);
		return;
	}
	if (curves[0]!.frames.length === 0) return;
	new KeyCoder(coder, context, state, vector, index, curves).run();
	if (index >= 0) state.poses[index] = densify(state.times, curves);
}

// A boolean curve is mostly 0 and 1 in turn.
function codeSwitches(coder: BitCoder, context: number, { words, stride }: BlockCurve): void {
	let last = 0;
	for (let at = 1, repeats = 0; at < words.length; at += stride) {
		const word = words[at]!;
		if (coder.codeBit(context + repeats, word === last ? 1 : 0) === 1) {
			repeats = 1;
		} else {
			repeats = 0;
			const other = last === 0 ? ONE : 0;
			if (coder.codeBit(context + 2, word === other ? 0 : 1) === 0) last = other;
			else last = ((coder.codeBits(16, word >>> 16) << 16) | coder.codeBits(16, word & 0xffff)) >>> 0;
		}
		words[at] = last;
	}
}

class KeyCoder {
	readonly #coder: BitCoder;
	readonly #context: number;
	readonly #state: KeyState;
	readonly #curves: readonly BlockCurve[];
	readonly #floats: readonly Float32Array[];
	readonly #role: number;
	readonly #isRotation: boolean;
	readonly #isUnit: boolean;
	readonly #references: readonly DensePose[];
	// The keys so far if shapes predict this vector, and the joints of a shape.
	readonly #memory: Float64Array[] | undefined;
	readonly #joints: Float64Array[] = [];
	#difference = 0;
	// This vector as seen from its reference at the last key and at similar shapes, and where that leads to now.
	readonly #local: Float64Array = Float64Array.of(0, 0, 0, 1);
	#shape: Float64Array = this.#local;
	readonly #moved: Float64Array = new Float64Array(4);
	readonly #recalled: Float64Array = new Float64Array(4);
	readonly #here: Float64Array = new Float64Array(4);
	readonly #predictions: Int32Array = new Int32Array(PREDICTORS);

	constructor(
		coder: BitCoder,
		context: number,
		state: KeyState,
		vector: VectorShape,
		index: number,
		curves: readonly BlockCurve[],
	) {
		this.#coder = coder;
		this.#context = context;
		this.#state = state;
		this.#curves = curves;
		this.#floats = curves.map(({ words }) => new Float32Array(words.buffer, words.byteOffset, words.length));
		this.#role = VECTOR_ROLES.indexOf(vector.role);
		this.#isRotation = vector.role === 'rotation' && curves.length === 4;
		this.#isUnit = curves.length > 1 && vector.role !== 'plain';
		this.#references = listReferences(state.poses, vector);
		const wrist = vector.references.at(-1)! + 1;
		for (const back of SHAPE_JOINTS) {
			const joint = index - back + (this.#isRotation ? 0 : 1);
			if (joint > wrist && state.poses[joint]) this.#joints.push(state.poses[joint]);
		}
		const limit = Math.min(MAX_SHAPES, SHAPES_PER_SECOND * (state.times.at(-1)! - state.times[0]!));
		const isKnown = vector.isHand && this.#references.length > 0 && this.#joints.length > 0;
		if (isKnown && curves[0]!.frames.length <= limit) {
			this.#memory = mirrorShapes(state.memories[index - HAND] ?? [], this.#isRotation);
			state.memories[index] = this.#memory;
		}
	}

	run(): void {
		const curves = this.#curves;
		const [{ frames, stride }] = curves as [BlockCurve];
		const scores = this.#state.scores[this.#role]!;
		const context = this.#context;
		const values = curves.map(() => new ValueCoder(this.#coder, context + this.#role * VALUE_CONTEXTS, scores));
		const first = new ValueCoder(this.#coder, context + FIRST_AT, new Float64Array(1));
		const last = new ValueCoder(this.#coder, context + LAST_AT, new Float64Array(2));
		const size = curves.length;
		for (let key = 0; key < frames.length; key++) {
			const at = key * stride + 1;
			const largest = this.#isUnit ? this.#findLargest(at - stride) : size;
			this.#follow(frames[key]!);
			let surprise = 0;
			for (let i = 0; i < size; i++) {
				// The component that was largest comes last: unit length determines most of it.
				const component = i < largest ? i : i < size - 1 ? i + 1 : largest;
				const { words } = curves[component]!;
				const ordinal = toOrdinal(words[at]! | 0);
				let coded: number;
				if (component === largest) coded = this.#codeLargest(last, component, at, stride, ordinal);
				else if (key === 0) {
					const predicted = this.#memory?.length ? this.#recalled : this.#moved;
					this.#predictions[0] = ordinalOf(predicted[component]!);
					coded = first.code(this.#predictions, 1, ordinal, 0);
				} else {
					const value = values[component]!;
					const hint = this.#role * CLASSES + this.#difference;
					const usual = this.#state.hints[hint]!;
					const expected = usual + SURPRISE_SHARE * surprise;
					const count = this.#predict(component, key, at, stride);
					coded = value.code(this.#predictions, count, ordinal, expected);
					this.#state.hints[hint] = usual + (value.surprise - expected) * HINT_RATE;
					surprise = (surprise + value.surprise - usual) / (i === 0 ? 1 : 2);
				}
				words[at] = toOrdinal(coded);
			}
			this.#learn(frames[key]!, at);
		}
	}

	#codeLargest(last: ValueCoder, component: number, at: number, stride: number, ordinal: number): number {
		const floats = this.#floats;
		let square = 1;
		for (let i = 0; i < floats.length; i++) if (i !== component) square -= floats[i]![at]! * floats[i]![at]!;
		const length = square > 0 ? Math.sqrt(square) : 0;
		const before = floats[component]![at - stride] ?? 0;
		this.#predictions[0] = ordinalOf(before < 0 ? -length : length);
		this.#predictions[1] = ordinalOf(before);
		return last.code(this.#predictions, 2, ordinal, 0);
	}

	// Without a key before, the last component: nothing is larger than NaN.
	#findLargest(before: number): number {
		const floats = this.#floats;
		const last = floats.length - 1;
		let largest = last;
		for (let i = 0; i < last; i++) if (Math.abs(floats[i]![before]!) > Math.abs(floats[largest]![before]!)) largest = i;
		return largest;
	}

	#predict(component: number, key: number, at: number, stride: number): number {
		const predictions = this.#predictions;
		const floats = this.#floats[component]!;
		const { times } = this.#state;
		const { frames } = this.#curves[0]!;
		const before = at - stride;
		const value = floats[before]!;
		predictions[0] = ordinalOf(value);
		let step = 0;
		if (key > 1) {
			const last = times[frames[key - 1]!]!;
			step = (value - floats[before - stride]!) * ((times[frames[key]!]! - last) / (last - times[frames[key - 2]!]!));
		}
		predictions[1] = ordinalOf(value + step);
		predictions[2] = ordinalOf(this.#moved[component]!);
		predictions[3] = ordinalOf(this.#recalled[component]!);
		return this.#memory !== undefined ? 4 : this.#references.length > 0 ? 3 : 2;
	}

	// Where the reference leads to at a frame.
	#follow(frame: number): void {
		const [reference] = this.#references;
		const isRotation = this.#isRotation;
		if (reference === undefined) return;
		toWorld(this.#local, reference, frame, isRotation, this.#moved);
		if (this.#memory === undefined) return;
		this.#shape = createShape(this.#joints, this.#references.at(-1)!, frame);
		this.#difference = ordinalOf(recallShape(this.#memory, this.#shape, this.#local, isRotation, this.#here)) >> 24;
		toWorld(this.#here, reference, frame, isRotation, this.#recalled);
	}

	#learn(frame: number, at: number): void {
		const [reference] = this.#references;
		if (reference === undefined) return;
		const here = this.#here;
		for (let i = 0; i < this.#floats.length; i++) here[i] = this.#floats[i]![at]!;
		toLocal(here, reference, frame, this.#isRotation, this.#local);
		this.#shape.set(this.#local);
		this.#memory?.push(this.#shape);
	}
}
