import { getKeyTime } from '../../model/curve.ts';
import { countOf } from '../count-of.ts';
import { findLostW, type LostW } from '../restore-w/find-lost-w.ts';
import type { Rule } from '../rule.ts';

/**
 * MRTK 2.6.0–2.6.2 and 2.7.0–2.7.2 save only the first W of each rotation. The pattern is unmistakable in version 1.1,
 * whose writers give the four curves of a rotation the same key times: W has one key where X, Y and Z have several.
 */
export const rotationWLost: Rule = {
	code: 'rotation-w-lost',
	severity: 'error',
	remains: 'W cannot be told from the other three components there',
	check({ recording }, report) {
		const byPart = new Map<string, LostW[]>();
		for (const lost of listLostW(recording)) {
			const path = lost.path.replace(/\.(joints\..*|rotation)$/, '');
			byPart.set(path, [...(byPart.get(path) ?? []), lost]);
		}
		for (const [path, found] of byPart) {
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
					`MRTK 2.6.0–2.6.2 or 2.7.0–2.7.2 lost W of ${curves}, ${countOf(keys, 'key')}${isTimed ? ` over ${(end - start).toFixed(3)} s` : ''}; ` +
					'only the first one of each is left',
				...(isTimed ? { time: start } : {}),
				at: { path: `${found[0]?.path}.w`, key: 0 },
			});
		}
	},
};

/** The rotations that lost W, where a release that has this fault can have written them. */
export function listLostW(recording: Parameters<typeof findLostW>[0]): LostW[] {
	return recording.layout.version === '1.1' ? findLostW(recording) : [];
}
