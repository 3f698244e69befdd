import type { Issue } from '../issue/error.ts';
import { type Curve, getCurveWords } from '../model/curve.ts';
import { mapCurves } from '../model/map-curves.ts';
import type { Recording } from '../model/recording.ts';
import type { Fix, FixedRecording } from './checks/support/check.ts';
import { createSubject } from './checks/support/subject.ts';

/** Applies a fix to the places of the given issues. */
export function applyFix(fix: Fix, recording: Recording, issues: readonly Issue[]): FixedRecording {
	if ('fixRecording' in fix) return fix.fixRecording(recording, issues);
	const changed = new Map<string, Curve>();
	const confidences = new Map<string, number | null>();
	for (const group of createSubject(recording).groups) {
		const hits = issues.filter(({ path }) => isWithin(path, group.path) || isWithin(group.path, path));
		const fixed = hits.length > 0 ? fix.fixGroup(group) : null;
		if (fixed === null) continue;
		group.curves.forEach(({ path, curve }, i) => {
			const now = fixed.curves[i];
			if (now !== undefined && !hasSameKeys(now, curve)) changed.set(path, now);
		});
		for (const { path } of hits) confidences.set(path, lower(confidences.get(path) ?? null, fixed.confidence));
	}
	if (changed.size === 0) return { recording, confidences };
	return { recording: mapCurves(recording, (curve, path) => changed.get(path) ?? curve), confidences };
}

function hasSameKeys(a: Curve, b: Curve): boolean {
	if (a === b || a.count !== b.count) return a === b;
	const words = getCurveWords(b);
	return getCurveWords(a).every((word, i) => word === words[i]);
}

function isWithin(path: string, whole: string): boolean {
	return path === whole || path.startsWith(`${whole}.`);
}

function lower(a: number | null, b: number | null): number | null {
	return a === null || b === null ? (a ?? b) : Math.min(a, b);
}
