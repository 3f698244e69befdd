import { type Curve, sortCurve } from '@handreel/core';
import { findKey, type KeyChange, type TangentMode } from '@handreel/core/edit';
import type { Edit, KeyPlace } from '../worker/edits.ts';
import type { PlottedCurve } from './curve-plot.svelte.ts';

/** A selected key. Its time identifies it, because indices change when keys move. */
export interface SelectedKey {
	readonly path: string;
	/** Seconds, as a float32. */
	readonly time: number;
}

/** What the selection needs from the rest of the page. */
interface SelectionSource {
	readonly plot: { readonly curves: readonly PlottedCurve[] };
	readonly editing: { apply(title: string, edit: Edit): Promise<void> };
}

/** The selected keys of the plotted curves. */
export class KeySelection {
	keys: readonly SelectedKey[] = $state.raw([]);
	/** The selected keys that are plotted, by index. */
	readonly places: readonly KeyPlace[] = $derived.by(() =>
		this.keys.flatMap(({ path, time }) => {
			const curve = this.#findCurve(path);
			const index = curve === null ? -1 : findKey(curve, time);
			return index < 0 ? [] : [{ path, index }];
		}),
	);
	readonly #source: SelectionSource;

	constructor(source: SelectionSource) {
		this.#source = source;
	}

	isSelected(path: string, time: number): boolean {
		return this.keys.some((key) => key.path === path && key.time === time);
	}

	/** Selects a key; with `adds` it is added to the selection, or removed from it. */
	select(key: SelectedKey, adds: boolean): void {
		const isOn = this.isSelected(key.path, key.time);
		if (adds) this.keys = isOn ? this.keys.filter((entry) => !isSame(entry, key)) : [...this.keys, key];
		else if (!isOn) this.keys = [key];
	}

	/** Selects all plotted keys in a range. */
	selectRange(start: number, end: number): void {
		this.keys = this.#source.plot.curves.flatMap(({ path, curve }) => {
			const { floats, start: first, stride, count } = sortCurve(curve);
			return Array.from({ length: count }, (_, i) => ({ path, time: floats[first + i * stride]! })).filter(
				({ time }) => time >= start && time <= end,
			);
		});
	}

	clear(): void {
		this.keys = [];
	}

	/** Moves the selected keys. */
	async shift(time: number, value: number): Promise<void> {
		const { keys, places } = this;
		if (places.length === 0 || (time === 0 && value === 0)) return;
		await this.#source.editing.apply(name('Move', places), { kind: 'shift-keys', keys: places, time, value });
		this.keys = keys.map((key) => ({ ...key, time: Math.fround(key.time + time) }));
	}

	/** Changes numbers of the only selected key. */
	async set(change: KeyChange): Promise<void> {
		const [key] = this.places;
		const [selected] = this.keys;
		if (key === undefined || selected === undefined) return;
		await this.#source.editing.apply('Change key', { kind: 'set-key', key, change });
		this.keys = [{ path: key.path, time: Math.fround(change.time ?? selected.time) }];
	}

	async remove(): Promise<void> {
		const { places } = this;
		if (places.length === 0) return;
		this.clear();
		await this.#source.editing.apply(name('Delete', places), { kind: 'delete-keys', keys: places });
	}

	/** Sets the slopes of the selected keys by a rule. */
	async setTangents(mode: TangentMode): Promise<void> {
		const { places } = this;
		if (places.length > 0) await this.#source.editing.apply('Set tangents', { kind: 'tangents', keys: places, mode });
	}

	/** Adds a key to every plotted curve, without changing the motion. */
	async insert(time: number): Promise<void> {
		const paths = this.#source.plot.curves.map(({ path }) => path);
		if (paths.length === 0) return;
		await this.#source.editing.apply('Insert key', { kind: 'insert-key', paths, time });
		this.keys = paths.map((path) => ({ path, time: Math.fround(time) }));
	}

	#findCurve(path: string): Curve | null {
		const found = this.#source.plot.curves.find((entry) => entry.path === path);
		return found === undefined ? null : sortCurve(found.curve);
	}
}

function name(verb: string, { length }: readonly KeyPlace[]): string {
	return length === 1 ? `${verb} key` : `${verb} ${length} keys`;
}

function isSame(a: SelectedKey, b: SelectedKey): boolean {
	return a.path === b.path && a.time === b.time;
}
