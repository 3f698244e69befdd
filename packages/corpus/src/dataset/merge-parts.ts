import type { IndexedFile } from '../schema/columns.ts';
import { DatasetWriter } from './dataset-writer.ts';
import { type LockOptions, lockFolder } from './lock-folder.ts';
import { createManifest, formatManifest, listOldFrames, type Manifest, refuseForeign } from './manifest.ts';
import { MANIFEST_FILE, STATE_FILE } from './own-files.ts';
import { comparePaths, decodeLine, listPartLines, type PartLine } from './part.ts';
import { Staging, settleFolder } from './staging.ts';

/**
 * Writes the data set that parts make up, and replaces an older data set in the folder. The bytes depend on the files in the
 * parts alone: neither on their order nor on the way they are divided into parts. A file in several parts must be the same
 * in all of them.
 *
 * Memory holds the encoded parts. Throws `LockedError` if another process writes to the folder, and for parts of another
 * version or with contradictions; the older data set stays then.
 *
 * @example
 * const parts = [encodePart(await describeFiles('recordings', ['a.bin'])), encodePart(await describeFiles('recordings', ['b.bin']))];
 * mergeParts('recordings/.handreel', parts);
 */
export function mergeParts(folder: string, parts: Iterable<Uint8Array>, options: LockOptions = {}): Manifest {
	const lines = sortParts(parts);
	const unlock = lockFolder(folder, options);
	try {
		refuseForeign(folder);
		settleFolder(folder);
		const stale = listOldFrames(folder);
		const staging = new Staging(folder);
		try {
			const writer = new DatasetWriter(staging);
			for (const file of decodeSorted(lines)) writer.add(file);
			const manifest = createManifest({ ...writer.finish(), frames: null });
			staging.writeText(MANIFEST_FILE, formatManifest(manifest));
			staging.commit([STATE_FILE, ...stale]);
			return manifest;
		} catch (error) {
			staging.discard();
			throw error;
		}
	} finally {
		unlock();
	}
}

/** Lists the files of parts, sorted by path. */
export function sortParts(parts: Iterable<Uint8Array>): PartLine[] {
	const lines: PartLine[] = [];
	for (const part of parts) for (const line of listPartLines(part)) lines.push(line);
	return lines.sort((a, b) => comparePaths(a.path, b.path));
}

/** Decodes sorted files one by one, each path once. Throws for contradictions. */
export function* decodeSorted(lines: readonly PartLine[]): Generator<IndexedFile, void, undefined> {
	for (const [i, line] of lines.entries()) if (!isRepeated(lines[i - 1], line)) yield decodeLine(line);
}

function isRepeated(before: PartLine | undefined, line: PartLine): boolean {
	if (before?.path !== line.path) return false;
	if (Buffer.compare(before.bytes, line.bytes) !== 0) {
		throw new Error(`two parts contradict each other about ${JSON.stringify(line.path)}: the file has changed`);
	}
	return true;
}
