import {
	appendFileSync,
	closeSync,
	existsSync,
	fsyncSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { WritableFormatName } from '@handreel/convert';
import type { Issue } from '@handreel/core';
import { isTakeId, type SavedTake } from '../protocol/messages.ts';
import { encodeTake, extensionOf } from './encode-take.ts';
import { TakeFile } from './take-file.ts';

/** Where and how takes are stored. */
export interface TakeStoreOptions {
	/** The folder; it is created if needed. */
	readonly folder: string;
	/** Files are called `NAME-001`, `NAME-002` and so on. Default `'take'`. */
	readonly name?: string;
	/** The format of complete takes. Default `'reel'`. */
	readonly format?: WritableFormatName;
}

/** Defaults of {@link TakeStoreOptions}. */
export const TAKE_STORE_DEFAULTS: Readonly<Required<Omit<TakeStoreOptions, 'folder'>>> = {
	name: 'take',
	format: 'reel',
};

/** A journal of an earlier run that is not complete. */
export interface UnfinishedTake {
	readonly take: string;
	/** The name of the journal in the folder. */
	readonly file: string;
}

/** The list of complete takes in the folder. A headset that missed the answer asks again, perhaps after a restart. */
const LEDGER = '.handreel-takes.jsonl';
const JOURNAL_NAME = /^(.+-\d{3,})\.([0-9a-f]{32})\.hrj$/;

/** The takes in a folder: journals of takes in progress, and files of complete takes. */
export class TakeStore {
	readonly #folder: string;
	readonly #name: string;
	readonly #format: WritableFormatName;
	readonly #open = new Map<string, TakeFile>();
	readonly #saving = new Map<string, Promise<SavedTake | null>>();
	readonly #saved: Map<string, SavedTake>;

	constructor({ folder, name = TAKE_STORE_DEFAULTS.name, format = TAKE_STORE_DEFAULTS.format }: TakeStoreOptions) {
		if (!/^[^/\\:*?"<>|\p{Cc}.][^/\\:*?"<>|\p{Cc}]{0,99}$/u.test(name))
			throw new TypeError(`name: '${name}' is not the start of a file name`);
		mkdirSync(folder, { recursive: true });
		this.#folder = folder;
		this.#name = name;
		this.#format = format;
		this.#saved = readLedger(join(folder, LEDGER));
		// A run that was killed after it saved a take.
		for (const { take, file } of listJournals(folder)) if (this.#saved.has(take)) rmSync(join(folder, file));
	}

	/** Journals that are not complete and that no headset continues, in order of their names. */
	listUnfinished(): UnfinishedTake[] {
		return listJournals(this.#folder).filter(({ take }) => !this.#open.has(take));
	}

	/** The takes that are open. */
	get open(): Iterable<TakeFile> {
		return this.#open.values();
	}

	/** The take if it is complete. */
	findSaved(id: string): SavedTake | undefined {
		return this.#saved.get(id);
	}

	/** The path of a file in the folder. */
	pathOf(file: string): string {
		return join(this.#folder, file);
	}

	/** The take if it is open. */
	find(id: string): TakeFile | undefined {
		return this.#open.get(id);
	}

	/** Opens the take: the journal of an earlier run is continued. Throws the system's error if that fails. */
	openTake(id: string): TakeFile {
		const known = this.#open.get(id);
		if (known !== undefined) return known;
		const found = listJournals(this.#folder).find(({ take }) => take === id);
		const name = found?.name ?? this.#nextName();
		const path = join(this.#folder, `${name}.${id}.hrj`);
		const take = found === undefined ? TakeFile.create(id, name, path) : TakeFile.resume(id, name, path);
		this.#open.set(id, take);
		return take;
	}

	/**
	 * Writes the file of a complete take, then deletes its journal. Resolves with `null` if the take has no frame. If it
	 * rejects, with the system's error, the journal is still there and the take can be saved again.
	 */
	save(take: TakeFile, onIssues: (issues: readonly Issue[]) => void = () => {}): Promise<SavedTake | null> {
		const running = this.#saving.get(take.id);
		if (running !== undefined) return running;
		const saving = this.#save(take, onIssues).finally(() => this.#saving.delete(take.id));
		this.#saving.set(take.id, saving);
		return saving;
	}

	/** Deletes a take: its journal, or its file if it is complete. */
	discard(id: string): void {
		const saved = this.#saved.get(id);
		if (saved !== undefined) {
			rmSync(join(this.#folder, saved.file), { force: true });
			this.#saved.delete(id);
			this.#note({ take: id });
		}
		this.#open.get(id)?.remove();
		this.#open.delete(id);
	}

	/** Closes the journals. They stay on disk. */
	close(): void {
		for (const take of this.#open.values()) take.close();
		this.#open.clear();
	}

	async #save(take: TakeFile, onIssues: (issues: readonly Issue[]) => void): Promise<SavedTake | null> {
		const encoded = await encodeTake(take.readAll(), this.#format, take.name);
		if (encoded === null) {
			this.discard(take.id);
			return null;
		}
		const extension = extensionOf(this.#format);
		const path = join(this.#folder, take.name + extension);
		// A run that was killed before it noted the take has left the same file.
		const isFree = !existsSync(path) || readFileSync(path).equals(encoded.bytes);
		const file = (isFree ? take.name : this.#nextName()) + extension;
		writeWhole(join(this.#folder, file), encoded.bytes);
		const { frames, duration, issues } = encoded;
		const saved = { take: take.id, file, frames, duration };
		this.#note(saved);
		this.#saved.set(take.id, saved);
		this.#open.delete(take.id);
		take.remove();
		if (issues.length > 0) onIssues(issues);
		return saved;
	}

	// The line break before the line ends a line that was cut.
	#note(entry: Partial<SavedTake>): void {
		appendFileSync(join(this.#folder, LEDGER), `\n${JSON.stringify(entry)}\n`);
	}

	// The number after the largest that any file in the folder has.
	#nextName(): string {
		let largest = 0;
		for (const file of readdirSync(this.#folder)) {
			if (!file.startsWith(`${this.#name}-`)) continue;
			const [, digits] = /^(\d{3,})\./.exec(file.slice(this.#name.length + 1)) ?? [];
			if (digits !== undefined) largest = Math.max(largest, Number(digits));
		}
		return `${this.#name}-${String(largest + 1).padStart(3, '0')}`;
	}
}

function listJournals(folder: string): (UnfinishedTake & { readonly name: string })[] {
	return readdirSync(folder)
		.sort()
		.flatMap((file) => {
			const [, name, take] = JOURNAL_NAME.exec(file) ?? [];
			return name === undefined || take === undefined ? [] : [{ take, file, name }];
		});
}

// A line without a file revokes the line of its take. A torn last line belongs to a take whose journal is still there.
function readLedger(path: string): Map<string, SavedTake> {
	const saved = new Map<string, SavedTake>();
	if (!existsSync(path)) return saved;
	for (const line of readFileSync(path, 'utf8').split('\n')) {
		try {
			const entry = JSON.parse(line) as Partial<SavedTake>;
			if (!isTakeId(entry.take)) continue;
			if (typeof entry.file === 'string') saved.set(entry.take, entry as SavedTake);
			else saved.delete(entry.take);
		} catch {}
	}
	return saved;
}

// Either the whole file is there or none of it.
function writeWhole(path: string, bytes: Uint8Array): void {
	const part = `${path}.part`;
	const file = openSync(part, 'w');
	try {
		try {
			for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
			fsyncSync(file);
		} finally {
			closeSync(file);
		}
		renameSync(part, path);
	} catch (error) {
		rmSync(part, { force: true });
		throw error;
	}
}
