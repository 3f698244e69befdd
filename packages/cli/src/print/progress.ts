import { formatForeign } from './text.ts';

/** Tells how far long work is. */
export interface Progress {
	readonly advance: (count: number, label: string) => void;
	readonly end: () => void;
}

const BAR_WIDTH = 24;
const REDRAW_MS = 80;

/**
 * A bar in a terminal, a line for every tenth into a pipe, nothing for a single thing or when it should be quiet. `noun` says
 * what is counted.
 */
export function createProgress(
	stream: NodeJS.WriteStream,
	total: number,
	isQuiet: boolean,
	noun: 'files' | 'seconds' | 'pictures' = 'files',
): Progress {
	if (isQuiet || total < 2) return { advance: () => {}, end: () => {} };
	return stream.isTTY ? createBar(stream, total) : createLines(stream, total, noun);
}

function createBar(stream: NodeJS.WriteStream, total: number): Progress {
	let done = 0;
	let drawnAt = 0;
	const draw = (label: string): void => {
		const filled = Math.round((BAR_WIDTH * done) / total);
		const bar = `${'━'.repeat(filled)}${'╌'.repeat(BAR_WIDTH - filled)}`;
		const text = `${bar} ${done} of ${total} ${formatForeign(label, 400)}`;
		stream.write(`\r\u001b[2K${[...text].slice(0, Math.max(1, (stream.columns || 80) - 1)).join('')}`);
	};
	return {
		advance: (count, label) => {
			done += count;
			const now = Date.now();
			if (now - drawnAt < REDRAW_MS && done < total) return;
			drawnAt = now;
			draw(label);
		},
		end: () => stream.write('\r\u001b[2K'),
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
		end: () => {},
	};
}
