/** A range of values: low, high. */
export type ValueRange = readonly [low: number, high: number];

/** The zoom of the plot's vertical axes, by scale. A scale without an entry shows all values. */
export class ValueRanges {
	zoomed: ReadonlyMap<string, ValueRange> = $state.raw(new Map());
	/** What is drawn at the moment. The plot sets it; nothing depends on it. */
	readonly shown: Map<string, ValueRange> = new Map();
	/** Keeps the visible ranges while keys are dragged. */
	isHeld = false;

	/** Multiplies the visible range of a scale, or of all scales. The value at a share of the height stays in place. */
	zoom(factor: number, scale: string | null = null, share = 0.5): void {
		this.#change(scale, ([low, high]) => {
			const around = low + (high - low) * share;
			return [around - (around - low) * factor, around + (high - around) * factor];
		});
	}

	/** Moves the visible range of a scale up by a share of its height. */
	pan(scale: string, share: number): void {
		this.#change(scale, ([low, high]) => [low + (high - low) * share, high + (high - low) * share]);
	}

	/** Shows all values of a scale, or of all scales. */
	fit(scale: string | null = null): void {
		if (this.zoomed.size === 0) return;
		this.zoomed = new Map(scale === null ? [] : [...this.zoomed].filter(([name]) => name !== scale));
	}

	#change(scale: string | null, change: (range: ValueRange) => ValueRange): void {
		const next = new Map(this.zoomed);
		for (const [name, range] of this.shown) {
			if (scale !== null && name !== scale) continue;
			const [low, high] = change(range);
			// Below this, labels and pixels would no longer differ.
			if (high - low > 1e-7 * Math.max(Math.abs(low), Math.abs(high)) && high - low < 1e9) next.set(name, [low, high]);
		}
		this.zoomed = next;
		for (const [name, range] of next) this.shown.set(name, range);
	}
}
