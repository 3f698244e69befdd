import type { Curve } from '@handreel/core';
import type { Channel } from '@handreel/core/measure';
import { loadCurve, type StoredRecording } from '../worker/stored-recording.ts';
import type { WorkerPool } from '../worker/worker-pool.ts';
import { explainError } from './explain-error.ts';
import { differentiateUnit, findUnit, isExpression } from './plot-units.ts';
import { ValueRanges } from './value-ranges.svelte.ts';

/** Larger groups of curves are not plotted at once: the plot would be unreadable. A pose has 7 curves. */
export const MAX_GROUP = 8;

/** A plotted curve. */
export interface PlottedCurve {
	readonly path: string;
	readonly curve: Curve;
}

/** A plotted figure over time. Its path is its expression. */
export interface PlottedChannel {
	readonly path: string;
	readonly channel: Channel;
}

/** A line of the plot. */
export type PlottedLine = (PlottedCurve | PlottedChannel) & {
	/** `''` for states, shares and parts of rotations. */
	readonly unit: string;
	/** Lines with the same scale share an axis. */
	readonly scale: string;
};

/** The recordings whose curves are plotted. */
interface PlotSource {
	readonly active: { readonly id: number; readonly stored: StoredRecording } | null;
	readonly workers: WorkerPool;
	readonly comparing: { readonly overlay: { readonly stored: StoredRecording } | null };
	say(text: string): void;
}

interface LoadedLines {
	readonly curves: readonly PlottedCurve[];
	readonly derived: readonly PlottedChannel[];
}

const NOTHING: LoadedLines = { curves: [], derived: [] };

/** The channels that are selected for the plot, and their curves. */
export class CurvePlot {
	/** Paths of the selected curves, and expressions of the selected derived channels. */
	channels: readonly string[] = $state.raw([]);
	/** Selected channels that have no data in the active recording. */
	missing: readonly string[] = $state.raw([]);
	/** Plots the change per second instead of the values. */
	showsSpeed: boolean = $state(false);
	/** Draws each line with its own scale. Otherwise lines with the same unit share a scale. */
	hasOwnScales: boolean = $state(false);
	/** The zoom of the vertical axes. */
	readonly ranges: ValueRanges = new ValueRanges();
	/** Ends when the curves are read that were asked for last. */
	loading: Promise<void> = Promise.resolve();
	#loaded: LoadedLines = $state.raw(NOTHING);
	#others: LoadedLines = $state.raw(NOTHING);
	/** Curves with keys. Empty until they are read. */
	readonly curves: readonly PlottedCurve[] = $derived(this.#loaded.curves);
	/** Derived channels. Empty until they are computed. */
	readonly derived: readonly PlottedChannel[] = $derived(this.#loaded.derived);
	/** Everything that is plotted, in the order of the selection. */
	readonly lines: readonly PlottedLine[] = $derived(this.#listLines(this.#loaded));
	/** The same channels of the overlay. */
	readonly others: readonly PlottedLine[] = $derived(this.#listLines(this.#others));
	readonly #source: PlotSource;

	constructor(source: PlotSource) {
		this.#source = source;
	}

	/** Selects channels, or deselects them when all of them are selected. */
	toggle(paths: readonly string[]): void {
		const isOn = paths.every((path) => this.channels.includes(path));
		this.select(
			isOn
				? this.channels.filter((path) => !paths.includes(path))
				: [...this.channels, ...paths.filter((path) => !this.channels.includes(path))],
		);
	}

	select(paths: readonly string[]): void {
		this.channels = paths;
		if (paths.length === 0) this.ranges.fit();
		this.loading = this.#load(true);
		this.loadOther();
	}

	/**
	 * Adds the derived channels that a text matches, such as `speed(*.wrist)`. Returns `false` if there are none, and explains
	 * why.
	 */
	async addDerived(text: string): Promise<boolean> {
		const { active, workers } = this.#source;
		if (active === null) return false;
		try {
			const made = await workers.call('channels', { stored: active.stored, texts: [text] });
			const found = [...made.channels.map(({ expression }) => expression), ...made.paths];
			if (found.length > MAX_GROUP) {
				this.#source.say(`${text} matches ${found.length} channels; at most ${MAX_GROUP} can be added at once`);
				return false;
			}
			const [failure] = made.failures;
			if (failure !== undefined) this.#source.say(`Cannot plot ${failure.text}: ${failure.message}`);
			this.select([...this.channels, ...found.filter((path) => !this.channels.includes(path))]);
			return found.length > 0;
		} catch (error) {
			this.#source.say(`Cannot plot ${text}: ${explainError(error)}`);
			return false;
		}
	}

	/** Reads the selected channels of another recording. The old curves are removed at once. */
	reload(): void {
		this.#loaded = NOTHING;
		this.missing = [];
		this.ranges.fit();
		this.loading = this.#load(false);
		this.loadOther();
	}

	/** Reads the selected channels of an edited recording. The old curves stay until the new curves are there. */
	refresh(): void {
		this.loading = this.#load(false);
	}

	/** Reads the selected channels of the overlay. */
	loadOther(): void {
		void this.#loadOther();
	}

	async #load(sharesLines: boolean): Promise<void> {
		const { channels } = this;
		const { active } = this.#source;
		if (active === null) return;
		const loaded = await this.#read(active.stored, channels, sharesLines ? this.#loaded : NOTHING);
		// The selection may have changed while the file was read.
		if (active.stored !== this.#source.active?.stored || channels !== this.channels) return;
		this.#loaded = loaded;
		const found = new Set([...loaded.curves, ...loaded.derived].map(({ path }) => path));
		this.missing = channels.filter((path) => !found.has(path));
	}

	async #loadOther(): Promise<void> {
		const { channels } = this;
		const stored = this.#getOther();
		const others = stored === null ? NOTHING : await this.#read(stored, channels, NOTHING);
		if (stored === this.#getOther() && channels === this.channels) this.#others = others;
	}

	#getOther(): StoredRecording | null {
		return this.#source.comparing.overlay?.stored ?? null;
	}

	async #read(stored: StoredRecording, channels: readonly string[], known: LoadedLines): Promise<LoadedLines> {
		const expressions = channels.filter(isExpression);
		const kept = known.derived.filter(({ path }) => expressions.includes(path));
		const texts = expressions.filter((path) => !kept.some((entry) => entry.path === path));
		const making = texts.length === 0 ? null : this.#source.workers.call('channels', { stored, texts });
		const curves = await readCurves(stored, channels, known.curves);
		const made = (await making?.catch(() => null))?.channels ?? [];
		return { curves, derived: [...kept, ...made.map((channel) => ({ path: channel.expression, channel }))] };
	}

	#listLines({ curves, derived }: LoadedLines): PlottedLine[] {
		const all: readonly (PlottedCurve | PlottedChannel)[] = [...curves, ...derived];
		return this.channels.flatMap((path): PlottedLine[] => {
			const line = all.find((entry) => entry.path === path);
			if (line === undefined) return [];
			const ownUnit = 'channel' in line ? line.channel.unit : findUnit(path);
			const unit = this.showsSpeed ? differentiateUnit(ownUnit) : ownUnit;
			return [{ ...line, unit, scale: this.hasOwnScales ? `${path} (${unit})` : `unit ${unit}` }];
		});
	}
}

async function readCurves(
	{ curves }: StoredRecording,
	channels: readonly string[],
	known: readonly PlottedCurve[],
): Promise<PlottedCurve[]> {
	const stored = channels.flatMap((path) => curves.find((curve) => curve.path === path && curve.count > 0) ?? []);
	return Promise.all(
		stored.map(
			async (entry) =>
				known.find(({ path }) => path === entry.path) ?? { path: entry.path, curve: await loadCurve(entry) },
		),
	);
}
