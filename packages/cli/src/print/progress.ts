import { escapeText } from './escape-text.ts';

/** Shows the progress of long work. */
export interface Progress {
	readonly advance: (count: number, label: string) => void;
	/** Makes room for other lines in the terminal, until the next advance. */
	readonly clear: () => void;
	readonly end: () => void;
}

/** Shows nothing. */
export const NO_PROGRESS: Progress = { advance: () => {}, clear: () => {}, end: () => {} };

const BAR_WIDTH = 24;
const REDRAW_MS = 80;
/** Terminals are not wider. */
const MAX_LINE = 1000;
/** Work that takes less time shows no bar. */
const PATIENCE_MS = 500;

/**
 * Shows a bar in a terminal and a line per tenth in a pipe. Shows nothing if `isQuiet` or if there is a single item.
 * `noun` names the items.
 */
export function createProgress(
	stream: NodeJS.WriteStream,
	total: number,
	isQuiet: boolean,
	noun: 'files' | 'seconds' | 'frames' = 'files',
): Progress {
	if (isQuiet || total < 2) return NO_PROGRESS;
	return stream.isTTY ? createBar(stream, total) : createLines(stream, total, noun);
}

/** Shows a bar in a terminal for work that takes long; `show` takes the share that is done. Shows nothing in a pipe. */
export function createShareBar(
	stream: NodeJS.WriteStream,
	label: string,
): { readonly show: (share: number) => void; readonly end: () => void } {
	const startedAt = performance.now();
	let drawnAt = 0;
	return {
		show: (share) => {
			const now = performance.now();
			if (!stream.isTTY || now - startedAt < PATIENCE_MS || now - drawnAt < REDRAW_MS) return;
			drawnAt = now;
			drawLine(stream, `${formatBar(share)} ${Math.floor(100 * share)}% ${label}`);
		},
		end: () => {
			if (drawnAt > 0) clearLine(stream);
		},
	};
}

function createBar(stream: NodeJS.WriteStream, total: number): Progress {
	let done = 0;
	let drawnAt = Number.NEGATIVE_INFINITY;
	let isDrawn = false;
	const draw = (label: string): void => {
		drawLine(stream, `${formatBar(done / total)} ${done} of ${total} ${label}`);
	};
	return {
		advance: (count, label) => {
			done += count;
			const now = performance.now();
			if (now - drawnAt < REDRAW_MS && done < total) return;
			drawnAt = now;
			draw(label);
			isDrawn = true;
		},
		clear: () => {
			if (isDrawn) clearLine(stream);
			isDrawn = false;
		},
		end: () => clearLine(stream),
	};
}

function createLines(stream: NodeJS.WriteStream, total: number, noun: string): Progress {
	let done = 0;
	let shown = 0;
	return {
		advance: (count) => {
			done += count;
			const tenth = Math.floor((10 * done) / total);
			if (tenth === shown) return;
			shown = tenth;
			stream.write(`${done} of ${total} ${noun}\n`);
		},
		clear: () => {},
		end: () => {},
	};
}

function formatBar(share: number): string {
	const filled = Math.round(BAR_WIDTH * share);
	return `${'━'.repeat(filled)}${'╌'.repeat(BAR_WIDTH - filled)}`;
}

function drawLine(stream: NodeJS.WriteStream, text: string): void {
	clearLine(stream);
	stream.write([...escapeText(text, MAX_LINE)].slice(0, Math.max(1, (stream.columns || 80) - 1)).join(''));
}

function clearLine(stream: NodeJS.WriteStream): void {
	stream.write('\r\u001b[2K');
}
