import { lstatSync, mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseForeignJson, readRegularFile, writeAside } from '@handreel/node/internal';
import { type Batch, isBatchId, parseBatch } from './create-batch.ts';
import type { JobReturn } from './job-data.ts';

/** The folder for the state of batches, in the folder that all workers share. */
export const STATE_FOLDER = '.handreel-queue';
const MANIFEST = 'batch.json';

/** The results of a job: a summary and a line per file. */
export interface Part {
	readonly summary: JobReturn;
	readonly lines: readonly string[];
}

/**
 * The state of a batch in the shared folder. Files appear under their names when they are complete. The folder may come from a
 * stranger: names and contents are checked, and links are not followed.
 */
export class BatchFolder {
	readonly #root: string;
	readonly #folder: string;
	readonly #id: string;

	/** @param root - the shared folder. Throws for an id that is not that of a batch. */
	constructor(root: string, batch: string) {
		if (!isBatchId(batch)) throw new RangeError(`batch: ${JSON.stringify(batch)} is not the id of a batch`);
		this.#root = root;
		this.#folder = join(root, STATE_FOLDER, batch);
		this.#id = batch;
	}

	/** Whether the batch was added in this folder. */
	exists(): boolean {
		return this.#read(MANIFEST) !== null;
	}

	writeBatch(batch: Batch): void {
		this.#refuseLinks();
		mkdirSync(this.#folder, { recursive: true });
		writeAside(join(this.#folder, MANIFEST), `${JSON.stringify(batch)}\n`);
	}

	/** Throws if the file is not that of this batch. */
	readBatch(): Batch {
		const text = this.#read(MANIFEST);
		if (text === null) throw new Error(`batch ${this.#id} is missing in ${join(this.#root, STATE_FOLDER)}`);
		return parseBatch(text, this.#id);
	}

	writePart(index: number, { summary, lines }: Part): void {
		this.#refuseLinks();
		writeAside(join(this.#folder, namePart(index)), `${[JSON.stringify(summary), ...lines].join('\n')}\n`);
	}

	/** The results of a job, or `null` if it is not done or its file is damaged: then the job has to run again. */
	readPart(index: number): Part | null {
		const text = this.#read(namePart(index));
		if (text === null) return null;
		const [first = '', ...lines] = text.slice(0, -1).split('\n');
		const summary = parseSummary(first);
		return summary && { summary, lines };
	}

	removePart(index: number): void {
		this.#refuseLinks();
		rmSync(join(this.#folder, namePart(index)), { force: true });
	}

	/** Removes the state of the batch, and the folder of all states if it is empty then. */
	remove(): void {
		this.#refuseLinks();
		rmSync(this.#folder, { recursive: true, force: true });
		const all = join(this.#root, STATE_FOLDER);
		try {
			if (readdirSync(all).length === 0) rmdirSync(all);
		} catch {
			// Another process has added a batch, or has removed the folder.
		}
	}

	#read(name: string): string | null {
		this.#refuseLinks();
		return readRegularFile(join(this.#folder, name))?.toString('utf8') ?? null;
	}

	#refuseLinks(): void {
		for (const path of [join(this.#root, STATE_FOLDER), this.#folder]) {
			const stat = lstatSync(path, { throwIfNoEntry: false });
			if (stat !== undefined && !stat.isDirectory()) throw new Error(`${path} is not a folder; delete it`);
		}
	}
}

function namePart(index: number): string {
	if (!Number.isSafeInteger(index) || index < 0) throw new RangeError(`index: ${index} is not the number of a job`);
	return `${index}.part`;
}

function parseSummary(text: string): JobReturn | null {
	try {
		const { files, failed, lost } = parseForeignJson(text) as Readonly<Record<keyof JobReturn, unknown>>;
		const isCounts = [files, failed].every((count) => Number.isSafeInteger(count) && Number(count) >= 0);
		const isPaths = Array.isArray(lost) && lost.every((path) => typeof path === 'string');
		return isCounts && isPaths ? ({ files, failed, lost } as JobReturn) : null;
	} catch {
		return null;
	}
}

/** The ids of the batches with a state in the shared folder. */
export function listBatches(root: string): string[] {
	const folder = join(root, STATE_FOLDER);
	if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
	const entries = readdirSync(folder, { withFileTypes: true });
	return entries.filter((entry) => entry.isDirectory() && isBatchId(entry.name)).map(({ name }) => name);
}
