import { type Curve, getKeyTime, getKeyValue, type QuatCurves, type Vec3Curves, WRAP_MODES } from '@handreel/core';
import { alignGroup, convertToHermite } from '@handreel/core/edit';
import {
	getKeyInTangent,
	getKeyInWeight,
	getKeyOutTangent,
	getKeyOutWeight,
	getKeyWeightedMode,
	mapGroup,
	selectKeys,
} from '@handreel/core/internal';

/** The weight of a side without weight. */
const THIRD = Math.fround(1 / 3);
const WEIGHTED_IN = 1;
const WEIGHTED_OUT = 2;
const ALL_MODES = 3;

/** A key of several axes: time and weighted mode are shared. */
export interface VectorKey {
	readonly time: number;
	readonly weightedMode: number;
	readonly values: readonly number[];
	readonly inSlopes: readonly number[];
	readonly outSlopes: readonly number[];
	readonly inWeights: readonly number[];
	readonly outWeights: readonly number[];
}

/** The keys of a vector, and what was lost. */
export interface VectorKeys {
	readonly keys: readonly VectorKey[];
	readonly preWrap: number;
	readonly postWrap: number;
	/** Keys that were left out because another has the same time. */
	readonly mergedCount: number;
	/** Keys that were left out because a number is not finite. */
	readonly brokenCount: number;
	/** Whether axes have different wrap modes. */
	readonly hasMixedWraps: boolean;
}

/**
 * Lists the keys of a vector at times that its axes share. Straight lines become slopes. Where only some axes have weights,
 * the others get a third, which is the same curve.
 */
export function listVectorKeys(vector: Vec3Curves | QuatCurves): VectorKeys {
	const finite = mapGroup(vector, (curve) => selectKeys(curve, (key) => isFiniteKey(curve, key)));
	const brokenCount = countKeys(vector) - countKeys(finite);
	const axes = Object.values(alignGroup(finite)).map(convertToHermite);
	const [first] = axes;
	const keys: VectorKey[] = [];
	let mergedCount = 0;
	for (let i = 0; i < (first?.count ?? 0); i++) {
		const key = readKey(axes, i);
		if (keys[keys.length - 1]?.time === key.time) {
			keys.pop();
			mergedCount++;
		}
		keys.push(key);
	}
	const { preWrap = WRAP_MODES['clamp-forever'], postWrap = WRAP_MODES['clamp-forever'] } = first ?? {};
	const hasMixedWraps = axes.some((axis) => axis.count > 0 && (axis.preWrap !== preWrap || axis.postWrap !== postWrap));
	return { keys, preWrap, postWrap, mergedCount, brokenCount, hasMixedWraps };
}

function isFiniteKey(curve: Curve, key: number): boolean {
	const numbers = [getKeyTime, getKeyValue, getKeyInWeight, getKeyOutWeight].map((read) => read(curve, key));
	// Infinite slopes are steps.
	const slopes = [getKeyInTangent(curve, key), getKeyOutTangent(curve, key)];
	return numbers.every(Number.isFinite) && !slopes.some(Number.isNaN);
}

function countKeys(vector: Vec3Curves | QuatCurves): number {
	return Object.values(vector).reduce((sum, curve) => sum + curve.count, 0);
}

function readKey(axes: readonly Curve[], key: number): VectorKey {
	const modes = axes.map((axis) => getKeyWeightedMode(axis, key) & ALL_MODES);
	const weightedMode = modes.reduce((sum, mode) => sum | mode, 0);
	const weights = (bit: number, read: (curve: Curve, key: number) => number): number[] =>
		axes.map((axis, i) => ((modes[i]! & bit) === 0 ? THIRD : read(axis, key)));
	return {
		time: getKeyTime(axes[0]!, key) + 0,
		weightedMode,
		values: axes.map((axis) => getKeyValue(axis, key)),
		inSlopes: axes.map((axis) => getKeyInTangent(axis, key)),
		outSlopes: axes.map((axis) => getKeyOutTangent(axis, key)),
		inWeights: weights(WEIGHTED_IN, getKeyInWeight),
		outWeights: weights(WEIGHTED_OUT, getKeyOutWeight),
	};
}
