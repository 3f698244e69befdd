import { type BytesLike, toBytes } from '../bytes/view.ts';
import { ISSUE_CODES, type IssueCode } from '../issue/codes.ts';
import type { Issue } from '../issue/error.ts';
import type { Recording } from '../model/recording.ts';
import { createLocator, hideBroken, showBroken } from './diagnose-bytes.ts';
import { applyRules, type LocateKey } from './diagnose-recording.ts';
import { applyFix, type Fix } from './fix.ts';
import { alignSigns } from './fixes/align-signs.ts';
import { dropDuplicates } from './fixes/drop-duplicates.ts';
import { normalizeGaze, normalizeRotations } from './fixes/normalize-keys.ts';
import { removeJumps } from './fixes/remove-jumps.ts';
import { replaceNonFinite } from './fixes/replace-non-finite.ts';
import { sortKeys } from './fixes/sort-keys.ts';
import { restoreRotationW } from './restore-w/restore-w.ts';
import { RULES } from './rules.ts';
import { salvageBytes } from './salvage/salvage-bytes.ts';

/** An issue that is gone. */
export interface RepairedIssue extends Issue {
	/** What was done, as a phrase. */
	readonly how: string;
	/** How likely the result is right, from 0 to 1; `null` where it is no matter of judgement. */
	readonly confidence: number | null;
}

/** An issue that is still there. */
export interface RemainingIssue extends Issue {
	/** Why, as a phrase. */
	readonly reason: string;
}

/** What {@link repairRecording} and {@link repairBytes} give back. */
export interface Repair {
	/** The mended recording; the given one if nothing had to be done; `null` when nothing is left. */
	readonly recording: Recording | null;
	readonly repaired: readonly RepairedIssue[];
	readonly remaining: readonly RemainingIssue[];
	/**
	 * For each rotation whose W was restored, by its path such as `head.rotation`: how likely each key is right to 2°, from
	 * 0 to 1, in the order of the curve; 0.5 is a guess between two rotations.
	 */
	readonly restoredW: Readonly<Record<string, Float32Array>>;
}

/** What is repaired. */
export interface RepairOptions {
	/** Issues to mend; all that can be if left out. Damage of a file that is not among them leaves no recording. */
	readonly only?: readonly IssueCode[];
	/** Drop single keys of a head or joint that are elsewhere (`teleport`). Default false. */
	readonly removeJumps?: boolean;
}

// In this order: each one can rely on those before.
const FIXES: readonly Fix[] = [replaceNonFinite, sortKeys, dropDuplicates];
const LATER_FIXES: readonly Fix[] = [alignSigns, normalizeRotations, normalizeGaze, removeJumps];
const KEY_CODES: readonly IssueCode[] = FIXES.map(({ code }) => code);
/** Dropping a key can bring up another one that is elsewhere, but not for ever. */
const MAX_PASSES = 4;

/**
 * Mends what can be mended in a recording: keys that are not finite, unsorted or repeated, signs and lengths of
 * rotations, W that MRTK lost; single implausible jumps on request.
 *
 * Where nothing is wrong the recording itself comes back; what is not concerned is shared and keeps its bits. X, Y and Z
 * of a rotation whose W is restored stay as they are, even where its sign changes. Throws `TypeError` for an unknown code
 * in `only`.
 */
export function repairRecording(recording: Recording, options: RepairOptions = {}): Repair {
	checkOptions(options);
	return repairParts(recording, true, options, () => null);
}

/**
 * Reads whatever can be read of a file and mends it. A file that was cut keeps every complete key; curves that are
 * missing have none. A wrong number of keys is put right if everything then fits. Never throws for bytes, damaged or not.
 *
 * @example
 * const { recording, repaired, remaining } = repairBytes(bytes);
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
		else remaining.push({ ...issue, reason: isWanted ? reason : 'not asked for' });
		isRefused ||= issue.severity === 'error' && !(how !== null && isWanted);
	}
	if (recording === null || isRefused) {
		const undone = repaired.map((issue) => ({ ...issue, reason: 'of no use, since nothing could be kept' }));
		return { recording: null, repaired: [], remaining: [...undone, ...remaining], restoredW: {} };
	}
	const whole = hideBroken(recording, brokenPath);
	const parts = repairParts(whole, brokenPath === null, options, createLocator(outline));
	if (brokenPath === null)
		return { ...parts, repaired: [...repaired, ...parts.repaired], remaining: [...remaining, ...parts.remaining] };
	// In the pose in which reading stopped, keys can be mended, but not what takes all of its curves.
	const shown = parts.recording === whole ? recording : showBroken(parts.recording, recording, brokenPath);
	const only = KEY_CODES.filter((code) => options.only?.includes(code) ?? true);
	const rest = repairParts(shown, false, { only }, () => null);
	return {
		recording: rest.recording,
		repaired: [...repaired, ...parts.repaired, ...rest.repaired],
		remaining: [...remaining, ...parts.remaining],
		restoredW: parts.restoredW,
	};
}

function repairParts(
	given: Recording,
	isWhole: boolean,
	{ only, removeJumps: mayRemove = false }: RepairOptions,
	locate: LocateKey,
): Repair & { readonly recording: Recording } {
	const isWanted = (code: IssueCode): boolean => (only?.includes(code) ?? true) && (code !== 'teleport' || mayRemove);
	const initial = applyRules(given, isWhole, locate);
	const done: RepairedIssue[] = [];
	const restoredW: Record<string, Float32Array> = {};
	let recording = given;
	let issues: readonly Issue[] = initial;
	const mend = (
		code: IssueCode,
		how: string,
		apply: (found: readonly Issue[]) => ReadonlyMap<string, number | null>,
	): void => {
		const found = issues.filter((issue) => issue.code === code);
		if (found.length === 0 || !isWanted(code)) return;
		const before = recording;
		const confidences = apply(found);
		if (recording === before) return;
		for (const issue of found) done.push({ ...issue, how, confidence: confidences.get(issue.path) ?? null });
		issues = applyRules(recording, isWhole, () => null);
	};
	const mendWith = (fix: Fix): void =>
		mend(fix.code, fix.how, (found) => {
			const open = found.filter(({ path }) => !Object.hasOwn(restoredW, path));
			const fixed = applyFix(fix, recording, open);
			recording = fixed.recording;
			return fixed.confidences;
		});

	if (initial.length > 0) {
		for (const fix of FIXES) mendWith(fix);
		mend('rotation-w-lost', 'restored W from its amount, smooth motion and the shape of the hand', (found) => {
			const { recording: restored, poses } = restoreRotationW(recording);
			recording = restored;
			for (const { path, confidences } of poses) restoredW[path] = confidences;
			return new Map(found.map(({ path }) => [path, meanConfidence(path, restoredW)]));
		});
		for (const fix of LATER_FIXES) for (let pass = 0; pass < MAX_PASSES; pass++) mendWith(fix);
	}
	const left = new Map(issues.map((issue) => [`${issue.code} ${issue.path}`, issue]));
	const original = new Map(initial.map((issue) => [`${issue.code} ${issue.path}`, issue]));
	const repaired = new Map<string, RepairedIssue>();
	for (const issue of done) {
		const key = `${issue.code} ${issue.path}`;
		// Places in the file are those of the file as it was.
		if (!left.has(key)) repaired.set(key, { ...issue, ...original.get(key) });
	}
	const remaining = [...left.values()].map((issue) => ({
		...issue,
		byteOffset: original.get(`${issue.code} ${issue.path}`)?.byteOffset ?? null,
		reason: explain(issue.code, only),
	}));
	return { recording, repaired: [...repaired.values()], remaining, restoredW };
}

function explain(code: IssueCode, only: RepairOptions['only']): string {
	if (only !== undefined && !only.includes(code)) return 'not asked for';
	return RULES.find((rule) => rule.code === code)?.remains ?? '';
}

// Of all keys of the rotations below a path.
function meanConfidence(path: string, restored: Readonly<Record<string, Float32Array>>): number | null {
	let sum = 0;
	let count = 0;
	for (const [rotation, confidences] of Object.entries(restored)) {
		if (!rotation.startsWith(`${path}.`)) continue;
		for (const confidence of confidences) sum += confidence;
		count += confidences.length;
	}
	return count === 0 ? null : sum / count;
}

function checkOptions({ only }: RepairOptions): void {
	for (const code of only ?? []) {
		if (!Object.hasOwn(ISSUE_CODES, code)) throw new TypeError(`only: '${code}' is not an issue code`);
	}
}
