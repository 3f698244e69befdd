import { findLostW } from '../../codec/find-lost-w.ts';
import { toSorted } from '../../curves/sort.ts';
import { getKeyTime } from '../../model/curve.ts';
import type { Check } from './support/check.ts';
import { hasSameTimes } from './support/subject.ts';

/**
 * MRTK writes the axes of a vector with the same key times. The format does not require it and playback does not need it,
 * so the severity is info. But the signs of such a rotation cannot be compared key by key. Axes without keys are 0 and do
 * not count; rotations that lost W have their own check.
 */
export const raggedGroup: Check = {
	code: 'ragged-group',
	severity: 'info',
	meaning: 'The axes of a vector have keys at different times.',
	rule: 'the axes of a vector have keys at different times; axes without keys do not count',
	remains: 'the format allows it, and playback samples each axis separately',
	find({ recording, groups }, report) {
		const lost = new Set(findLostW(recording).map(({ path }) => path));
		for (const { path, curves, rows } of groups) {
			if (rows !== null) continue;
			const keyed = curves.filter(({ curve }) => curve.count > 0);
			if (lost.has(path) || hasSameTimes(keyed.map(({ curve }) => curve))) continue;
			const counts = curves.map(({ path: at, curve }) => `${at.slice(-1)} ${curve.count}`).join(', ');
			const starts = keyed.map(({ curve }) => getKeyTime(toSorted(curve), 0)).filter(Number.isFinite);
			report({ path, text: `axes have keys at different times (keys: ${counts})`, time: Math.min(...starts) });
		}
	},
};
