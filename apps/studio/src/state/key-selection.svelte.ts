import type { WrapModeName } from '@handreel/core';
import type { TangentMode } from '@handreel/core/edit';
import { formatPlural } from '@handreel/text';
import type { CurveKeys, KeyEdit, KeyEntry, KeyField } from '../worker/key-edits.ts';
import type { PlottedCurve } from './curve-plot.svelte.ts';
import type { NamedEdit } from './editing.svelte.ts';
import {
	findCollision,
	findKeys,
	findTimesInBox,
	hasTime,
	joinTimes,
	listTimes,
	moveTimes,
	readShared,
	type SelectedTimes,
	type SharedNumbers,
} from './key-times.ts';
import { parseEntry } from './number-entry.ts';

/** A key of a plotted curve. */
export interface PlottedKey {
	readonly path: string;
	/** Seconds, as a float32. */
	readonly time: number;
}

/** What the selection needs from the rest of the page. */
interface SelectionSource {
	readonly plot: { readonly curves: readonly PlottedCurve[]; readonly loading: Promise<void> };
	readonly activeId: number | null;
	readonly editing: {
		applyPlan(plan: (document: { readonly id: number }) => Promise<NamedEdit | null>): Promise<boolean>;
	};
	say(text: string): void;
}

/** The selected keys when an edit is made. */
interface Selected {
	readonly times: SelectedTimes;
	readonly keys: readonly CurveKeys[];
}

/** An edit of keys, and the selection after it. */
interface KeyPlan {
	readonly title: string;
	readonly edit: KeyEdit;
	readonly after: SelectedTimes;
}

const NOTHING: SelectedTimes = new Map();
const EVERYTHING: readonly [number, number] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

/**
 * The selected keys of the plotted curves. A key is identified by its time, because indices change when keys move. Keys of a
 * curve at the same time are selected together.
 */
export class KeySelection {
	/** Whether the buttons and numbers of keys are shown although no key is selected. */
	isOpen: boolean = $state(false);
	/** Whether dragging in the plot selects the keys in a box. Otherwise it scrubs. */
	isBoxing: boolean = $state(false);
	#selected: SelectedTimes = $state.raw(NOTHING);
	/** The selection after an edit. It holds when the curves of the edit are plotted. */
	#next: { readonly before: readonly PlottedCurve[]; readonly times: SelectedTimes } | null = $state.raw(null);
	/** The times of the selected keys. */
	readonly times: SelectedTimes = $derived.by(() => {
		const isThere = this.#next !== null && this.#next.before !== this.#source.plot.curves;
		return isThere && this.#next !== null ? this.#next.times : this.#selected;
	});
	/** The selected keys that are plotted. */
	readonly places: readonly CurveKeys[] = $derived.by(() =>
		this.#source.plot.curves.flatMap(({ path, curve }) => {
			const times = this.times.get(path);
			const indices = times === undefined ? null : findKeys(curve, times);
			return indices === null || indices.length === 0 ? [] : [{ path, indices }];
		}),
	);
	/** The number of selected keys. */
	readonly count: number = $derived(countKeys(this.places));
	/** Whether keys are being selected or edited. */
	readonly isEdited: boolean = $derived(this.count > 0 || this.isBoxing || this.isOpen);
	/** The numbers that the selected keys share. */
	readonly shared: SharedNumbers = $derived.by(() => readShared(this.#source.plot.curves, this.places));
	readonly #source: SelectionSource;
	/** Counts the selections of the user. */
	#choice = 0;

	constructor(source: SelectionSource) {
		this.#source = source;
	}

	isSelected({ path, time }: PlottedKey): boolean {
		return hasTime(this.times.get(path), time);
	}

	/** Selects a single key. */
	select({ path, time }: PlottedKey): void {
		this.restore(new Map([[path, Float32Array.of(time)]]));
	}

	/** Adds a key to the selection, or removes it. */
	toggle(key: PlottedKey): void {
		const times = this.times.get(key.path);
		const next = this.isSelected(key)
			? times!.filter((time) => time !== key.time)
			: joinTimes(times, Float32Array.of(key.time));
		this.restore(new Map([...this.times, [key.path, next]]));
	}

	/** Selects all plotted keys in a range of times. */
	selectRange(start: number, end: number): void {
		this.selectBox([start, end], () => EVERYTHING, false);
	}

	/** Selects the plotted keys in a range of times and, for each curve, of values. Without `adds`, all others are deselected. */
	selectBox(
		range: readonly [number, number],
		getValues: (path: string) => readonly [number, number] | null,
		adds: boolean,
	): void {
		const next = new Map(adds ? this.times : NOTHING);
		for (const { path, curve } of this.#source.plot.curves) {
			const values = getValues(path);
			const found = values === null ? null : findTimesInBox(curve, range, values);
			if (found !== null && found.length > 0) next.set(path, joinTimes(next.get(path), found));
		}
		this.restore(next);
	}

	/** Selects keys by their times. */
	restore(times: SelectedTimes): void {
		this.#choice++;
		this.#set(times);
	}

	clear(): void {
		this.restore(NOTHING);
	}

	/** Selects keys of curves that are being read. Until these are plotted, the selection stays. */
	expect(times: SelectedTimes): void {
		this.#set(this.times);
		this.#next = { before: this.#source.plot.curves, times };
	}

	/**
	 * Changes a number of the selected keys by a text: `0.5` sets it, `+=0.1`, `-=0.1` and `*=2` change it. Returns `false` for
	 * other texts, and explains why.
	 */
	async enter(field: KeyField, text: string): Promise<boolean> {
		const entry = parseEntry(text);
		const isPossible = entry !== null && (Number.isFinite(Math.fround(entry.number)) || field.endsWith('Tangent'));
		if (!isPossible) {
			this.#source.say(`${text} is not a number. To change numbers, enter +=0.1, -=0.1 or *=2`);
			return false;
		}
		const verb = entry.operation === 'add' && (field === 'time' || field === 'value') ? 'Move' : 'Change';
		return this.change(verb, [{ field, ...entry }]);
	}

	/** Changes numbers of keys; default: the selected keys. Returns `false` if nothing was changed. */
	change(verb: string, entries: readonly KeyEntry[], chosen?: readonly CurveKeys[]): Promise<boolean> {
		return this.#apply(({ keys, times }) => {
			if (keys.length === 0 || entries.length === 0) return null;
			if (findCollision(this.#source.plot.curves, keys, entries) !== null) {
				this.#source.say('A curve cannot have two keys at one time');
				return null;
			}
			const edit = { kind: 'change-keys', keys, entries } as const;
			return { title: nameEdit(verb, countKeys(keys)), edit, after: moveTimes(times, entries) };
		}, chosen);
	}

	remove(): Promise<boolean> {
		return this.#apply(({ keys }) => {
			const edit = { kind: 'delete-keys', keys } as const;
			return keys.length === 0 ? null : { title: nameEdit('Delete', countKeys(keys)), edit, after: NOTHING };
		});
	}

	/** Sets the slopes of the selected keys by a rule. */
	setTangents(mode: TangentMode): Promise<boolean> {
		return this.#apply(({ keys, times }) => {
			const edit = { kind: 'tangents', keys, mode } as const;
			return keys.length === 0 ? null : { title: 'Set tangents', edit, after: times };
		});
	}

	/** Sets a wrap mode of the curves that have selected keys, or of all plotted curves if no key is selected. */
	setWrap(side: 'preWrap' | 'postWrap', mode: WrapModeName): Promise<boolean> {
		return this.#apply(({ keys, times }) => {
			const paths = (keys.length > 0 ? keys : this.#source.plot.curves).map(({ path }) => path);
			const edit = { kind: 'wrap', paths, [side]: mode } as const;
			return paths.length === 0 ? null : { title: 'Set wrap mode', edit, after: times };
		});
	}

	/** The curves that {@link setWrap} changes. */
	get wrapped(): readonly PlottedCurve[] {
		const { curves } = this.#source.plot;
		const paths = this.places.map(({ path }) => path);
		return paths.length === 0 ? curves : curves.filter(({ path }) => paths.includes(path));
	}

	/** Adds a key to every plotted curve, without changing the motion, and selects it. */
	async insert(time: number): Promise<boolean> {
		const { activeId } = this.#source;
		const paths = this.#source.plot.curves.map(({ path }) => path);
		const after: SelectedTimes = new Map(paths.map((path) => [path, listTimes([time])]));
		const edit = { kind: 'insert-key', paths, time } as const;
		const isChanged = await this.#apply(() => (paths.length === 0 ? null : { title: 'Insert key', edit, after }));
		// There may be keys at that time already.
		if (!isChanged && this.#source.activeId === activeId) this.restore(after);
		return isChanged;
	}

	// The edit is made when the curves of the edits before it are plotted: until then, the indices of keys are out of date. It is
	// made for the keys that are selected now, or for chosen keys.
	async #apply(plan: (selected: Selected) => KeyPlan | null, chosen?: readonly CurveKeys[]): Promise<boolean> {
		const { editing, plot } = this.#source;
		const { curves } = plot;
		const choice = this.#choice;
		const now: Selected = { times: this.times, keys: chosen ?? this.places };
		const isChanged = await editing.applyPlan(async ({ id }) => {
			await plot.loading;
			// The plot shows another recording.
			if (id !== this.#source.activeId) return null;
			const isSame = curves === plot.curves;
			if (!isSame && (chosen !== undefined || choice !== this.#choice)) {
				this.#source.say('The curves have changed meanwhile. Try again');
				return null;
			}
			const selected = isSame ? now : { times: this.times, keys: this.places };
			const planned = plan(selected);
			if (planned === null) return null;
			const { title, edit, after } = planned;
			if (choice === this.#choice) this.expect(after);
			return { title, edit, selection: { before: selected.times, after } };
		});
		if (isChanged) await plot.loading;
		// Without an edit the selection that it would have is not expected.
		else if (choice === this.#choice) this.#set(this.times);
		return isChanged;
	}

	#set(times: SelectedTimes): void {
		this.#next = null;
		this.#selected = times;
	}
}

function countKeys(keys: readonly CurveKeys[]): number {
	return keys.reduce((sum, { indices }) => sum + indices.length, 0);
}

function nameEdit(verb: string, count: number): string {
	return count === 1 ? `${verb} key` : `${verb} ${formatPlural(count, 'key')}`;
}
