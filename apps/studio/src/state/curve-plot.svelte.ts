import { type Curve, type CurveOutline, createCurveFromWords } from '@handreel/core';
import type { OpenDocument } from './recording-state.ts';

/** Larger groups of curves are not plotted at once: the plot would be unreadable. A pose has 7 curves. */
export const MAX_GROUP = 8;

/** A plotted curve. */
export interface PlottedCurve {
	readonly path: string;
	readonly curve: Curve;
}

/** The channels that are selected for the plot, and their curves. */
export class CurvePlot {
	/** Paths of the selected curves. */
	channels: readonly string[] = $state.raw([]);
	/** Empty until the curves are read from the file. */
	curves: readonly PlottedCurve[] = $state.raw([]);
	/** Plots the change per second instead of the values. */
	showsSpeed: boolean = $state(false);
	readonly #source: { readonly active: OpenDocument | null };

	constructor(source: { readonly active: OpenDocument | null }) {
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
		void this.#load();
	}

	/** Reads the selected channels of another recording. The old curves are removed at once. */
	reload(): void {
		this.curves = [];
		void this.#load();
	}

	async #load(): Promise<void> {
		const { channels, curves } = this;
		const { active } = this.#source;
		if (active === null) return;
		const outlines = channels.flatMap((path) => active.curves.find((curve) => curve.path === path) ?? []);
		const loaded = await Promise.all(
			outlines.map(
				async (outline): Promise<PlottedCurve> =>
					curves.find(({ path }) => path === outline.path) ?? {
						path: outline.path,
						curve: await readCurve(active.file, outline),
					},
			),
		);
		// The selection may have changed while the file was read.
		if (active.id === this.#source.active?.id && channels === this.channels) this.curves = loaded;
	}
}

// Reads one curve of a file into memory of its own. Reads the keys of the curve only.
async function readCurve(file: Blob, outline: CurveOutline): Promise<Curve> {
	const { kind, keysOffset, keyCount, keySize, preWrap, postWrap } = outline;
	const words = new Uint32Array(await file.slice(keysOffset, keysOffset + keyCount * keySize).arrayBuffer());
	const stride = (keySize / words.BYTES_PER_ELEMENT) as Curve['stride'];
	return createCurveFromWords(words, { kind, stride, preWrap, postWrap });
}
