import { findLostW, type LostW } from '../../codec/find-lost-w.ts';
import { countOf } from '../../issue/error.ts';
import { getKeyTime } from '../../model/curve.ts';
import { type RestoredW, restoreRotationW } from '../restore-w/restore-w.ts';
import type { FixableCheck } from './support/check.ts';

/**
 * MRTK 2.6.0–2.6.2 and 2.7.0–2.7.2 save only the first W of each rotation. The pattern is unmistakable in version 1.1,
 * where the four curves of a rotation have the same key times: W has one key while X, Y, and Z have several.
 */
export const rotationWLost: FixableCheck = {
	code: 'rotation-w-lost',
	severity: 'error',
	meaning:
		'W of a rotation has one key while X, Y, and Z have several. MRTK 2.6.0–2.6.2 and 2.7.0–2.7.2 write such files.',
	rule: "version 1.1: W has one key while X, Y, and Z have several, or two keys of which the second has Z's value (partition size 0). Caused by MRTK 2.6.0–2.6.2 and 2.7.0–2.7.2",
	remains: 'W cannot be derived from the other three components',
	find({ recording }, report) {
		const byPose = new Map<string, LostW[]>();
		for (const lost of findLostW(recording)) {
			const path = lost.path.replace(/\.(joints\..*|rotation)$/, '');
			byPose.set(path, [...(byPose.get(path) ?? []), lost]);
		}
		for (const [path, found] of byPose) {
			let keys = 0;
			let start = Number.POSITIVE_INFINITY;
			let end = Number.NEGATIVE_INFINITY;
			for (const { keyCount, rotation } of found) {
				keys += keyCount - 1;
				for (let i = 0; i < keyCount; i++) {
					const time = getKeyTime(rotation.x, i);
					if (!Number.isFinite(time)) continue;
					start = Math.min(start, time);
					end = Math.max(end, time);
				}
			}
			const curves = countOf(found.length, 'rotation');
			const isTimed = end >= start;
			report({
				path,
				text:
					`W is missing in ${curves}, ${countOf(keys, 'key')}${isTimed ? ` over ${(end - start).toFixed(3)} s` : ''}; ` +
					'MRTK 2.6.0–2.6.2 and 2.7.0–2.7.2 save only the first W of each rotation',
				time: start,
				endTime: end,
				at: { path: `${found[0]?.path}.w`, key: 0 },
			});
		}
	},
	fix: {
		scope: 'vectors',
		does: 'restores W, with a confidence per key',
		how: 'restored W from its magnitude, smooth motion, and the shape of the hand',
		fixRecording: (given, issues) => {
			const { recording, poses } = restoreRotationW(given);
			const confidences = new Map(issues.map(({ path }) => [path, meanConfidence(path, poses)]));
			const restoredW = Object.fromEntries(poses.map((pose) => [pose.path, pose.confidences]));
			return { recording, confidences, restoredW };
		},
	},
};

// The mean over all keys of the rotations below a path.
function meanConfidence(path: string, poses: readonly RestoredW[]): number | null {
	let sum = 0;
	let count = 0;
	for (const { path: rotation, confidences } of poses) {
		if (!rotation.startsWith(`${path}.`)) continue;
		for (const confidence of confidences) sum += confidence;
		count += confidences.length;
	}
	return count === 0 ? null : sum / count;
}
