import type { Curve, Issue, IssueCode } from '@handreel/core';
import {
	countOf,
	getKeyInTangent,
	getKeyInWeight,
	getKeyOutTangent,
	getKeyOutWeight,
	getKeyWeightedMode,
} from '@handreel/core/internal';
import { createWarning } from './warning.ts';
import { isClamped } from './wraps.ts';

/** Returns whether a curve has keys that a straight line to the next key does not replace. */
export function hasTangents(curve: Curve): boolean {
	if (curve.stride !== 7) return false;
	for (let i = 0; i < curve.count; i++) {
		const isStraight =
			getKeyInTangent(curve, i) === 0 &&
			getKeyOutTangent(curve, i) === 0 &&
			getKeyInWeight(curve, i) === 0 &&
			getKeyOutWeight(curve, i) === 0 &&
			getKeyWeightedMode(curve, i) === 3;
		if (!isStraight) return true;
	}
	return false;
}

/** A warning about several places, which names the first one and counts the others; an empty list without places. */
export function warnAt(code: IssueCode, paths: readonly string[], message: string, noun = 'curve'): Issue[] {
	const [path, ...more] = paths;
	if (path === undefined) return [];
	const others = noun === '' ? `${more.length} more` : `${countOf(more.length, `more ${noun}`)}`;
	return [createWarning(code, path, more.length === 0 ? message : `${message} (and ${others})`)];
}

/** Warnings about tangents and wrap modes, for formats whose files hold frames. */
export function listShapeIssues(curves: Iterable<readonly [string, Curve]>): Issue[] {
	const tangents: string[] = [];
	const wraps: string[] = [];
	for (const [path, curve] of curves) {
		if (hasTangents(curve)) tangents.push(path);
		if (curve.count > 0 && !isClamped(curve)) wraps.push(path);
	}
	return [
		...warnAt('tangents-lost', tangents, 'sampled; read back as straight lines between the frames'),
		...warnAt('wrap-lost', wraps, 'read back with wrap mode clamp-forever on both sides'),
	];
}
