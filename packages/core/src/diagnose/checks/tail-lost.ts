import { findPlaces } from '../../codec/curve-place.ts';
import { canLoseTail, listLostTails } from '../../codec/lost-keys.ts';
import { listRecordingKeys } from '../../codec/section-keys.ts';
import { hasOtherCurves } from '../../model/order.ts';
import type { Check } from './support/check.ts';

/** Head, gaze or a hand end before frames that are known to have been recorded. */
export const tailLost: Check = {
	code: 'tail-lost',
	severity: 'warning',
	meaning: 'Keys end before the last recorded frame. Every MRTK release that writes version 1.1 drops them.',
	rule: 'version 1.1 with simple keys, and nothing that MRTK cannot store: a boolean curve has a key after the last key of head or gaze, or any curve has a key while a hand is tracked after its last joint key. The message states the minimum number of missing seconds. Caused by all MRTK releases from 2.6.0',
	needsWhole: true,
	remains: 'the frames were never saved to the file',
	find({ recording, groups }, report) {
		if (!canLoseTail(recording.layout, hasOtherCurves(recording))) return;
		const { sections, curves } = listRecordingKeys(recording);
		for (const { path, end, knownEnd } of listLostTails(curves, findPlaces(sections))) {
			const isPart = path.startsWith('hands.') ? `${path}.joints.` : `${path}.`;
			const vectors = groups.filter(
				(group) => group.path.startsWith(isPart) && group.curves.some(({ curve }) => curve.count > 0),
			);
			const count = vectors.reduce((sum, group) => sum + group.curves.length, 0);
			report({
				path,
				text:
					`MRTK 2.6.0–2.8.3 dropped at least ${(knownEnd - end).toFixed(3)} s at the end: ${count} curves end at ` +
					`${end.toFixed(3)} s, but frames were recorded until ${knownEnd.toFixed(3)} s`,
				time: end,
			});
		}
	},
};
