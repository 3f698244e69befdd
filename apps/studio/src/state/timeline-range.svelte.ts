import type { TimeSpan } from '@handreel/core';

/** Seconds. Enough for a few keys. */
const MIN_VISIBLE = 0.02;

/** The recording that the timeline shows. */
interface TimelineSource {
	readonly active: TimelineRecording | null;
}

interface TimelineRecording extends TimeSpan {
	readonly stored: { readonly skeleton: { readonly markers: readonly { readonly time: number }[] } };
}

/**
 * What the timeline can show: the recording, and markers outside of it that are not farther away than the recording is long.
 */
export function getBounds({ start, end, stored }: TimelineRecording): TimeSpan {
	const reach = end - start;
	const bounds = { start, end };
	for (const { time } of stored.skeleton.markers) {
		if (!(time >= start - reach && time <= end + reach)) continue;
		bounds.start = Math.min(bounds.start, time);
		bounds.end = Math.max(bounds.end, time);
	}
	return bounds;
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
		const bounds = getBounds(active);
		const whole = Math.max(bounds.end - bounds.start, MIN_VISIBLE);
		const span = Math.min(Math.max(end - start, MIN_VISIBLE), whole);
		const middle = (start + end) / 2;
		const from = Math.min(Math.max(middle - span / 2, bounds.start), bounds.start + whole - span);
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
		if (active === null) return;
		const { start, end } = getBounds(active);
		this.setRange(start, end);
	}

	/** Whether the whole recording is visible. */
	get isWhole(): boolean {
		const { active } = this.#source;
		return active === null || this.#holds(getBounds(active));
	}

	/** Keeps the visible range after an edit. If the whole recording was visible, it still is. */
	follow(before: TimelineRecording): void {
		const [start, end] = this.range;
		if (this.#holds(getBounds(before))) this.showAll();
		else this.setRange(start, end);
	}

	/** Centers a time that is out of sight. */
	reveal(time: number): void {
		const [start, end] = this.range;
		if (time >= start && time <= end) return;
		const half = (end - start) / 2;
		this.setRange(time - half, time + half);
	}

	#holds({ start, end }: TimeSpan): boolean {
		return this.range[0] <= start && this.range[1] >= end;
	}
}
