import { bakeFrames, type FrameTable, type Recording, type RecordingSummary } from '@handreel/core';

/** Rows that fit into memory beside a few other recordings: 63 MB. */
const MAX_ROWS = 40_000;
const MIN_RATE = 30;
const MAX_RATE = 120;
const USUAL_RATE = 60;

/** A table of all poses, and how it was spread over time. */
export interface BakedTable {
	readonly table: FrameTable;
	readonly rowRate: number;
	readonly start: number;
	readonly end: number;
}

/** Bakes a whole recording at about its own frame rate, less often when it is very long. */
export function bakeTable(recording: Recording, summary: RecordingSummary): BakedTable {
	const start = Number.isFinite(summary.start) ? Math.min(0, summary.start) : 0;
	const end = Number.isFinite(summary.duration) ? Math.max(summary.duration, start) : start;
	const wanted = Math.min(Math.max(summary.frameRate ?? USUAL_RATE, MIN_RATE), MAX_RATE);
	const rowRate = Math.min(wanted, (MAX_ROWS - 2) / Math.max(end - start, 1e-3));
	const count = Math.ceil((end - start) * rowRate) + 1;
	const times = Float64Array.from({ length: count }, (_, row) => start + row / rowRate);
	return { table: bakeFrames(recording, { times, space: 'webxr' }), rowRate, start, end };
}
