import type { BlockCurve } from './block-curve.ts';
import { VECTOR_ROLES, type VectorShape } from './groups.ts';
import { ordinalOf, toOrdinal } from './ordinal.ts';
import { type DensePose, densify, listReferences, toLocal, toWorld } from './pose-frame.ts';
import type { BitCoder } from './range-coder.ts';
import { VALUE_CONTEXTS, ValueCoder } from './value-coder.ts';

/** What the vectors of a block know of each other. */
export interface KeyState {
	/** The times of the clock in seconds. */
	readonly times: Float64Array;
	/** The values of each vector at every time of the clock, as far as coded; `null` if it has none. */
	readonly poses: Array<Float64Array | null>;
	/** How well each predictor did lately, by role. */
	readonly scores: readonly Float64Array[];
	/** The usual size of errors by role. */
	readonly errors: Float64Array;
	/** How much larger than usual errors are, by circumstances: see {@link findHint}. */
	readonly hints: Float64Array;
}

const FIRST_AT: number = VECTOR_ROLES.length * VALUE_CONTEXTS;
const LAST_AT: number = FIRST_AT + VALUE_CONTEXTS;
const SWITCH_AT: number = LAST_AT + VALUE_CONTEXTS;
/** Contexts of {@link codeKeys}. */
export const KEY_CONTEXTS: number = SWITCH_AT + 4;

/** Predictions of a value. */
export const PREDICTORS = 7;
/** How much a surprising error of one component tells about the next. */
const SURPRISE_SHARE = 0.4;
const HINT_RATE = 0.02;
const MEAN_KEYS = 12;
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
	new KeyCoder(coder, context, state, vector, curves).run();
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
	// For each reference: this vector as seen from there at the last key, and where that leads to now.
	readonly #local: readonly Float64Array[];
	readonly #moved: readonly Float64Array[];
	// As seen from the first reference on average, and where that leads to.
	readonly #mean: Float64Array = new Float64Array(4);
	readonly #usual: Float64Array = new Float64Array(4);
	readonly #here: Float64Array = new Float64Array(4);
	readonly #predictions: Int32Array = new Int32Array(PREDICTORS);

	constructor(coder: BitCoder, context: number, state: KeyState, vector: VectorShape, curves: readonly BlockCurve[]) {
		this.#coder = coder;
		this.#context = context;
		this.#state = state;
		this.#curves = curves;
		this.#floats = curves.map(({ words }) => new Float32Array(words.buffer, words.byteOffset, words.length));
		this.#role = VECTOR_ROLES.indexOf(vector.role);
		this.#isRotation = vector.role === 'rotation' && curves.length === 4;
		this.#isUnit = curves.length > 1 && vector.role !== 'plain';
		this.#references = listReferences(state.poses, vector);
		const scratch = (): Float64Array[] => this.#references.map(() => new Float64Array(4));
		this.#local = scratch();
		this.#moved = scratch();
	}

	run(): void {
		const curves = this.#curves;
		const [{ frames, stride }] = curves as [BlockCurve];
		const scores = this.#state.scores[this.#role]!;
		const context = this.#context;
		const values = curves.map(() => new ValueCoder(this.#coder, context + this.#role * VALUE_CONTEXTS, scores));
		const { errors } = this.#state;
		for (const value of values) value.error = errors[this.#role]!;
		const first = new ValueCoder(this.#coder, context + FIRST_AT, new Float64Array(1));
		first.error += MEAN_KEYS;
		const last = new ValueCoder(this.#coder, context + LAST_AT, new Float64Array(2));
		last.error = 127;
		const size = curves.length;
		for (let key = 0; key < frames.length; key++) {
			const at = key * stride + 1;
			const largest = this.#isUnit ? this.#findLargest(at - stride) : size;
			if (key > 0) this.#follow(frames[key]!);
			let surprise = 0;
			for (let i = 0; i < size; i++) {
				// The component that was largest comes last: unit length tells most of it.
				const component = !this.#isUnit ? i : i === size - 1 ? largest : i < largest ? i : i + 1;
				const { words } = curves[component]!;
				const ordinal = toOrdinal(words[at]! | 0);
				let coded: number;
				if (component === largest) coded = this.#codeLargest(last, component, at, stride, ordinal);
				else if (key === 0) coded = first.code(this.#predictFirst(component, frames[0]!), 1, ordinal, 0);
				else {
					const value = values[component]!;
					const hint = this.#findHint(key);
					const usual = this.#state.hints[hint]!;
					const expected = usual + SURPRISE_SHARE * Math.min(Math.max(surprise, -4), 6);
					const count = this.#predict(component, key, at, stride);
					coded = value.code(this.#predictions, count, ordinal, expected);
					this.#state.hints[hint] = usual + (value.surprise - expected) * HINT_RATE;
					surprise = i === 0 ? value.surprise - usual : (surprise + value.surprise - usual) / 2;
				}
				words[at] = toOrdinal(coded);
			}
			this.#learn(key, frames[key]!, at);
		}
		if (frames.length > 1) errors[this.#role]! += (values[0]!.error - errors[this.#role]!) / 2;
	}

	#codeLargest(last: ValueCoder, component: number, at: number, stride: number, ordinal: number): number {
		const floats = this.#floats;
		let square = 1;
		for (let i = 0; i < floats.length; i++) if (i !== component) square -= floats[i]![at]! * floats[i]![at]!;
		const length = square > 0 ? Math.sqrt(square) : 0;
		const isFirst = at < stride;
		const before = isFirst ? 0 : floats[component]![at - stride]!;
		this.#predictions[0] = ordinalOf(before < 0 ? -length : length);
		this.#predictions[1] = ordinalOf(before);
		return last.code(this.#predictions, 2, ordinal, 0);
	}

	// Without a key before, the last component.
	#findLargest(before: number): number {
		const floats = this.#floats;
		const last = floats.length - 1;
		let largest = last;
		if (before < 0) return largest;
		for (let i = 0; i < last; i++) if (Math.abs(floats[i]![before]!) > Math.abs(floats[largest]![before]!)) largest = i;
		return largest;
	}

	#predictFirst(component: number, frame: number): Int32Array {
		const [reference] = this.#references;
		const size = this.#curves.length;
		const values = this.#isRotation ? reference?.rotation : reference?.position;
		this.#predictions[0] = values === undefined ? 0 : ordinalOf(values[frame * size + component]!);
		return this.#predictions;
	}

	#predict(component: number, key: number, at: number, stride: number): number {
		const predictions = this.#predictions;
		const floats = this.#floats[component]!;
		const { times } = this.#state;
		const { frames, words } = this.#curves[component]!;
		const before = at - stride;
		const value = floats[before]!;
		predictions[0] = toOrdinal(words[before]! | 0);
		let step = 0;
		if (key > 1) {
			const last = times[frames[key - 1]!]!;
			step = (value - floats[before - stride]!) * ((times[frames[key]!]! - last) / (last - times[frames[key - 2]!]!));
		}
		predictions[1] = ordinalOf(value + step);
		predictions[2] = ordinalOf(value + step / 2);
		const [moved, other] = this.#moved;
		if (moved === undefined) return 3;
		const usual = this.#usual;
		predictions[3] = ordinalOf(moved[component]!);
		predictions[4] = ordinalOf(usual[component]!);
		predictions[5] = ordinalOf((moved[component]! + usual[component]!) / 2);
		if (other === undefined) return 6;
		predictions[6] = ordinalOf((moved[component]! + other[component]!) / 2);
		return 7;
	}

	// Errors depend on the role and on the time that has passed since the last key.
	#findHint(key: number): number {
		const { times } = this.#state;
		const { frames } = this.#curves[0]!;
		const passed = times[frames[key]!]! - times[frames[key - 1]!]!;
		const step = passed < 0.02 ? 0 : passed < 0.04 ? 1 : passed < 0.08 ? 2 : passed < 0.2 ? 3 : passed < 0.4 ? 4 : 5;
		return (this.#isRotation ? 8 : 0) + step;
	}

	// Where the references lead to at a frame.
	#follow(frame: number): void {
		const references = this.#references;
		const isRotation = this.#isRotation;
		if (references.length === 0) return;
		toWorld(this.#mean, references[0]!, frame, isRotation, this.#usual);
		for (let i = 0; i < references.length; i++) {
			toWorld(this.#local[i]!, references[i]!, frame, isRotation, this.#moved[i]!);
		}
	}

	#learn(key: number, frame: number, at: number): void {
		const references = this.#references;
		if (references.length === 0) return;
		const here = this.#here;
		const mean = this.#mean;
		for (let i = 0; i < this.#floats.length; i++) here[i] = this.#floats[i]![at]!;
		for (let i = 0; i < references.length; i++) {
			toLocal(here, references[i]!, frame, this.#isRotation, this.#local[i]!);
		}
		const local = this.#local[0]!;
		const rate = 1 / Math.min(key + 1, MEAN_KEYS);
		for (let i = 0; i < 4; i++) mean[i]! += (local[i]! - mean[i]!) * rate;
	}
}
