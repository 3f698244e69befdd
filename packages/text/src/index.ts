export { formatBytes, formatCount, formatFloat, formatKept, formatPercent, formatPlural } from './numbers.ts';
export { formatPath } from './path.ts';
export {
	formatDegrees,
	formatFrameRate,
	formatMillimeters,
	formatSeconds,
	formatTime,
	formatTimeSpan,
} from './units.ts';
