import { getKeyTime } from '../../model/curve.ts';
import type { Rule } from '../rule.ts';
import { hasSameTimes, toSorted } from '../subject.ts';
import { listLostW } from './rotation-w-lost.ts';

/**
 * MRTK keys the axes of a vector together. The format does not ask for it and playing does not need it, so this is for
 * information; it also means that signs of a rotation cannot be compared key by key. An axis without any key is 0 and not
 * counted; rotations that lost W are named as such.
 */
export const raggedGroup: Rule = {
	code: 'ragged-group',
	severity: 'info',
	remains: 'the format allows it, and playing takes each axis for itself',
	check({ recording, groups }, report) {
		const lost = new Set(listLostW(recording).map(({ path }) => path));
		for (const { path, curves } of groups) {
			const keyed = curves.filter(({ curve }) => curve.count > 0);
			if (lost.has(path) || hasSameTimes(keyed.map(({ curve }) => curve))) continue;
			const counts = curves.map(({ path: at, curve }) => `${at.slice(-1)} ${curve.count}`).join(', ');
			const starts = keyed.map(({ curve }) => getKeyTime(toSorted(curve), 0)).filter(Number.isFinite);
			const when = starts.length > 0 ? { time: Math.min(...starts) } : {};
			report({ path, text: `the axes have keys at different times (${counts} keys)`, ...when });
		}
	},
};
