import type { KeyBox } from '../worker/sheet-edits.ts';
import type { StoredRecording } from '../worker/stored-recording.ts';
import type { WorkerPool } from '../worker/worker-pool.ts';
import type { Editing } from './editing.svelte.ts';
import { explainError } from './explain-error.ts';
import type { OpenDocument } from './recording-state.ts';
import { listRows, type SheetRow, type ShownRow, showRows } from './sheet-rows.ts';

/** What the dope sheet needs from the rest of the page. */
interface SheetSource {
	readonly active: OpenDocument | null;
	readonly workers: WorkerPool;
	readonly editing: Pick<Editing, 'apply'>;
	readonly playback: { readonly time: number };
	say(text: string): void;
}

/** Keys that were copied. */
interface CopiedKeys {
	readonly source: StoredRecording;
	readonly boxes: readonly KeyBox[];
}

const NOTHING: readonly KeyBox[] = [];
/** The smallest factor by which keys are brought together. */
const MIN_FACTOR = 0.01;

/**
 * The keys of a recording in rows: of sections, fingers, joints and curves. The selection is a list of boxes, so it costs the same for ten
 * keys and for all keys of ten minutes.
 */
export class DopeSheet {
	/** The rows that are unfolded. */
	open: ReadonlySet<string> = $state.raw(new Set());
	boxes: readonly KeyBox[] = $state.raw(NOTHING);
	/** The key times of rows, by their ids. Rows are added when they come into sight. */
	times: ReadonlyMap<string, Float32Array> = $state.raw(new Map());
	copied: CopiedKeys | null = $state.raw(null);
	readonly #source: SheetSource;
	readonly tree: readonly SheetRow[] = $derived.by(() => listRows(this.#source.active?.stored.curves ?? []));
	readonly rows: readonly ShownRow[] = $derived(showRows(this.tree, this.open));
	/** The time from the first selected key to the last; `null` without a selection. */
	readonly span: readonly [start: number, end: number] | null = $derived(
		this.boxes.length === 0
			? null
			: [Math.min(...this.boxes.map(({ start }) => start)), Math.max(...this.boxes.map(({ end }) => end))],
	);
	/** The recording that {@link times} and {@link boxes} are of. */
	#stored: StoredRecording | null = null;
	/** The selection after an edit, for the recording that comes next. */
	#next: readonly KeyBox[] | null = null;

	constructor(source: SheetSource) {
		this.#source = source;
	}

	/** Reads the key times of rows in sight. Those of the recording before stay until then. */
	async load(): Promise<void> {
		const { active, workers } = this.#source;
		if (active === null) return;
		const { stored } = active;
		const isNew = stored !== this.#stored;
		if (isNew) {
			this.#stored = stored;
			this.boxes = this.#next ?? NOTHING;
			this.#next = null;
		}
		const wanted = this.rows.filter(({ id }) => isNew || !this.times.has(id));
		if (wanted.length === 0) return;
		try {
			const found = await workers.call('rowTimes', { stored, rows: wanted.map(({ paths }) => paths) });
			if (stored !== this.#stored) return;
			this.times = new Map([...(isNew ? [] : this.times), ...wanted.map(({ id }, i) => [id, found[i]!] as const)]);
		} catch (error) {
			this.#source.say(`Could not read the keys: ${explainError(error)}`);
		}
	}

	toggle(id: string): void {
		this.open = this.open.has(id)
			? new Set([...this.open].filter((entry) => entry !== id))
			: new Set([...this.open, id]);
	}

	/** Selects the keys of rows in a range. With `adds`, the other selected keys stay. */
	select(rows: readonly SheetRow[], start: number, end: number, adds = false): void {
		const found: KeyBox[] = [];
		for (const { id, paths } of rows) {
			const times = this.times.get(id) ?? new Float32Array();
			const inside = times.subarray(findFrom(times, start), findAfter(times, end));
			if (inside.length > 0) found.push({ paths, start: inside[0]!, end: inside.at(-1)! });
		}
		this.boxes = adds ? [...this.boxes, ...found] : found;
	}

	clear(): void {
		this.boxes = NOTHING;
	}

	/** Whether a key of a row is selected. */
	isSelected(row: SheetRow, time: number): boolean {
		return listSelected(row, this.boxes).some(([start, end]) => time >= start && time <= end);
	}

	/** Moves the selected keys by some seconds, away from a pivot by a factor. */
	async move(seconds: number, factor = 1, pivot = this.span?.[0] ?? 0): Promise<boolean> {
		const { boxes } = this;
		const isValid = Number.isFinite(seconds) && factor >= MIN_FACTOR;
		if (boxes.length === 0 || !isValid || (seconds === 0 && factor === 1)) return false;
		const place = (time: number): number => Math.fround(pivot + (time - pivot) * factor + seconds);
		const after = boxes.map(({ paths, start, end }) => ({ paths, start: place(start), end: place(end) }));
		const title = factor === 1 ? 'Move keys' : 'Scale keys';
		return this.#apply(title, { kind: 'move-boxes', boxes, seconds, factor, pivot }, after);
	}

	/** Deletes the selected keys. Returns `false` without a selection. */
	removeSelected(): boolean {
		const { boxes } = this;
		if (boxes.length === 0) return false;
		void this.#apply('Delete keys', { kind: 'delete-boxes', boxes }, NOTHING);
		return true;
	}

	/** Copies the selected keys. They can be pasted into other recordings, too. */
	copy(): void {
		const { active } = this.#source;
		if (active === null || this.boxes.length === 0) return;
		this.copied = { source: active.stored, boxes: this.boxes };
		this.#source.say('Keys copied. Paste puts the first of them at the playhead');
	}

	/** Pastes the copied keys: the first of them at the playhead. */
	async paste(): Promise<boolean> {
		if (this.copied === null) return false;
		const { source, boxes } = this.copied;
		const seconds = this.#source.playback.time - Math.min(...boxes.map(({ start }) => start));
		const after = boxes.map(({ paths, start, end }) => ({
			paths,
			start: Math.fround(start + seconds),
			end: Math.fround(end + seconds),
		}));
		return this.#apply('Paste keys', { kind: 'paste-boxes', source, boxes, seconds }, after);
	}

	async #apply(title: string, edit: Parameters<Editing['apply']>[1], after: readonly KeyBox[]): Promise<boolean> {
		this.#next = after;
		const isChanged = await this.#source.editing.apply(title, edit);
		if (!isChanged) this.#next = null;
		return isChanged;
	}
}

/** The selected times of a row: those of boxes that have one of its curves. */
export function listSelected({ paths }: SheetRow, boxes: readonly KeyBox[]): (readonly [start: number, end: number])[] {
	const own = new Set(paths);
	return boxes.filter((box) => box.paths.some((path) => own.has(path))).map(({ start, end }) => [start, end] as const);
}

/** The index of the first time at or after a time. */
export function findFrom(times: ArrayLike<number>, time: number): number {
	return count(times, (entry) => entry < time);
}

function findAfter(times: ArrayLike<number>, time: number): number {
	return count(times, (entry) => entry <= time);
}

function count(times: ArrayLike<number>, isBefore: (time: number) => boolean): number {
	let low = 0;
	let high = times.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (isBefore(times[middle]!)) low = middle + 1;
		else high = middle;
	}
	return low;
}
