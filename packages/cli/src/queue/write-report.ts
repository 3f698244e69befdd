import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { IndexedFile } from '@handreel/corpus';
import { AsideFile, isTemporaryOf, parseForeignJson } from '@handreel/node/internal';
import type { Batch, Part } from '@handreel/queue';
import { formatJson } from '../print/output.ts';
import { type QueueSettings, readSettings } from './settings.ts';

/**
 * Writes the results of a batch: its report, with the same bytes that `--json` prints on one machine, and removes the temporary files of
 * workers that were lost.
 */
export async function writeResults(batch: Batch, parts: AsyncIterable<Part>): Promise<void> {
	const { report, folders, frames } = readSettings(batch.settings);
	if (folders !== undefined) return writeCatalog(batch, folders, frames, parts);
	// Counts the files.
	if (report === null) for await (const _ of parts);
	else await writeReport(report, parts, batch.jobs.flat().length === 1);
	const outputs = batch.jobs.flatMap((files) => files.flatMap(({ output = [] }) => output));
	removeTemporaries(report === null ? outputs : [...outputs, report]);
}

// The same bytes as `handreel index` on one machine. Frames have to be sorted into files together, so a single worker writes them.
async function writeCatalog(
	{ id }: Batch,
	{ root, catalog }: NonNullable<QueueSettings['folders']>,
	frames: QueueSettings['frames'],
	parts: AsyncIterable<Part>,
): Promise<void> {
	const { encodePart, mergeParts, mergePartsWithFrames } = await import('@handreel/corpus');
	const encoded: Uint8Array[] = [];
	for await (const { lines } of parts)
		encoded.push(encodePart(lines.map((line) => parseForeignJson(line) as IndexedFile)));
	if (frames === undefined) mergeParts(catalog, encoded, { job: id });
	else await mergePartsWithFrames(root, catalog, encoded, frames, { job: id });
}

async function writeReport(path: string, parts: AsyncIterable<Part>, isSingle: boolean): Promise<void> {
	const file = new AsideFile(path);
	const write = (text: string): void => file.write(Buffer.from(text));
	try {
		let isEmpty = true;
		for await (const { lines } of parts) {
			const texts = lines.map((line) => (isSingle ? formatJson([parseForeignJson(line)]) : line));
			const text = texts.join(',\n');
			write(isSingle ? text : `${isEmpty ? '[' : ','}\n${text}`);
			isEmpty = false;
		}
		if (!isSingle) write(isEmpty ? '[]\n' : '\n]\n');
		file.replace();
	} catch (error) {
		file.discard();
		throw error;
	}
}

function removeTemporaries(outputs: readonly string[]): void {
	const folders = new Map<string, Set<string>>();
	for (const output of outputs) {
		const names = folders.get(dirname(output)) ?? new Set();
		folders.set(dirname(output), names.add(basename(output)));
	}
	for (const [folder, names] of folders) {
		for (const name of listNames(folder)) {
			if (isTemporaryOf(name, (target) => names.has(target))) rmSync(join(folder, name), { force: true });
		}
	}
}

// A folder in which no file could be written may be missing.
function listNames(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}
