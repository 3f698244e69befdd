export {
	type ButtonSummary,
	type ControllerSummary,
	type ExtraSummary,
	type HandDetails,
	summarizeExtras,
	type TrackSummary,
} from './extras.ts';
export {
	formatBytes,
	formatCount,
	formatFloat,
	formatKept,
	formatPercent,
	formatPlural,
	formatRounded,
	formatSize,
	quoteCell,
	shortenFloat,
} from './numbers.ts';
export { formatPath } from './path.ts';
export { summarizeTimes } from './times.ts';
export {
	formatDegrees,
	formatFrameRate,
	formatMillimeters,
	formatSeconds,
	formatTime,
	formatTimeSpan,
} from './units.ts';
