import { type BytesLike, toBytes } from '../bytes/view.ts';
import type { ByteSpan, Outline } from '../codec/outline.ts';
import type { Issue } from '../issue/error.ts';
import { createCurve } from '../model/curve.ts';
import { mapCurves } from '../model/map-curves.ts';
import type { Recording } from '../model/recording.ts';
import { applyRules, type LocateKey } from './diagnose-recording.ts';
import { type Salvage, salvageBytes } from './salvage/salvage-bytes.ts';

/** What {@link diagnoseBytes} finds. */
export interface Diagnosis {
	/** Damage of the file first, then what is wrong with the recording in it. Empty for a clean file. */
	readonly issues: readonly Issue[];
	/** Whatever could be read, as it is in the file; `null` when that is nothing. */
	readonly recording: Recording | null;
	/** What each byte is, from the first to the last, without gaps. Bytes of which nothing could be made are `'unread'`. */
	readonly spans: readonly ByteSpan[];
}

/**
 * Every problem of a file, whatever it holds: damage, MRTK's faults, values that cannot be (DIAGNOSE.md).
 *
 * Never throws for bytes, damaged or not; `TypeError` for what is not bytes. Takes time and memory in proportion to the
 * file. The recording is fresh and does not share memory with the bytes.
 *
 * @example
 * for (const { severity, message } of diagnoseBytes(bytes).issues) console.log(severity, message);
 */
export function diagnoseBytes(bytes: BytesLike): Diagnosis {
	const salvage = salvageBytes(toBytes(bytes));
	const { notes, recording, spans, brokenPath, outline } = salvage;
	const issues = notes.map(({ issue }) => issue);
	if (recording !== null) {
		issues.push(...applyRules(hideBroken(recording, brokenPath), brokenPath === null, createLocator(outline)));
	}
	return { issues, recording, spans };
}

/** The recording without the pose in which reading stopped: its curves end at different times for that reason alone. */
export function hideBroken(recording: Recording, brokenPath: Salvage['brokenPath']): Recording {
	const pose = posePath(brokenPath);
	if (pose === null) return recording;
	return mapCurves(recording, (curve, path) => (path.startsWith(pose) ? createCurve([], { kind: curve.kind }) : curve));
}

/** Puts the pose in which reading stopped back. */
export function showBroken(recording: Recording, from: Recording, brokenPath: Salvage['brokenPath']): Recording {
	const pose = posePath(brokenPath);
	if (pose === null) return recording;
	const hidden = new Map<string, ReturnType<typeof createCurve>>();
	mapCurves(from, (curve, path) => {
		if (path.startsWith(pose)) hidden.set(path, curve);
		return curve;
	});
	return mapCurves(recording, (curve, path) => hidden.get(path) ?? curve);
}

// `hands.left.joints.wrist.` for a curve of the wrist.
function posePath(path: string | null): string | null {
	return path === null ? null : path.replace(/(position|rotation|origin|direction)\.[xyzw]$/, '');
}

/** Finds keys in a file by its outline. */
export function createLocator(outline: Outline | null): LocateKey {
	if (outline === null) return () => null;
	return (path, key) => {
		const curve = outline.curves.find((entry) => entry.path === path);
		if (curve !== undefined) return key < curve.keyCount ? curve.keysOffset + key * curve.keySize : curve.byteOffset;
		return outline.curves.find((entry) => entry.path.startsWith(`${path}.`))?.byteOffset ?? 0;
	};
}
