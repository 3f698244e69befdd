import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isRecordingError } from '@handreel/core';
import { createSignature } from '@handreel/node/internal';
import { lockFolder } from '../dataset/lock-folder.ts';
import {
	chooseFrames,
	createManifest,
	type FramesSettings,
	formatManifest,
	listOldFrames,
	type Manifest,
	refuseForeign,
} from '../dataset/manifest.ts';
import { DATASET_FOLDER, MANIFEST_FILE, STATE_FILE } from '../dataset/own-files.ts';
import { Staging, settleFolder } from '../dataset/staging.ts';
import { type DescribedFile, type DescribeJob, describeFile } from '../describe/describe-file.ts';
import { explainTooLong, writeFrames } from './frames.ts';
import { type FoundFile, listRecordings } from './list-recordings.ts';
import { openPrevious, type Previous } from './previous.ts';
import { RowMerger } from './row-merger.ts';
import { formatState, type Signatures } from './state.ts';

/** Describes files and calls `onResult` with the results in the order of the jobs. */
export type RunDescribe = (jobs: readonly DescribeJob[], onResult: (result: DescribedFile) => void) => Promise<void>;

/** How {@link updateCatalog} works. */
export interface UpdateOptions {
	/** The folder of the data set. Default: `.handreel` in the folder of the recordings. */
	readonly out?: string | undefined;
	/** Whether to write frames. Default: if there is a `frameRate`, or if the existing data set has frames. */
	readonly frames?: boolean | undefined;
	/** Frames per second. Default: as in the existing data set, otherwise a frame at each time of a key or marker. */
	readonly frameRate?: number | undefined;
	/** Runs the work, for example in threads. Default: {@link describeFile}, file by file. */
	readonly run?: RunDescribe | undefined;
	/** Milliseconds since 1970. Default: `Date.now`. For tests. */
	readonly now?: (() => number) | undefined;
}

/** What an update did. */
export interface UpdateResult {
	readonly folder: string;
	readonly manifest: Manifest;
	/** Files that are new or have other content. */
	readonly changed: number;
	/** Files that are the same as before. */
	readonly unchanged: number;
	readonly removed: number;
	/** Files that were read, because they might have changed. */
	readonly read: number;
	/** Files that cannot be read, or not completely, or that are too long for frames. */
	readonly unreadable: readonly { readonly path: string; readonly error: string }[];
}

/** File systems round times; the coarsest to two seconds. A file that is this young may change without a trace. */
const TIME_STEP_MS = 2000;

/**
 * Brings the data set of a folder up to date. Reads files that are new or may have changed, keeps the rows of the others, and
 * drops the rows of files that are gone. The result depends on the recordings alone, not on its history. A crash leaves the
 * data set as it was.
 *
 * Rejects with `LockedError` if another process updates the same data set, and if the folder cannot be read. Recordings
 * that cannot be read are rows with an error.
 *
 * @example
 * const { manifest, changed, removed } = await updateCatalog('recordings');
 */
export async function updateCatalog(root: string, options: UpdateOptions = {}): Promise<UpdateResult> {
	const { out = join(root, DATASET_FOLDER) } = options;
	// Fails before anything is created.
	if (!statSync(root).isDirectory()) throw new Error('this is a file, not a folder');
	const unlock = lockFolder(out);
	try {
		refuseForeign(out);
		settleFolder(out);
		return await update(root, out, options);
	} finally {
		unlock();
	}
}

async function update(root: string, out: string, options: UpdateOptions): Promise<UpdateResult> {
	const previous = openPrevious(out);
	try {
		return await updateFrom(previous, root, out, options);
	} catch (error) {
		if (previous === null || !isRecordingError(error)) throw error;
		// Rows that are read late may be damaged.
		return updateFrom(null, root, out, options);
	}
}

async function updateFrom(
	previous: Previous | null,
	root: string,
	out: string,
	options: UpdateOptions,
): Promise<UpdateResult> {
	const { run = runHere, now = Date.now } = options;
	const stats = listRecordings(root, out).map((file) => checkFile(root, file, now()));
	const jobs = stats.filter((file) => !isKept(file, previous)).map((file) => createJob(root, file, previous));
	const present = new Set(stats.map(({ path }) => path));
	const removed = [...(previous?.known.keys() ?? [])].filter((path) => !present.has(path)).length;
	const frames = chooseFrames(options, previous?.manifest ?? null);
	const staging = new Staging(out);
	try {
		const rows = new RowMerger(staging, previous);
		const signatures = await mergeRows(stats, jobs, run, rows, previous);
		const unreadable = [...rows.files].flatMap(([path, file]) => {
			const error = file.error ?? (frames && explainTooLong(file, frames));
			return error === null ? [] : [{ path, error }];
		});
		const counts = { changed: rows.changed, unchanged: stats.length - rows.changed, removed, read: jobs.length };
		const isSame = rows.changed + removed === 0 && isSameFrames(frames, previous);
		if (previous !== null && isSame) {
			staging.writeText(STATE_FILE, formatState(signatures));
			staging.commit();
			return { folder: out, manifest: previous.manifest, ...counts, unreadable };
		}
		const tables = rows.finish();
		const old = previous?.manifest.frames?.files ?? [];
		const files = frames === null ? null : await writeFrames(root, rows.files, frames, staging, out, old);
		const manifest = createManifest({ ...tables, frames: frames && files && { ...frames, files } });
		staging.writeText(MANIFEST_FILE, formatManifest(manifest));
		staging.writeText(STATE_FILE, formatState(signatures));
		const used = new Set(files?.map(({ name }) => name));
		staging.commit(listOldFrames(out).filter((name) => !used.has(name)));
		return { folder: out, manifest, ...counts, unreadable };
	} catch (error) {
		staging.discard();
		throw error;
	}
}

interface CheckedFile extends FoundFile {
	/** `null` if the file cannot be found, or is so young that it may change without a trace. */
	readonly signature: string | null;
}

function checkFile(root: string, file: FoundFile, now: number): CheckedFile {
	if (file.reason !== undefined) return { ...file, signature: null };
	try {
		const stat = statSync(join(root, file.path), { bigint: true });
		const isYoung = Math.max(Number(stat.mtimeMs), Number(stat.ctimeMs)) >= now - TIME_STEP_MS;
		return { ...file, signature: isYoung ? null : createSignature(stat) };
	} catch {
		return { ...file, signature: null };
	}
}

function isKept({ path, signature }: CheckedFile, previous: Previous | null): boolean {
	return signature !== null && previous?.signatures.get(path) === signature && previous.known.has(path);
}

function createJob(root: string, { path, reason }: CheckedFile, previous: Previous | null): DescribeJob {
	const knownHash = previous?.known.get(path)?.hash ?? undefined;
	return {
		root,
		path,
		knownHash,
		reason,
	};
}

// Results come in the order of the jobs, which is that of the paths. Returns the signatures to remember.
async function mergeRows(
	stats: readonly CheckedFile[],
	jobs: readonly DescribeJob[],
	run: RunDescribe,
	rows: RowMerger,
	previous: Previous | null,
): Promise<Signatures> {
	const signatures = new Map<string, string>();
	let at = 0;
	const keepUntil = (path: string | null): void => {
		for (let file = stats[at]; file !== undefined && file.path !== path; file = stats[++at]) {
			rows.keep(file.path);
			if (file.signature !== null) signatures.set(file.path, file.signature);
		}
	};
	await run(jobs, ({ path, signature, file }) => {
		keepUntil(path);
		if (file === null) rows.keep(path);
		else rows.add(file);
		// A file that changed after the list was made is read again next time.
		if (signature !== null && stats[at]?.signature === signature) signatures.set(path, signature);
		at++;
	});
	keepUntil(null);
	if (previous !== null && rows.files.size !== stats.length) throw new Error('a path occurs twice');
	return signatures;
}

async function runHere(jobs: readonly DescribeJob[], onResult: (result: DescribedFile) => void): Promise<void> {
	for (const job of jobs) onResult(await describeFile(job));
}

function isSameFrames(frames: FramesSettings | null, previous: Previous | null): boolean {
	const before = previous?.manifest.frames ?? null;
	return frames === null ? before === null : before !== null && frames.frameRate === before.frameRate;
}
