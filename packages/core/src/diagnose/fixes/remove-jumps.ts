import { selectKeys } from '../../model/curve.ts';
import { findJumps, findSpikes } from '../find-jumps.ts';
import type { Fix } from '../fix.ts';

/** Drops single keys of a position that are elsewhere between two that agree. */
export const removeJumps: Fix = {
	code: 'teleport',
	how: 'dropped single keys that are elsewhere',
	fix: (group) => {
		if (group.role !== 'position' || !group.rows?.isFileOrder) return null;
		const spikes = new Set(findSpikes(group, findJumps(group)));
		if (spikes.size === 0) return null;
		return { curves: group.curves.map(({ curve }) => selectKeys(curve, (key) => !spikes.has(key))), confidence: 0.8 };
	},
};
