import { type BytesLike, toBytes } from '../bytes/view.ts';
import type { IssueCode } from '../issue/codes.ts';
import type { Issue } from '../issue/error.ts';
import { type Curve, getCurveWords, getKeyTime } from '../model/curve.ts';
import type { JointName } from '../model/joints.ts';
import { mapCurves } from '../model/map-curves.ts';
import type { QuatCurves, Recording, Side } from '../model/recording.ts';
import type { Fix, FixableCheck, FixedRecording } from './checks/support/check.ts';
import { createSubject } from './checks/support/subject.ts';
import { CHECKS, FIXES, isIssueCode } from './checks.ts';
import { createLocator, hideBroken, type LocateKey, runChecks, showBroken } from './diagnose-recording.ts';
import { type KeptData, measureKept } from './measure-kept.ts';
import { salvageBytes } from './salvage/salvage-bytes.ts';

/** An issue that was repaired. */
export interface RepairedIssue extends Issue {
	/** What was done, as a phrase in the past tense. */
	readonly how: string;
	/** How likely the result is right, from 0 to 1; `null` if there is no doubt. */
	readonly confidence: number | null;
}

/** An issue that was not repaired. */
export interface RemainingIssue extends Issue {
	/** Why it remains, as a phrase. */
	readonly reason: string;
}

/** The result of {@link repairRecording} and {@link repairBytes}. */
export interface Repair {
	/** The repaired recording; the given object if nothing was changed; `null` if nothing could be read. */
	readonly recording: Recording | null;
	readonly repaired: readonly RepairedIssue[];
	readonly remaining: readonly RemainingIssue[];
	/**
	 * The rotations whose W was restored, by path, such as `head.rotation`: how likely each key is right to 2°, from 0 to 1,
	 * in the order of the curve. 0.5 is a guess between two rotations.
	 */
	readonly restoredW: Readonly<Record<string, Float32Array>>;
	/** How much of the given data is left; `null` if nothing could be read. */
	readonly kept: KeptData | null;
}

/** Options of {@link repairRecording} and {@link repairBytes}. */
export interface RepairOptions {
	/**
	 * The issues to repair. Default: all. If a file is damaged in a way that is not listed here, there is no recording.
	 */
	readonly only?: readonly IssueCode[] | undefined;
	/** Remove isolated keys of a head or joint that are implausibly far away (`teleport`). Default false. */
	readonly removeJumps?: boolean | undefined;
}

/** Removing a key can expose another problem of the same kind. Limits how often a fix runs. */
const MAX_PASSES = 4;
/** A fix can expose problems of other kinds. Limits how often all fixes run. */
const MAX_ROUNDS = 4;
const NOT_SELECTED = 'not selected by `only`';

/**
 * Repairs a recording: keys that are not finite, unsorted, or repeated; signs and lengths of rotations; the W that MRTK
 * dropped; isolated jumps on request.
 *
 * Repeats until nothing changes, so that a second call has nothing to do. Returns the recording itself if there is nothing
 * to repair. Curves that are not affected are shared. With `only: ['rotation-w-lost']`, X, Y, and Z of rotations stay as
 * they are, even where their signs flip. Throws `TypeError` for an unknown code in `only`.
 */
export function repairRecording(recording: Recording, options: RepairOptions = {}): Repair {
	checkOptions(options);
	const repair = repairIssues(recording, true, options, () => null);
	return { ...repair, kept: measureKept(recording, repair.recording, null) };
}

/**
 * Reads as much of a file as possible and repairs it. A truncated file keeps every complete key; missing curves have no
 * keys. A wrong key count is corrected if the rest of the file then fits. Never throws for bytes, damaged or not. Throws
 * `TypeError` for an unknown code in `only`, and if the argument is not bytes.
 *
 * @example
 * const { recording, repaired, remaining, kept } = repairBytes(bytes);
 * if (recording !== null) save(writeRecording(recording));
 */
export function repairBytes(bytes: BytesLike, options: RepairOptions = {}): Repair {
	checkOptions(options);
	const { notes, recording, brokenPath, outline } = salvageBytes(toBytes(bytes));
	const repaired: RepairedIssue[] = [];
	const remaining: RemainingIssue[] = [];
	let isRefused = recording === null;
	for (const { issue, how, confidence, reason } of notes) {
		const isWanted = options.only?.includes(issue.code) ?? true;
		if (how !== null && isWanted) repaired.push({ ...issue, how, confidence });
		else remaining.push({ ...issue, reason: isWanted ? reason : NOT_SELECTED });
		isRefused ||= issue.severity === 'error' && !(how !== null && isWanted);
	}
	if (recording === null || isRefused) {
		const undone = repaired.map((issue) => ({ ...issue, reason: 'nothing of the file could be kept' }));
		return { recording: null, repaired: [], remaining: [...undone, ...remaining], restoredW: {}, kept: null };
	}
	const whole = hideBroken(recording, brokenPath);
	const inner = repairIssues(whole, brokenPath === null, options, createLocator(outline));
	if (brokenPath === null) {
		return {
			...inner,
			repaired: [...repaired, ...inner.repaired],
			remaining: [...remaining, ...inner.remaining],
			kept: measureKept(recording, inner.recording, null),
		};
	}
	// In the pose in which reading stopped, only single keys can be repaired.
	const shown = inner.recording === whole ? recording : showBroken(inner.recording, recording, brokenPath);
	const only = FIXES.filter(({ fix }) => fix.scope === 'keys')
		.map(({ code }) => code)
		.filter((code) => options.only?.includes(code) ?? true);
	const rest = repairIssues(shown, false, { only }, () => null);
	return {
		recording: rest.recording,
		repaired: [...repaired, ...inner.repaired, ...rest.repaired],
		remaining: [...remaining, ...inner.remaining],
		restoredW: inner.restoredW,
		kept: measureKept(recording, rest.recording, brokenPath),
	};
}

function repairIssues(
	given: Recording,
	isWhole: boolean,
	{ only, removeJumps = false }: RepairOptions,
	locate: LocateKey,
): Omit<Repair, 'kept'> & { readonly recording: Recording } {
	const isWanted = (code: IssueCode): boolean => (only?.includes(code) ?? true) && (code !== 'teleport' || removeJumps);
	const initial = runChecks(given, isWhole, locate);
	const done: RepairedIssue[] = [];
	const restoredW: Record<string, Float32Array> = {};
	let recording = given;
	let issues: readonly Issue[] = initial;
	const repair = ({ code, fix }: FixableCheck): void => {
		const found = issues.filter((issue) => issue.code === code);
		if (found.length === 0 || !isWanted(code)) return;
		const fixed = applyFix(fix, recording, found);
		if (fixed.recording === recording) return;
		followKeys(restoredW, recording, fixed.recording);
		recording = fixed.recording;
		Object.assign(restoredW, fixed.restoredW);
		for (const issue of found) {
			done.push({ ...issue, how: fix.how, confidence: fixed.confidences.get(issue.path) ?? null });
		}
		issues = runChecks(recording, isWhole, () => null);
	};
	if (initial.length > 0) {
		for (let round = 0, before: Recording | null = null; round < MAX_ROUNDS && recording !== before; round++) {
			before = recording;
			for (const check of FIXES) {
				for (let pass = 0; pass < (check.fix.repeats ? MAX_PASSES : 1); pass++) repair(check);
			}
		}
	}
	const left = new Map(issues.map((issue) => [`${issue.code} ${issue.path}`, issue]));
	const original = new Map(initial.map((issue) => [`${issue.code} ${issue.path}`, issue]));
	const repaired = new Map<string, RepairedIssue>();
	for (const issue of done) {
		const key = `${issue.code} ${issue.path}`;
		// Report the original place in the file.
		if (!left.has(key)) repaired.set(key, { ...issue, ...original.get(key) });
	}
	const remaining = [...left.values()].map((issue) => ({
		...issue,
		byteOffset: original.get(`${issue.code} ${issue.path}`)?.byteOffset ?? null,
		reason: explain(issue.code, only),
	}));
	return { recording, repaired: [...repaired.values()], remaining, restoredW };
}

// Drops the confidences of keys that a fix removed.
function followKeys(restoredW: Record<string, Float32Array>, before: Recording, after: Recording): void {
	for (const [path, confidences] of Object.entries(restoredW)) {
		const [was, is] = [findRotation(before, path), findRotation(after, path)];
		if (was === is || was === null || is === null || was.w.count === is.w.count) continue;
		const left = new Float32Array(is.w.count);
		for (let key = 0, from = 0; key < is.w.count && from < was.w.count; from++) {
			if (getKeyTime(was.w, from) === getKeyTime(is.w, key)) left[key++] = confidences[from] ?? 0;
		}
		restoredW[path] = left;
	}
}

function findRotation({ head, hands }: Recording, path: string): QuatCurves | null {
	if (path === 'head.rotation') return head?.rotation ?? null;
	const [, side, , joint] = path.split('.') as [string, Side, string, JointName];
	return hands?.[side].joints[joint].rotation ?? null;
}

function explain(code: IssueCode, only: RepairOptions['only']): string {
	if (only !== undefined && !only.includes(code)) return NOT_SELECTED;
	return CHECKS.find((check) => check.code === code)?.remains ?? '';
}

function checkOptions({ only }: RepairOptions): void {
	for (const code of only ?? []) {
		if (!isIssueCode(code)) throw new TypeError(`only: '${code}' is not an issue code`);
	}
}

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
