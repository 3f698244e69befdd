export {
	type FigureGroup,
	formatFigureUnit,
	formatFigureValue,
	groupFigures,
	type ShownFigure,
} from './figures.ts';
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
export { formatRoom, formatTrack } from './tracks.ts';
export {
	formatDegrees,
	formatFrameRate,
	formatMillimeters,
	formatSeconds,
	formatTime,
	formatTimeSpan,
} from './units.ts';
