import { escapeControls } from './escape-text.ts';

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
	/** What stands before each color in a text until it is printed; `null` without colors. */
	readonly mark: string | null;
}

/** No file can contain this mark, because it is new in every process. So colors are ours, and other escapes are not. */
const MARK = `\u001b${Math.random().toString(36)}:`;

/** The style of a stream: plain in a pipe, with colors in a terminal unless `NO_COLOR` is set. */
export function createStyle(stream: NodeJS.WriteStream): Style {
	return applyLook(findLook(stream));
}

/** Finds out what the style of a stream depends on. */
export function findLook(stream: NodeJS.WriteStream): Look {
	if (stream.isTTY !== true) return PLAIN_LOOK;
	return { isTerminal: true, columns: stream.columns, mark: stream.hasColors() ? MARK : null };
}

/** The look of pipes and files. */
export const PLAIN_LOOK: Look = { isTerminal: false, columns: PLAIN_STYLE.columns, mark: null };

/** Makes a style. */
export function applyLook({ isTerminal, columns, mark }: Look): Style {
	if (!isTerminal) return PLAIN_STYLE;
	const paint =
		(on: number, off: number): ((text: string) => string) =>
		(text) =>
			mark === null ? text : `${mark}${on}m${text}${mark}${off}m`;
	const strong = paint(1, 22);
	const underline = paint(4, 24);
	return {
		isTerminal,
		columns,
		heading: (text) => strong(underline(text)),
		strong,
		dim: paint(90, 39),
		good: paint(32, 39),
		accent: paint(35, 39),
		warn: paint(33, 39),
		bad: paint(31, 39),
	};
}

/** Marks the colors of a text in which all other control characters are escaped. */
export function markColors(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: this is how colors start
	return text.replace(/\u001b\[(?=\d+m)/g, MARK);
}

/** A text for a terminal: colors of styles become escape sequences, all other control characters are escaped. */
export function finishText(text: string): string {
	const [start = '', ...painted] = text.split(MARK);
	return escapeControls(start) + painted.map(finishColor).join('');
}

function finishColor(text: string): string {
	const end = text.indexOf('m') + 1;
	return `\u001b[${text.slice(0, end)}${escapeControls(text.slice(end))}`;
}
