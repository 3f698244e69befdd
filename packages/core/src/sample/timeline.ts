import type { Curve } from '../model/curve.ts';
import type { Group } from './group.ts';

/**
 * Groups with the same key times and wrap modes. In a recording with keys at every frame these are all vectors of a
 * hand, so that a frame takes one time instead of one per vector.
 */
export interface Timeline {
	/** A curve with the key times and wrap modes of all. */
	readonly curve: Curve;
	readonly groups: readonly Group[];
}

/** Collects groups by their key times and wrap modes. */
export function listTimelines(groups: readonly Group[]): Timeline[] {
	const timelines: { readonly curve: Curve; readonly groups: Group[] }[] = [];
	for (const group of groups) {
		const curve = group.curves[0]!;
		const known = timelines.find((timeline) => hasSameTimes(timeline.curve, curve));
		if (known === undefined) timelines.push({ curve, groups: [group] });
		else known.groups.push(group);
	}
	return timelines;
}

// Compares bits: results depend on the sign of a zero.
function hasSameTimes(a: Curve, b: Curve): boolean {
	if (a.count !== b.count || a.preWrap !== b.preWrap || a.postWrap !== b.postWrap) return false;
	const end = a.start + a.count * a.stride;
	for (let i = a.start, k = b.start; i < end; i += a.stride, k += b.stride) {
		if (a.words[i] !== b.words[k]) return false;
	}
	return true;
}
