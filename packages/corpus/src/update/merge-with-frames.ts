import { DatasetWriter } from '../dataset/dataset-writer.ts';
import { type LockOptions, lockFolder } from '../dataset/lock-folder.ts';
import {
	createManifest,
	type FramesSettings,
	formatManifest,
	listOldFrames,
	type Manifest,
	readManifest,
	refuseForeign,
} from '../dataset/manifest.ts';
import { decodeSorted, sortParts } from '../dataset/merge-parts.ts';
import { MANIFEST_FILE, STATE_FILE } from '../dataset/own-files.ts';
import { Staging, settleFolder } from '../dataset/staging.ts';
import { writeFrames } from './frames.ts';
import { describeRow, type KnownFile } from './previous.ts';

/**
 * As `mergeParts`, but also writes the frames of the recordings, which are read from the folder `root`. Writes the same bytes as
 * `updateCatalog` with `frames`. Files with frames that are the same as before stay.
 *
 * Rejects like `mergeParts`, and if a recording has changed since it was described; the older data set stays then.
 *
 * @example
 * const parts = [encodePart(await describeFiles('recordings', ['a.bin', 'b.bin']))];
 * await mergePartsWithFrames('recordings', 'recordings/.handreel', parts, { frameRate: 60 });
 */
export async function mergePartsWithFrames(
	root: string,
	folder: string,
	parts: Iterable<Uint8Array>,
	settings: FramesSettings,
	options: LockOptions = {},
): Promise<Manifest> {
	const lines = sortParts(parts);
	const unlock = lockFolder(folder, options);
	try {
		refuseForeign(folder);
		settleFolder(folder);
		const old = readManifest(folder)?.frames?.files ?? [];
		const staging = new Staging(folder);
		try {
			const writer = new DatasetWriter(staging);
			const known = new Map<string, KnownFile>();
			for (const file of decodeSorted(lines)) {
				writer.add(file);
				known.set(file.path, describeRow(file));
			}
			const tables = writer.finish();
			const files = await writeFrames(root, known, settings, staging, folder, old);
			const manifest = createManifest({ ...tables, frames: { ...settings, files } });
			staging.writeText(MANIFEST_FILE, formatManifest(manifest));
			const used = new Set(files.map(({ name }) => name));
			staging.commit([STATE_FILE, ...listOldFrames(folder).filter((name) => !used.has(name))]);
			return manifest;
		} catch (error) {
			staging.discard();
			throw error;
		}
	} finally {
		unlock();
	}
}
