import { getCurveSegmentKind, leftWeight, rightWeight } from '../curves/segment.ts';
import { type Curve, FULL_STRIDE, getKeyInWeight, getKeyOutWeight, getKeyWeightedMode } from '../model/curve.ts';
import { type Group, keySign } from './group.ts';
import type { RowUse } from './key-table.ts';
import type { RowRun, WriteGroup } from './write-rows.ts';

// The words of a row per output, for groups with more than lines. A line has no slopes, a step is flat.

/** The key's own value. */
export const OWN = 0;
/** Value at the start of the segment: the key's own, unless the segment is a step to its end. */
export const Y0 = 1;
/** Slope at the start; NaN for a line. */
export const M0 = 2;
/** Value at the end. */
export const Y1 = 3;
/** Slope at the end; NaN for a line. */
export const M1 = 4;
/** Weight at the start, only in tables that have weights; NaN if the segment is not weighted. */
export const W0 = 5;
/** Weight at the end. */
export const W1 = 6;

/** Rows with values and segments. `words` is the number of words per output: up to M1 or up to W1. */
export function createSegmentUse(words: number): RowUse {
	const writeGroup: WriteGroup = (group, run, at, rows) => {
		for (let c = 0; c < group.curves.length; c++) writeSegments(group, c, run, at + c * words, rows, words > W0);
	};
	return { wordsPerOutput: words, readsNext: false, writeGroup };
}

function writeSegments(
	group: Group,
	c: number,
	{ keys, count, first }: RowRun,
	at: number,
	rows: Float32Array,
	hasWeights: boolean,
): void {
	const curve = group.curves[c]!;
	const { floats, start, stride } = curve;
	for (let i = 0; i < count; i++) {
		const key = first + i;
		const word = keys[i]! + at;
		const sign = keySign(group, c, key);
		rows[word + OWN] = floats[start + key * stride + 1]! * sign;
		if (key + 1 === curve.count) continue;
		writeSegment(curve, key, sign, keySign(group, c, key + 1), rows, word);
		if (hasWeights) writeWeights(curve, key, rows, word);
	}
}

function writeSegment(
	curve: Curve,
	key: number,
	sign: number,
	nextSign: number,
	rows: Float32Array,
	word: number,
): void {
	const { floats, start, stride } = curve;
	const left = start + key * stride;
	const value = floats[left + 1]! * sign;
	const next = floats[left + stride + 1]! * nextSign;
	const kind = stride === FULL_STRIDE ? getCurveSegmentKind(curve, key) : 'line';
	const hasSlopes = kind === 'hermite' || kind === 'weighted';
	const isLine = kind === 'line';
	const held = kind === 'right' ? next : kind === 'nan' ? Number.NaN : value;
	rows[word + Y0] = hasSlopes || isLine ? value : held;
	rows[word + M0] = hasSlopes ? floats[left + 3]! * sign : isLine ? Number.NaN : 0;
	rows[word + Y1] = hasSlopes || isLine ? next : held;
	rows[word + M1] = hasSlopes ? floats[left + stride + 2]! * nextSign : isLine ? Number.NaN : 0;
}

function writeWeights(curve: Curve, key: number, rows: Float32Array, word: number): void {
	rows[word + W0] = Number.NaN;
	rows[word + W1] = Number.NaN;
	if (curve.stride !== FULL_STRIDE || getCurveSegmentKind(curve, key) !== 'weighted') return;
	rows[word + W0] = leftWeight(getKeyOutWeight(curve, key), getKeyWeightedMode(curve, key));
	rows[word + W1] = rightWeight(getKeyInWeight(curve, key + 1), getKeyWeightedMode(curve, key + 1));
	// A NaN weight makes the segment NaN, except at the key itself.
	if (Number.isNaN(rows[word + W0]! + rows[word + W1]!)) rows[word + Y1] = Number.NaN;
}
