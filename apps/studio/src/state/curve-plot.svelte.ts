import type { Curve } from '@handreel/core';
import { loadCurve, type StoredRecording } from '../worker/stored-recording.ts';

/** Larger groups of curves are not plotted at once: the plot would be unreadable. A pose has 7 curves. */
export const MAX_GROUP = 8;

/** A plotted curve. */
export interface PlottedCurve {
	readonly path: string;
	readonly curve: Curve;
}

/** The recordings whose curves are plotted. */
interface PlotSource {
	readonly active: { readonly id: number; readonly stored: StoredRecording } | null;
	readonly comparing: {
		readonly state: { readonly moved: { readonly stored: StoredRecording } | null } | null;
		readonly document: { readonly stored: StoredRecording } | null;
	};
}

/** The channels that are selected for the plot, and their curves. */
export class CurvePlot {
	/** Paths of the selected curves. */
	channels: readonly string[] = $state.raw([]);
	/** Curves with keys. Empty until they are read. */
	curves: readonly PlottedCurve[] = $state.raw([]);
	/** The same channels of the overlay. */
	others: readonly PlottedCurve[] = $state.raw([]);
	/** Selected channels that have no keys in the active recording. */
	missing: readonly string[] = $state.raw([]);
	/** Plots the change per second instead of the values. */
	showsSpeed: boolean = $state(false);
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
		void this.#load(true);
		this.loadOther();
	}

	/** Reads the selected channels of another recording. The old curves are removed at once. */
	reload(): void {
		this.curves = [];
		this.missing = [];
		void this.#load(false);
		this.loadOther();
	}

	/** Reads the selected channels of an edited recording. The old curves stay until the new curves are there. */
	refresh(): void {
		void this.#load(false);
	}

	/** Reads the selected channels of the overlay. */
	loadOther(): void {
		void this.#loadOther();
	}

	async #load(sharesCurves: boolean): Promise<void> {
		const { channels } = this;
		const { active } = this.#source;
		if (active === null) return;
		const curves = await readCurves(active.stored, channels, sharesCurves ? this.curves : []);
		// The selection may have changed while the file was read.
		if (active.stored !== this.#source.active?.stored || channels !== this.channels) return;
		this.curves = curves;
		this.missing = channels.filter((path) => !curves.some((entry) => entry.path === path));
	}

	async #loadOther(): Promise<void> {
		const { channels } = this;
		const stored = this.#getOther();
		const others = stored === null ? [] : await readCurves(stored, channels, []);
		if (stored === this.#getOther() && channels === this.channels) this.others = others;
	}

	#getOther(): StoredRecording | null {
		const { state, document } = this.#source.comparing;
		return (state?.moved ?? document)?.stored ?? null;
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
