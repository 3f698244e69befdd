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

/** What a style depends on, as plain data. */
export interface Look {
	readonly isTerminal: boolean;
	readonly columns: number;
	readonly hasColors: boolean;
}

/** The style of a stream: plain in a pipe, with colors in a terminal unless `NO_COLOR` is set. */
export function createStyle(stream: NodeJS.WriteStream): Style {
	return applyLook(findLook(stream));
}

/** Finds out what the style of a stream depends on. */
export function findLook(stream: NodeJS.WriteStream): Look {
	if (stream.isTTY !== true) return PLAIN_LOOK;
	return { isTerminal: true, columns: stream.columns, hasColors: stream.hasColors() };
}

/** The look of pipes and files. */
export const PLAIN_LOOK: Look = { isTerminal: false, columns: PLAIN_STYLE.columns, hasColors: false };

/** Makes a style. */
export function applyLook({ isTerminal, columns, hasColors }: Look): Style {
	if (!isTerminal) return PLAIN_STYLE;
	const paint = (format: Parameters<typeof styleText>[0]): ((text: string) => string) =>
		hasColors ? (text) => styleText(format, text) : keep;
	return {
		isTerminal,
		columns,
		heading: paint(['bold', 'underline']),
		strong: paint('bold'),
		dim: paint('gray'),
		good: paint('green'),
		accent: paint('magenta'),
		warn: paint('yellow'),
		bad: paint('red'),
	};
}
