import { styleText } from 'node:util';

/** The style of a stream: colors and lanes in a terminal, plain text in a pipe. */
export interface Style {
	readonly isTerminal: boolean;
	readonly columns: number;
	readonly heading: (text: string) => string;
	readonly strong: (text: string) => string;
	readonly dim: (text: string) => string;
	readonly good: (text: string) => string;
	readonly accent: (text: string) => string;
	readonly warn: (text: string) => string;
	readonly bad: (text: string) => string;
}

const keep = (text: string): string => text;

/** The style of pipes and files. */
export const PLAIN_STYLE: Style = {
	isTerminal: false,
	columns: 100,
	heading: keep,
	strong: keep,
	dim: keep,
	good: keep,
	accent: keep,
	warn: keep,
	bad: keep,
};

/** The style of a stream: plain in a pipe, with colors in a terminal unless `NO_COLOR` is set. */
export function createStyle(stream: NodeJS.WriteStream): Style {
	if (stream.isTTY !== true) return PLAIN_STYLE;
	const hasColors = stream.hasColors();
	const paint = (format: Parameters<typeof styleText>[0]): ((text: string) => string) =>
		hasColors ? (text) => styleText(format, text) : keep;
	return {
		isTerminal: true,
		columns: stream.columns,
		heading: paint(['bold', 'underline']),
		strong: paint('bold'),
		dim: paint('gray'),
		good: paint('green'),
		accent: paint('magenta'),
		warn: paint('yellow'),
		bad: paint('red'),
	};
}
