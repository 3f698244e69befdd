import { createHash } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { decodeRecording } from '@handreel/convert';
import { streamParquet } from '@handreel/convert/parquet';
import type { Recording } from '@handreel/core';
import { readFully } from '@handreel/node';
import { readStable } from '@handreel/node/internal';
import type { FramesFile, FramesSettings } from '../dataset/manifest.ts';
import { FRAMES_FOLDER, hasOwnFile } from '../dataset/own-files.ts';
import type { Staging } from '../dataset/staging.ts';
import { CATALOG_VERSION } from '../schema/columns.ts';
import type { KnownFile } from './previous.ts';

/** Bytes of recordings in a file with frames: at least, on average beyond that, and at most unless a recording is larger. As
 * `.bin` files would have them, because a reel takes a small part of its frames. */
const MIN_BYTES = 64_000_000;
const MEAN_BYTES = 48_000_000;
const MAX_BYTES = 192_000_000;
/** Recordings with more frames have none in the data set. At 60 Hz, this is ten hours; longer durations are mostly damage. */
const MAX_FRAMES = 2 ** 21;

const BYTES_PER_KEY = 16;
/** The footer of a file describes each column of each recording, so that short recordings count as much as this. */
const BYTES_PER_RECORDING = 200_000;

/** Bytes that are read at once. */
const CHUNK = 2 ** 20;

interface Source {
	readonly path: string;
	readonly hash: string;
	readonly bytes: number;
}

/**
 * Writes the frames of all recordings into files of about 100 MB, with the columns of `encodeParquet`. The name of a file encodes
 * its content, so that files whose recordings are the same as before are not written again.
 */
export async function writeFrames(
	root: string,
	files: ReadonlyMap<string, KnownFile>,
	settings: FramesSettings,
	staging: Staging,
	folder: string,
	old: readonly FramesFile[],
): Promise<FramesFile[]> {
	const sources = [...files].flatMap(([path, file]): Source[] =>
		file.hash === null || file.status !== 'readable' || file.error !== null || explainTooLong(file, settings) !== null
			? []
			: [{ path, hash: file.hash, bytes: BYTES_PER_RECORDING + file.keys * BYTES_PER_KEY }],
	);
	const written: FramesFile[] = [];
	for (const group of groupSources(sources)) {
		const name = nameFile(group, settings);
		const known = old.find((file) => file.name === name);
		if (known !== undefined && isIntact(folder, known)) written.push(known);
		else written.push(await writeFile(root, name, group, settings, staging));
	}
	return written;
}

/** Explains why a data set has no frames of a recording that is too long; `null` if it is not. */
export function explainTooLong({ duration }: KnownFile, { frameRate }: FramesSettings): string | null {
	if (frameRate === null || duration === null || duration * frameRate <= MAX_FRAMES) return null;
	return `without frames: ${duration} s at ${frameRate} Hz are more than ${MAX_FRAMES} frames`;
}

/**
 * Divides recordings into files. Where a file ends depends on the recordings near its end only, so that a new recording
 * changes one or two files.
 */
export function groupSources<T extends Source>(sources: readonly T[]): T[][] {
	const groups: T[][] = [];
	let group: T[] = [];
	let bytes = 0;
	for (const source of sources) {
		if (group.length > 0 && bytes + source.bytes > MAX_BYTES) {
			groups.push(group);
			group = [];
			bytes = 0;
		}
		group.push(source);
		bytes += source.bytes;
		// The hash serves as a random number that is the same every time.
		const chance = Number.parseInt(source.hash.slice(0, 8), 16) / 2 ** 32;
		if (bytes >= MIN_BYTES && chance < source.bytes / MEAN_BYTES) {
			groups.push(group);
			group = [];
			bytes = 0;
		}
	}
	if (group.length > 0) groups.push(group);
	return groups;
}

function nameFile(group: readonly Source[], settings: FramesSettings): string {
	const content = { version: CATALOG_VERSION, settings, files: group.map(({ path, hash }) => [path, hash]) };
	const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex');
	return `${FRAMES_FOLDER}/${digest.slice(0, 24)}.parquet`;
}

function isIntact(folder: string, { name, bytes, sha256 }: FramesFile): boolean {
	if (!hasOwnFile(folder, name)) return false;
	const fd = openSync(join(folder, name), 'r');
	try {
		const hash = createHash('sha256');
		const chunk = new Uint8Array(CHUNK);
		let size = 0;
		for (let count = readFully(fd, chunk); count > 0; count = readFully(fd, chunk, size)) {
			hash.update(chunk.subarray(0, count));
			size += count;
		}
		return size === bytes && hash.digest('hex') === sha256;
	} finally {
		closeSync(fd);
	}
}

async function writeFile(
	root: string,
	name: string,
	group: readonly Source[],
	{ frameRate }: FramesSettings,
	staging: Staging,
): Promise<FramesFile> {
	const load = async ({ path, hash }: Source): Promise<Recording> => {
		const { bytes } = readStable(join(root, path));
		if (createHash('sha256').update(bytes).digest('hex') !== hash) {
			throw new Error(`${JSON.stringify(path)} changed while its frames were written; index again`);
		}
		return (await decodeRecording(bytes, { keep: true })).recording;
	};
	const sources = group.map((source) => ({ name: source.path, load: () => load(source) }));
	const { chunks } = await streamParquet(sources, { frameRate: frameRate ?? undefined });
	const file = staging.open(name);
	for await (const chunk of chunks) file.write(chunk);
	return { ...file.close(), recordings: group.length };
}
