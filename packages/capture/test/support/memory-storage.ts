import type { JournalStorage } from '../../src/client/outgoing-take.ts';
import type { StoredTake } from '../../src/client/take-storage.ts';

/** The storage of a page without a browser. It outlives the page. */
export class MemoryStorage implements JournalStorage {
	readonly rows = new Map<string, StoredTake>();
	readonly #bytes = new Map<string, Uint8Array>();

	async put(row: StoredTake, offset: number, bytes: Uint8Array | null): Promise<void> {
		await null;
		this.rows.set(row.take, row);
		if (bytes === null) return;
		const all = new Uint8Array(offset + bytes.length);
		all.set(this.#bytes.get(row.take)?.subarray(0, offset) ?? []);
		all.set(bytes, offset);
		this.#bytes.set(row.take, all);
	}

	async read(take: string, offset: number): Promise<Uint8Array | null> {
		await null;
		const bytes = this.#bytes.get(take);
		return bytes === undefined || offset >= bytes.length ? null : bytes.subarray(offset);
	}

	async discard(take: string): Promise<void> {
		await null;
		this.#bytes.delete(take);
		this.rows.set(take, { take, length: 0, isComplete: true, isDiscarded: true });
	}

	async remove(take: string): Promise<void> {
		await null;
		this.#bytes.delete(take);
		this.rows.delete(take);
	}
}
