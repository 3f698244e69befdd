import { type BytesLike, toBytes } from '../bytes/view.ts';
import type { ByteSpan, Outline } from '../codec/outline.ts';
import type { Issue } from '../issue/error.ts';
import { createCurve } from '../model/curve.ts';
import { mapCurves } from '../model/map-curves.ts';
import { formatPath, iterateCurves } from '../model/order.ts';
import type { Recording } from '../model/recording.ts';
import type { Finding } from './checks/support/check.ts';
import { createSubject } from './checks/support/subject.ts';
import { CHECKS } from './checks.ts';
import { type KeptData, measureKept } from './measure-kept.ts';
import { type Salvage, salvageBytes } from './salvage/salvage-bytes.ts';

/** Returns the byte offset of a key in a file; `null` if there is no file. */
export type LocateKey = (path: string, key: number) => number | null;

/**
 * Lists the problems of a recording: known MRTK bugs, invalid keys, and implausible motion (DIAGNOSE.md). The list is empty
 * for a clean recording.
 *
 * There is one issue per place, not per key; its message counts the keys. `byteOffset` is `null`. Reads every key.
 */
export function diagnoseRecording(recording: Recording): readonly Issue[] {
	return runChecks(recording, true, () => null);
}

/** Runs the checks. If the recording is not whole, skips the checks that look for missing data. */
export function runChecks(recording: Recording, isWhole: boolean, locate: LocateKey): Issue[] {
	const subject = createSubject(recording);
	const issues: Issue[] = [];
	for (const { code, severity, needsWhole, find } of CHECKS) {
		if (needsWhole && !isWhole) continue;
		find(subject, (finding: Finding) => {
			const { path, text, time: start, endTime, at = { path, key: 0 } } = finding;
			const time = start !== undefined && Number.isFinite(start) ? start : null;
			issues.push({
				code,
				severity: finding.severity ?? severity,
				message: path === '' ? text : `${formatPath(path)}: ${text}`,
				path,
				byteOffset: locate(at.path, at.key),
				time,
				...(time !== null && endTime !== undefined && endTime > time && { endTime }),
			});
		});
	}
	return issues;
}

/** The result of {@link diagnoseBytes}. */
export interface Diagnosis {
	/** Damage of the file, then problems of the recording. Empty for a clean file. */
	readonly issues: readonly Issue[];
	/** The data that could be read, unrepaired; `null` if nothing could be read. */
	readonly recording: Recording | null;
	/** How much of the file could be read; `null` if nothing could be read. */
	readonly readable: KeptData | null;
	/** What the bytes are, from the first to the last, without gaps. Bytes that could not be read are `'unread'`. */
	readonly spans: readonly ByteSpan[];
}

/**
 * Lists the problems of a file: damage, known MRTK bugs, invalid keys, and implausible motion (DIAGNOSE.md).
 *
 * Never throws for bytes, damaged or not; throws `TypeError` if the argument is not bytes. Time and memory are proportional
 * to the file. The recording does not share memory with the bytes.
 *
 * @example
 * for (const { severity, message } of diagnoseBytes(bytes).issues) console.log(severity, message);
 */
export function diagnoseBytes(bytes: BytesLike): Diagnosis {
	const salvage = salvageBytes(toBytes(bytes));
	const { notes, recording, spans, brokenPath, outline } = salvage;
	const issues = notes.map(({ issue }) => issue);
	if (recording !== null) {
		const found = runChecks(hideBroken(recording, brokenPath), brokenPath === null, createLocator(outline));
		for (const issue of found) issues.push(issue);
	}
	const readable = recording && measureKept(recording, recording, brokenPath);
	return { issues, recording, readable, spans };
}

/** Removes the keys of the pose in which reading stopped: its curves end at different times only because of that. */
export function hideBroken(recording: Recording, brokenPath: Salvage['brokenPath']): Recording {
	const pose = posePath(brokenPath);
	if (pose === null) return recording;
	return mapCurves(recording, (curve, path) => (path.startsWith(pose) ? createCurve([], { kind: curve.kind }) : curve));
}

/** Restores the pose that {@link hideBroken} removed. */
export function showBroken(recording: Recording, from: Recording, brokenPath: Salvage['brokenPath']): Recording {
	const pose = posePath(brokenPath);
	if (pose === null) return recording;
	const hidden = new Map([...iterateCurves(from)].filter(([path]) => path.startsWith(pose)));
	return mapCurves(recording, (curve, path) => hidden.get(path) ?? curve);
}

// `hands.left.joints.wrist.` for a curve of the wrist.
function posePath(path: string | null): string | null {
	return path === null ? null : path.replace(/(position|rotation|origin|direction)\.[xyzw]$/, '');
}

/** Creates a function that finds keys in a file by its outline. */
export function createLocator(outline: Outline | null): LocateKey {
	if (outline === null) return () => null;
	return (path, key) => {
		const curve = outline.curves.find((entry) => entry.path === path);
		if (curve !== undefined) return key < curve.keyCount ? curve.keysOffset + key * curve.keySize : curve.byteOffset;
		return outline.curves.find((entry) => entry.path.startsWith(`${path}.`))?.byteOffset ?? 0;
	};
}
