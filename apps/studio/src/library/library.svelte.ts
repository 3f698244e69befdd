import { explainError } from '../state/explain-error.ts';
import { encodePath } from '../state/link.ts';
import type { Studio } from '../state/studio.svelte.ts';
import type { Catalog } from '../worker/read-catalog.ts';
import { ALL_RECORDINGS, formatLibraryLink, type LibraryQuery, parseLibraryLink } from './library-query.ts';
import { selectRows } from './select-rows.ts';

/** The recordings of a catalog, and the part of them that is listed. */
export class Library {
	catalog: Catalog | null = $state.raw(null);
	/** Why the catalog cannot be read. */
	failure: string = $state('');
	/** The path of the catalog relative to the page; `null` for a local file, whose recordings cannot be opened. */
	address: string | null = $state(null);
	query: LibraryQuery = $state.raw(ALL_RECORDINGS);
	/** Figures that were needed so far. */
	figures: ReadonlyMap<string, Float64Array> = $state.raw(new Map());
	/** The rows that are listed, in order. */
	readonly selected: readonly number[] = $derived(
		this.catalog === null ? [] : selectRows(this.catalog.rows, this.figures, this.query),
	);
	/** The library as the part of an address after `#`. */
	readonly link: string = $derived(formatLibraryLink({ address: this.address, query: this.query }));
	/** Paths of the recordings that are chosen to be opened together. */
	chosen: ReadonlySet<string> = $state.raw(new Set());
	/** Pixels by which the list is scrolled, for the way back. */
	scrollTop = 0;
	readonly #studio: Studio;
	#blob: Blob = new Blob();
	#loading: AbortController | null = null;

	constructor(studio: Studio) {
		this.#studio = studio;
	}

	/** Shows the library of a link. Does nothing for a local catalog that is not open any more. */
	async follow(hash: string): Promise<void> {
		const link = parseLibraryLink(hash);
		if (link === null || (link.address === null && this.catalog === null)) return;
		this.query = link.query;
		this.#studio.hasLibrary = true;
		this.#studio.showLibrary();
		if (link.address !== null && (link.address !== this.address || this.failure !== '')) await this.#load(link.address);
		else await this.#loadFigures();
	}

	/** Opens the catalogs of some files; the last of them is shown. Returns the files that are not catalogs. */
	async openFiles(files: readonly File[]): Promise<File[]> {
		const others: File[] = [];
		for (const file of files) {
			const isTable = file.name.toLowerCase().endsWith('.parquet');
			// A file that cannot be read is opened as a recording, which explains the damage.
			const catalog = isTable ? await this.#read(file).catch(() => null) : null;
			if (catalog === null) others.push(file);
			else {
				this.#loading?.abort();
				this.query = ALL_RECORDINGS;
				this.#show(catalog, file, null);
			}
		}
		return others;
	}

	/** Changes what is listed. */
	change(part: Partial<LibraryQuery>): void {
		this.query = { ...this.query, ...part };
		this.scrollTop = 0;
		void this.#loadFigures();
	}

	/** The link that opens a recording; `null` for the recordings of a local catalog. */
	findLink(path: string): string | null {
		return this.address === null ? null : `#open=${encodePath(this.#locate(path))}`;
	}

	// The path relative to the page. The catalog is in a separate folder, or beside the recordings.
	#locate(path: string): string {
		const folder = (this.address ?? '').split('/').slice(0, -1);
		if (folder.at(-1) === '.handreel') folder.pop();
		return [...folder, path].join('/');
	}

	/** Chooses recordings to open together. */
	choose(paths: readonly string[]): void {
		this.chosen = new Set(paths);
	}

	/** Opens the chosen recordings. */
	async openChosen(): Promise<void> {
		const paths = [...this.chosen];
		this.choose([]);
		for (const path of paths) await this.#studio.openAddress(this.#locate(path));
	}

	async #load(address: string): Promise<void> {
		this.#loading?.abort();
		const loading = new AbortController();
		this.#loading = loading;
		this.address = address;
		this.catalog = null;
		this.failure = '';
		try {
			const response = await fetch(encodePath(address), { signal: loading.signal, cache: 'no-store' });
			if (response.status === 404) throw new Error('file not found');
			if (!response.ok) throw new Error(`the server answered ${response.status}`);
			const blob = await response.blob();
			const catalog = await this.#read(blob, loading.signal);
			if (catalog === null) throw new Error('not a catalog of handreel index, or the file is damaged');
			loading.signal.throwIfAborted();
			this.#show(catalog, blob, address);
			await this.#loadFigures();
		} catch (error) {
			if (!loading.signal.aborted) this.failure = explainError(error);
		}
	}

	#read(blob: Blob, signal?: AbortSignal): Promise<Catalog | null> {
		const options = { fileSize: blob.size, signal };
		return this.#studio.workers.call('catalog', { blob }, options);
	}

	#show(catalog: Catalog, blob: Blob, address: string | null): void {
		this.#blob = blob;
		this.address = address;
		this.figures = new Map();
		this.chosen = new Set();
		this.failure = '';
		this.scrollTop = 0;
		this.catalog = catalog;
		this.#studio.hasLibrary = true;
		if (address === null) this.#studio.showLibrary();
	}

	// Most catalogs have hundreds of figures, and a query needs few of them.
	async #loadFigures(): Promise<void> {
		const { catalog, query } = this;
		if (catalog === null) return;
		const wanted = [query.sort, ...query.ranges.map(({ name }) => name)];
		const names = [...new Set(wanted)].filter((name) => catalog.figures.includes(name) && !this.figures.has(name));
		if (names.length === 0) return;
		try {
			const columns = await this.#studio.workers.call(
				'figures',
				{ blob: this.#blob, names },
				{ fileSize: this.#blob.size },
			);
			if (catalog !== this.catalog) return;
			this.figures = new Map([...this.figures, ...names.map((name, i) => [name, columns[i]!] as const)]);
		} catch (error) {
			this.#studio.say(`Could not read ${names.join(', ')}: ${explainError(error)}`);
		}
	}
}
