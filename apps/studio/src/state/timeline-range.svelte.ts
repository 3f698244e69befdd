/** Seconds. Enough for a few keys. */
const MIN_VISIBLE = 0.02;

/** The recording that the timeline shows. */
interface TimelineSource {
	readonly active: { readonly start: number; readonly end: number } | null;
}

/** The visible range of the timeline. */
export class TimelineRange {
	/** Seconds. */
	range: readonly [start: number, end: number] = $state.raw([0, 1]);
	readonly #source: TimelineSource;

	constructor(source: TimelineSource) {
		this.#source = source;
	}

	/** Shows a range, clamped to the recording. */
	setRange(start: number, end: number): void {
		const { active } = this.#source;
		if (active === null) return;
		const whole = Math.max(active.end - active.start, MIN_VISIBLE);
		const span = Math.min(Math.max(end - start, MIN_VISIBLE), whole);
		const middle = (start + end) / 2;
		const from = Math.min(Math.max(middle - span / 2, active.start), active.start + whole - span);
		this.range = [from, from + span];
	}

	/** Multiplies the visible duration. The time `around` stays in place. */
	zoom(factor: number, around: number): void {
		const [start, end] = this.range;
		this.setRange(around - (around - start) * factor, around + (end - around) * factor);
	}

	/** Shows the whole recording. */
	showAll(): void {
		const { active } = this.#source;
		if (active !== null) this.setRange(active.start, active.end);
	}

	/** Keeps the visible range after an edit. If the whole recording was visible, it still is. */
	follow(before: { readonly start: number; readonly end: number }): void {
		const [start, end] = this.range;
		if (start <= before.start && end >= before.end) this.showAll();
		else this.setRange(start, end);
	}

	/** Centers a time that is out of sight. */
	reveal(time: number): void {
		const [start, end] = this.range;
		if (time >= start && time <= end) return;
		const half = (end - start) / 2;
		this.setRange(time - half, time + half);
	}
}
