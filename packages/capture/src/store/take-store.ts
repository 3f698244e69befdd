import { constants } from 'node:fs';
import { join } from 'node:path';
import type { WritableFormatName } from '@handreel/convert';
import type { Issue } from '@handreel/core';
import type { Filled } from '@handreel/core/internal';
import {
	AsideFile,
	createFolder,
	DISK,
	type Disk,
	isRegularFile,
	openRegularFile,
	syncFolder,
} from '@handreel/node/internal';
import type { SavedTake } from '../protocol/messages.ts';
import { encodeTake, extensionOf } from './encode-take.ts';
import {
	isDamagedCopy,
	isTakeName,
	nameJournal,
	namePart,
	nextTakeName,
	parseJournalName,
	parsePartName,
} from './file-names.ts';
import { Ledger } from './ledger.ts';
import { TakeFile } from './take-file.ts';

/** Where and how takes are stored. */
export interface TakeStoreOptions {
	/** The folder; it is created if needed. */
	readonly folder: string;
	/** Files are called `NAME-001`, `NAME-002` and so on. Default `'take'`. */
	readonly name?: string | undefined;
	/** The format of complete takes. Default `'reel'`. */
	readonly format?: WritableFormatName | undefined;
}

/** Defaults of {@link TakeStoreOptions}. */
export const TAKE_STORE_DEFAULTS: Filled<Omit<TakeStoreOptions, 'folder'>> = {
	name: 'take',
	format: 'reel',
};

/** A journal of an earlier run that is not complete. */
export interface UnfinishedTake {
	readonly take: string;
	/** The name of the journal in the folder. */
	readonly file: string;
}

/** The takes in a folder: journals of takes in progress, and files of complete takes. */
export class TakeStore {
	readonly #folder: string;
	readonly #name: string;
	readonly #format: WritableFormatName;
	readonly #disk: Disk;
	readonly #ledger: Ledger;
	readonly #open = new Map<string, TakeFile>();
	/** Takes that have a journal. They are not complete, even if they are listed. */
	readonly #unfinished = new Set<string>();
	readonly #saving = new Map<string, Promise<SavedTake | null>>();
	readonly #discarding = new Map<string, Promise<void>>();
	/** Takes that are being discarded, also if that has failed. */
	readonly #unwanted = new Set<string>();

	/** Throws the system's error if the folder cannot be used. */
	constructor(options: TakeStoreOptions, disk: Disk = DISK) {
		const { folder, name = TAKE_STORE_DEFAULTS.name, format = TAKE_STORE_DEFAULTS.format } = options;
		if (!isTakeName(name)) throw new TypeError(`name: '${name}' is not the start of a file name`);
		createFolder(folder, disk);
		this.#folder = folder;
		this.#name = name;
		this.#format = format;
		this.#disk = disk;
		this.#ledger = new Ledger(disk, folder);
		// A run that was killed may have named a file without flushing the name.
		syncFolder(folder, disk);
		this.#cleanUp();
	}

	/** Journals that are not complete and that no headset continues, in order of their names. */
	listUnfinished(): UnfinishedTake[] {
		return this.#listJournals().filter(({ take }) => !this.#open.has(take));
	}

	/** The takes that are open. */
	get open(): Iterable<TakeFile> {
		return this.#open.values();
	}

	/** The take if it is complete. */
	findSaved(id: string): SavedTake | undefined {
		const listed = this.#unfinished.has(id) ? undefined : this.#ledger.find(id);
		if (listed === undefined) return undefined;
		const { take, file, frames, duration } = listed;
		return { take, file, frames, duration };
	}

	/** Returns whether the take was discarded, also in an earlier run. */
	isDiscarded(id: string): boolean {
		return this.#ledger.isDiscarded(id);
	}

	/** Returns whether the take was discarded, or was to be, which has failed so far. */
	isUnwanted(id: string): boolean {
		return this.#ledger.isDiscarded(id) || this.#unwanted.has(id);
	}

	/** Returns whether the take is being saved. It takes no more bytes then. */
	isSaving(id: string): boolean {
		return this.#saving.has(id);
	}

	/** Returns whether the take is being discarded. */
	isDiscarding(id: string): boolean {
		return this.#discarding.has(id);
	}

	/** Opens the file of a complete take for reading. Throws the system's error if it is gone, and `Error` if it is a link. */
	openSaved({ file }: SavedTake): number {
		return openRegularFile(join(this.#folder, file), constants.O_RDONLY, this.#disk);
	}

	/** The take if it is open. */
	find(id: string): TakeFile | undefined {
		const take = this.#open.get(id);
		// A flush that failed has closed it.
		return take?.isClosed ? undefined : take;
	}

	/** Opens the take: the journal of an earlier run is continued. Throws the system's error if that fails. */
	openTake(id: string): TakeFile {
		const known = this.find(id);
		if (known !== undefined) return known;
		const found = this.#listJournals().find(({ take }) => take === id);
		const name = found?.name ?? this.#nextName();
		const path = join(this.#folder, nameJournal(name, id));
		const disk = this.#disk;
		const take = found === undefined ? TakeFile.create(disk, id, name, path) : TakeFile.resume(disk, id, name, path);
		try {
			syncFolder(this.#folder, disk);
		} catch (error) {
			take.close();
			throw error;
		}
		this.#open.set(id, take);
		this.#unfinished.add(id);
		return take;
	}

	/**
	 * Writes the file of a complete take, then deletes its journal. Resolves with `null` if the take has no frame, or if it is
	 * discarded meanwhile; then it is gone. If it rejects, with the system's error, the journal is still there and the take can
	 * be saved again.
	 */
	async save(take: TakeFile, onIssues: (issues: readonly Issue[]) => void = () => {}): Promise<SavedTake | null> {
		const { id } = take;
		if (!this.#saving.has(id))
			this.#saving.set(
				id,
				this.#save(take, onIssues).finally(() => this.#saving.delete(id)),
			);
		const saved = await this.#saving.get(id)!;
		if (saved === null) await this.discard(id);
		return saved;
	}

	/** Deletes a take: its journal, its file, and everything that is left of it. It cannot be opened again. */
	discard(id: string): Promise<void> {
		const running = this.#discarding.get(id);
		if (running !== undefined) return running;
		// `#save` stops when it sees this.
		const discarding = this.#discard(id).finally(() => this.#discarding.delete(id));
		this.#discarding.set(id, discarding);
		return discarding;
	}

	/** Closes the journal of a take. It stays on the disk, unless it is empty, and is continued when the take is opened again. */
	release(take: TakeFile): void {
		this.#open.delete(take.id);
		take.close();
		if (take.length > 0) return;
		this.#disk.unlinkSync(take.path);
		this.#unfinished.delete(take.id);
	}

	/** Waits for takes that are being saved or discarded, then closes the journals. They stay on disk. */
	async close(): Promise<void> {
		await Promise.allSettled([...this.#saving.values(), ...this.#discarding.values()]);
		for (const take of this.#open.values()) take.close();
		this.#open.clear();
	}

	async #save(take: TakeFile, onIssues: (issues: readonly Issue[]) => void): Promise<SavedTake | null> {
		const encoded = await encodeTake(take.readAll(), this.#format, take.name);
		if (encoded === null || this.#discarding.has(take.id)) return null;
		const extension = extensionOf(this.#format);
		// A run that was killed before it deleted the journal has left the same file.
		const isFree = this.#isFree(take.name + extension, encoded.bytes);
		const file = (isFree ? take.name : this.#nextName()) + extension;
		const { frames, duration, issues } = encoded;
		const saved = { take: take.id, file, frames, duration };
		this.#writeWhole(encoded.bytes, saved);
		this.#unfinished.delete(take.id);
		this.#open.delete(take.id);
		take.close();
		try {
			this.#disk.unlinkSync(take.path);
		} catch {
			// The next run deletes it.
		}
		if (issues.length > 0) onIssues(issues);
		return saved;
	}

	async #discard(id: string): Promise<void> {
		this.#unwanted.add(id);
		await this.#saving.get(id)?.catch(() => {});
		this.#open.get(id)?.close();
		this.#open.delete(id);
		const listed = this.#ledger.find(id)?.file;
		const own = this.#disk.readdirSync(this.#folder).filter((file) => belongsTo(file, id) || file === listed);
		for (const file of own) if (isRegularFile(join(this.#folder, file), this.#disk)) this.#unlink(file);
		if (own.length > 0 || listed !== undefined || this.#unfinished.has(id)) {
			// Noted when it is true.
			syncFolder(this.#folder, this.#disk);
			this.#ledger.remove(id);
			this.#unfinished.delete(id);
		}
		this.#unwanted.delete(id);
	}

	#unlink(file: string): void {
		this.#disk.unlinkSync(join(this.#folder, file));
	}

	// What runs that were killed have left.
	#cleanUp(): void {
		for (const { take, file } of this.#listJournals()) {
			const listed = this.#ledger.find(take);
			const size = listed && this.#disk.lstatSync(join(this.#folder, listed.file), { throwIfNoEntry: false });
			// The journal is needed unless the file is there, and is the one that was noted.
			if (size?.isFile() && size.size === listed?.size) this.#unlink(file);
			else this.#unfinished.add(take);
		}
		for (const file of this.#disk.readdirSync(this.#folder))
			if (parsePartName(file) !== null && isRegularFile(join(this.#folder, file), this.#disk)) this.#unlink(file);
	}

	#isFree(file: string, bytes: Uint8Array): boolean {
		const path = join(this.#folder, file);
		if (this.#disk.lstatSync(path, { throwIfNoEntry: false }) === undefined) return true;
		return isRegularFile(path, this.#disk) && this.#disk.readFileSync(path).equals(bytes);
	}

	// No number is used twice, so that the list names each file once.
	#nextName(): string {
		return nextTakeName(this.#name, [...this.#disk.readdirSync(this.#folder), ...this.#ledger.files]);
	}

	// In order of their names. A link is not a journal.
	#listJournals(): (UnfinishedTake & { readonly name: string })[] {
		return this.#disk
			.readdirSync(this.#folder)
			.sort()
			.flatMap((file) => {
				const found = parseJournalName(file);
				return found !== null && isRegularFile(join(this.#folder, file), this.#disk) ? [{ ...found, file }] : [];
			});
	}

	// Either the whole file is there or none of it. It is noted before it has its name: a discard knows what to delete.
	#writeWhole(bytes: Uint8Array, saved: SavedTake): void {
		const path = join(this.#folder, saved.file);
		// A save that failed may have left its part.
		const temporary = join(this.#folder, namePart(saved.file, saved.take));
		const file = new AsideFile(path, { temporary, disk: this.#disk });
		try {
			file.write(bytes);
			file.finish();
			this.#ledger.add({ ...saved, size: bytes.length });
			file.replace();
		} catch (error) {
			file.discard();
			throw error;
		}
	}
}

// Everything but the file of the complete take has the id in its name.
function belongsTo(file: string, take: string): boolean {
	return parseJournalName(file)?.take === take || parsePartName(file) === take || isDamagedCopy(file, take);
}
