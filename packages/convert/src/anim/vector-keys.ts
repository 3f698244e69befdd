import { type Curve, getKeyTime, getKeyValue, type QuatCurves, type Vec3Curves, WRAP_MODES } from '@handreel/core';
import { alignGroup, convertToHermite } from '@handreel/core/edit';
import {
	getKeyInTangent,
	getKeyInWeight,
	getKeyOutTangent,
	getKeyOutWeight,
	getKeyWeightedMode,
	isTrueValue,
	mapGroup,
	selectKeys,
} from '@handreel/core/internal';

/** The weight of a side without weight. */
const THIRD = Math.fround(1 / 3);
const WEIGHTED_IN = 1;
const WEIGHTED_OUT = 2;
const ALL_MODES = 3;

/** Keys of several axes, which share times and weighted modes. The numbers of a key follow each other, one per axis. */
export interface VectorKeys {
	readonly axisCount: number;
	readonly count: number;
	readonly times: Float64Array;
	readonly weightedModes: Uint8Array;
	readonly values: Float32Array;
	readonly inSlopes: Float32Array;
	readonly outSlopes: Float32Array;
	readonly inWeights: Float32Array;
	readonly outWeights: Float32Array;
	readonly preWrap: number;
	readonly postWrap: number;
}

/** The keys of a vector, and what was lost. */
export interface ListedKeys {
	readonly keys: VectorKeys;
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
export function listVectorKeys(vector: Vec3Curves | QuatCurves): ListedKeys {
	const finite = mapGroup(vector, (curve) => selectKeys(curve, (key) => isFiniteKey(curve, key)));
	const brokenCount = countKeys(vector) - countKeys(finite);
	const axes = Object.values(alignGroup(finite)).map(convertToHermite);
	const total = axes[0]?.count ?? 0;
	const { preWrap = WRAP_MODES['clamp-forever'], postWrap = WRAP_MODES['clamp-forever'] } = axes[0] ?? {};
	const keys = { ...createKeys(axes.length, total), preWrap, postWrap };
	let count = 0;
	for (let i = 0; i < total; i++) {
		const time = getKeyTime(axes[0]!, i) + 0;
		// A later key at the same time takes the place of the one before.
		if (count > 0 && keys.times[count - 1] === time) count--;
		keys.times[count] = time;
		readKey(axes, i, keys, count);
		count++;
	}
	const hasMixedWraps = axes.some((axis) => axis.count > 0 && (axis.preWrap !== preWrap || axis.postWrap !== postWrap));
	return { keys: { ...keys, count }, mergedCount: total - count, brokenCount, hasMixedWraps };
}

/** Lists steps that hold their values, 0 or 1. Of keys at the same time, the last one counts. */
export function listStateKeys(curve: Curve): VectorKeys {
	const keys = createKeys(1, curve.count);
	let count = 0;
	for (let i = 0; i < curve.count; i++) {
		const time = getKeyTime(curve, i);
		if (!Number.isFinite(time)) continue;
		if (count > 0 && keys.times[count - 1] === time) count--;
		keys.times[count] = time;
		keys.values[count] = isTrueValue(getKeyValue(curve, i)) ? 1 : 0;
		count++;
	}
	keys.inSlopes.fill(Number.POSITIVE_INFINITY);
	keys.outSlopes.fill(Number.POSITIVE_INFINITY);
	keys.inWeights.fill(THIRD);
	keys.outWeights.fill(THIRD);
	return { ...keys, count, preWrap: curve.preWrap, postWrap: curve.postWrap };
}

function createKeys(axisCount: number, count: number): Omit<VectorKeys, 'count' | 'preWrap' | 'postWrap'> {
	const create = (): Float32Array => new Float32Array(count * axisCount);
	const slopes = { inSlopes: create(), outSlopes: create() };
	const weights = { inWeights: create(), outWeights: create() };
	const shared = { times: new Float64Array(count), weightedModes: new Uint8Array(count) };
	return { axisCount, ...shared, values: create(), ...slopes, ...weights };
}

function isFiniteKey(curve: Curve, key: number): boolean {
	return (
		Number.isFinite(getKeyTime(curve, key)) &&
		Number.isFinite(getKeyValue(curve, key)) &&
		Number.isFinite(getKeyInWeight(curve, key)) &&
		Number.isFinite(getKeyOutWeight(curve, key)) &&
		// Infinite slopes are steps.
		!Number.isNaN(getKeyInTangent(curve, key)) &&
		!Number.isNaN(getKeyOutTangent(curve, key))
	);
}

function countKeys(vector: Vec3Curves | QuatCurves): number {
	return Object.values(vector).reduce((sum, curve) => sum + curve.count, 0);
}

function readKey(
	axes: readonly Curve[],
	key: number,
	to: Omit<VectorKeys, 'count' | 'preWrap' | 'postWrap'>,
	index: number,
): void {
	let modes = 0;
	for (let axis = 0; axis < axes.length; axis++) {
		const curve = axes[axis]!;
		const at = index * axes.length + axis;
		const mode = getKeyWeightedMode(curve, key) & ALL_MODES;
		modes |= mode;
		to.values[at] = getKeyValue(curve, key);
		to.inSlopes[at] = getKeyInTangent(curve, key);
		to.outSlopes[at] = getKeyOutTangent(curve, key);
		to.inWeights[at] = (mode & WEIGHTED_IN) === 0 ? THIRD : getKeyInWeight(curve, key);
		to.outWeights[at] = (mode & WEIGHTED_OUT) === 0 ? THIRD : getKeyOutWeight(curve, key);
	}
	to.weightedModes[index] = modes;
}
