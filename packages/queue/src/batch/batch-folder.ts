import {
	closeSync,
	existsSync,
	fsyncSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmdirSync,
	rmSync,
	writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Batch } from './create-batch.ts';
import type { JobReturn } from './job-data.ts';

/** The folder for the state of batches, in the folder that all workers share. */
export const STATE_FOLDER = '.handreel-queue';
const MANIFEST = 'batch.json';

/** The results of a job: a summary and a line per file. */
export interface Part {
	readonly summary: JobReturn;
	readonly lines: readonly string[];
}

/** The state of a batch in the shared folder. Files appear under their names when they are complete. */
export class BatchFolder {
	readonly #root: string;
	readonly #folder: string;

	/** @param root - the shared folder. */
	constructor(root: string, batch: string) {
		this.#root = root;
		this.#folder = join(root, STATE_FOLDER, batch);
	}

	/** Whether the batch was added in this folder. */
	exists(): boolean {
		return existsSync(join(this.#folder, MANIFEST));
	}

	writeBatch(batch: Batch): void {
		mkdirSync(this.#folder, { recursive: true });
		publish(join(this.#folder, MANIFEST), `${JSON.stringify(batch)}\n`);
	}

	readBatch(): Batch {
		return JSON.parse(readFileSync(join(this.#folder, MANIFEST), 'utf8'));
	}

	writePart(index: number, { summary, lines }: Part): void {
		publish(this.#part(index), `${[JSON.stringify(summary), ...lines].join('\n')}\n`);
	}

	/** The results of a job, or `null` if it is not done. */
	readPart(index: number): Part | null {
		let text: string;
		try {
			text = readFileSync(this.#part(index), 'utf8');
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
			throw error;
		}
		const [summary = '', ...lines] = text.slice(0, -1).split('\n');
		return { summary: JSON.parse(summary), lines };
	}

	removePart(index: number): void {
		rmSync(this.#part(index), { force: true });
	}

	/** Removes the state of the batch, and the folder of all states if it is empty then. */
	remove(): void {
		rmSync(this.#folder, { recursive: true, force: true });
		const all = join(this.#root, STATE_FOLDER);
		try {
			if (existsSync(all) && readdirSync(all).length === 0) rmdirSync(all);
		} catch {
			// Another process has added a batch, or has removed the folder.
		}
	}

	#part(index: number): string {
		return join(this.#folder, `${index}.part`);
	}
}

/** The ids of the batches with a state in the shared folder. */
export function listBatches(root: string): string[] {
	const folder = join(root, STATE_FOLDER);
	return existsSync(folder) ? readdirSync(folder) : [];
}

// Machines that share the folder may have processes with the same number.
const TEMPORARY = `${hostname()}-${process.pid}.tmp`;

function publish(path: string, text: string): void {
	const temporary = `${path}.${TEMPORARY}`;
	const bytes = Buffer.from(text);
	const fd = openSync(temporary, 'w');
	try {
		for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
		// A finished job is not run again, so its results must survive a power failure.
		fsyncSync(fd);
	} finally {
		closeSync(fd);
	}
	renameSync(temporary, path);
}
