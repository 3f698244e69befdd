import type { HandShape } from './hand-shape.ts';

/** What is known about a joint by the shape of its hand: three numbers per key. */
export interface ShapeSample {
	readonly shape: HandShape;
	readonly values: Float64Array;
	/** The variance of each key's values; infinite if they are unknown. */
	readonly variances: Float64Array;
}

/** The keys of two joints that are learned from: those of the joint itself, then those of its counterpart. */
interface Lesson {
	readonly sample: ShapeSample;
	readonly key: number;
}

/** The typical size of the values, of their mean and of what depends on the shape. */
const SIZE = 0.3;
/** Shapes that differ by less than this, in radians over all bones, have similar values. */
const LENGTH = 1;
/** How similar the two hands of a person are. */
const LIKENESS = 0.98;
/** More keys of a joint hardly add shapes, but take time. */
const MAX_KEYS = 32;

/**
 * Predicts the values of a joint at each key from the other keys, where the hand had a similar shape, and from the same joint of
 * the other hand: a Gaussian process over shapes. `variances` are those of the predictions.
 */
export function regressByShape(
	sample: ShapeSample,
	counterpart: ShapeSample | null,
): Pick<ShapeSample, 'values' | 'variances'> {
	const lessons = [...chooseKeys(sample), ...(counterpart ? chooseKeys(counterpart) : [])];
	const inverse = lessons.map((a) =>
		Float64Array.from(lessons, (b) => compareKeys(a, b) + (a === b ? a.sample.variances[a.key]! : 0)),
	);
	invertMatrix(inverse);
	const weights = new Float64Array(lessons.length * 3);
	inverse.forEach((row, i) => {
		lessons.forEach(({ sample: { values }, key }, j) => {
			for (let axis = 0; axis < 3; axis++) weights[i * 3 + axis]! += row[j]! * values[key * 3 + axis]!;
		});
	});
	const values = new Float64Array(sample.values.length);
	const variances = new Float64Array(sample.variances.length);
	const row = new Float64Array(lessons.length);
	for (let k = 0; k < variances.length; k++) {
		const place = lessons.findIndex((lesson) => lesson.sample === sample && lesson.key === k);
		if (place >= 0) {
			// What the others predict for a key that is learned from follows from the same inverse.
			const variance = 1 / inverse[place]![place]!;
			variances[k] = Math.max(0, variance - sample.variances[k]!);
			for (let axis = 0; axis < 3; axis++)
				values[k * 3 + axis] = sample.values[k * 3 + axis]! - weights[place * 3 + axis]! * variance;
			continue;
		}
		const lesson = { sample, key: k };
		let variance = compareKeys(lesson, lesson);
		for (let i = 0; i < row.length; i++) {
			row[i] = compareKeys(lesson, lessons[i]!);
			for (let axis = 0; axis < 3; axis++) values[k * 3 + axis]! += row[i]! * weights[i * 3 + axis]!;
		}
		for (let i = 0; i < row.length; i++) {
			let sum = 0;
			for (let j = 0; j < row.length; j++) sum += inverse[i]![j]! * row[j]!;
			variance -= sum * row[i]!;
		}
		variances[k] = Math.max(0, variance);
	}
	return { values, variances };
}

// The known keys, or some of them at even distances.
function chooseKeys(sample: ShapeSample): Lesson[] {
	const known = Array.from(sample.variances.keys()).filter((k) => Number.isFinite(sample.variances[k]));
	const count = Math.min(known.length, MAX_KEYS);
	return Array.from({ length: count }, (_, i) => ({ sample, key: known[Math.floor((i * known.length) / count)]! }));
}

// The covariance of the values at two keys.
function compareKeys(a: Lesson, b: Lesson): number {
	const { size, values } = a.sample.shape;
	const others = b.sample.shape.values;
	let square = 0;
	for (let i = 0; i < size; i++) square += (values[a.key * size + i]! - others[b.key * size + i]!) ** 2;
	const likeness = Math.exp(-square / (2 * LENGTH * LENGTH));
	return SIZE * SIZE * (a.sample === b.sample ? 1 + likeness : LIKENESS * likeness);
}

// Inverts a positive definite matrix in place, by Gauss-Jordan elimination without exchanging rows.
function invertMatrix(rows: readonly Float64Array[]): void {
	const count = rows.length;
	for (let i = 0; i < count; i++) {
		const pivot = rows[i]!;
		const scale = 1 / pivot[i]!;
		pivot[i] = 1;
		for (let j = 0; j < count; j++) pivot[j]! *= scale;
		for (const row of rows) {
			if (row === pivot) continue;
			const factor = row[i]!;
			row[i] = 0;
			for (let j = 0; j < count; j++) row[j]! -= factor * pivot[j]!;
		}
	}
}
