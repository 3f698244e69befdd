import type { Issue } from '../../../issue/error.ts';
import { type Curve, getKeyTime } from '../../../model/curve.ts';
import type { Recording } from '../../../model/recording.ts';
import type { CurveGroup, Subject } from './subject.ts';

/** A problem that a check found. */
export interface Finding {
	/** The place in the model: a curve, a vector, a pose, a hand, or `''` for the whole recording. */
	readonly path: string;
	/** The message without the place. */
	readonly text: string;
	/** When the problem starts, in seconds. Not finite: unknown. */
	readonly time?: number;
	/** When it ends, if it lasts. */
	readonly endTime?: number;
	/** The first affected key: its curve, and its index in file order. */
	readonly at?: { readonly path: string; readonly key: number };
	/** Overrides the severity of the check. */
	readonly severity?: Issue['severity'];
}

/** Finds one kind of problem, and repairs it if it can. DIAGNOSE.md and FORMAT.md show its texts, in Markdown. */
export interface Check {
	/** The code of its issues, and the name of its file. */
	readonly code: string;
	/** `error`: data is lost. `warning`: it plays incorrectly. `info`: unusual, but may be intended. */
	readonly severity: Issue['severity'];
	/** What the code means, as a sentence. */
	readonly meaning: string;
	/** When it is reported, with all thresholds, as a phrase. */
	readonly rule: string;
	/** Set if the check looks for missing data. It does not run on a file that could only be read in part. */
	readonly needsWhole?: true;
	/** Why the problem remains if it was not repaired, as a phrase. */
	readonly remains: string;
	/** Reports at most one finding per place. */
	readonly find: (subject: Subject, report: (finding: Finding) => void) => void;
	readonly fix?: Fix;
}

/** A check that can repair what it finds. */
export type FixableCheck = Check & { readonly fix: Fix };

/** The repair of a problem: of one group of curves at a time, or of the whole recording. */
export type Fix = GroupFix | RecordingFix;

interface FixInfo {
	/** What it looks at. Fixes of single keys run first, because those of whole vectors need finite, sorted keys. */
	readonly scope: 'keys' | 'vectors';
	/** What the fix does, as a phrase: with all conditions in the present, and in the past tense for reports. */
	readonly does: string;
	readonly how: string;
	/** Set if a repair can bring up further problems of the same kind, so that it has to run again. */
	readonly repeats?: true;
}

/** Repairs curve groups that have an issue. */
export interface GroupFix extends FixInfo {
	/** Returns `null` if it cannot repair the group. */
	readonly fixGroup: (group: CurveGroup) => FixedGroup | null;
}

/** Repairs all issues of a recording at once. */
export interface RecordingFix extends FixInfo {
	readonly fixRecording: (recording: Recording, issues: readonly Issue[]) => FixedRecording;
}

/** The repaired curves of a group. */
export interface FixedGroup {
	/** In the order of the group. */
	readonly curves: readonly Curve[];
	/** How likely the repair is right, from 0 to 1; `null` if there is no doubt. */
	readonly confidence: number | null;
}

/** A repaired recording; the same object if nothing could be repaired. */
export interface FixedRecording {
	readonly recording: Recording;
	/** How likely the repair of each issue is right, by path; `null` if there is no doubt. */
	readonly confidences: ReadonlyMap<string, number | null>;
	/** As in `Repair`. */
	readonly restoredW?: Readonly<Record<string, Float32Array>>;
}

/** The result of a search that found nothing. Shared, because nearly all searches end so. */
export const NO_KEYS: readonly number[] = [];

/**
 * Reports invalid keys: one finding per vector or boolean curve, at the first invalid key. The path is that of the curve
 * if only one curve of a vector is affected. Groups that `isClean` knows to be valid are not searched.
 */
export function reportKeys(
	subject: Subject,
	report: (finding: Finding) => void,
	find: (curve: Curve) => readonly number[],
	describe: (count: string) => string,
	isClean: (group: CurveGroup) => boolean = () => false,
): void {
	for (const group of subject.groups) {
		if (isClean(group)) continue;
		const { path, curves } = group;
		let keys = 0;
		let total = 0;
		let hits = 0;
		let first: { path: string; key: number; time: number } | null = null;
		for (const { path: curvePath, curve } of curves) {
			const found = find(curve);
			const [key] = found;
			if (key === undefined) continue;
			keys += found.length;
			total += curve.count;
			hits++;
			first ??= { path: curvePath, key, time: getKeyTime(curve, key) };
		}
		if (first === null) continue;
		const { path: at, key, time } = first;
		const text = `${describe(`${keys} of ${total} keys`)}; first: key ${key} of ${at.slice(at.lastIndexOf('.') + 1)}`;
		const when = Number.isFinite(time) ? { time } : {};
		report({ path: hits === 1 ? at : path, text, ...when, at: { path: at, key } });
	}
}
