import type { CaptureServer } from '@handreel/capture';
import { describeHeadsets } from './live-line.ts';

const REDRAW_MS = 250;
const CLEAR = '\r\u001b[2K';
const INTERRUPT = '\u0003';

/** A terminal with a line that shows the state of a server, below everything else that is printed. */
export interface Terminal {
	/** Prints text above the line. */
	print(text: string): void;
	close(): void;
}

/** Keys of the terminal, for the help text. */
export const KEYS_HELP = 'Keys: r record, s stop, m marker, q quit';

/** Shows the line in a terminal and listens to keys; prints text only if the output is no terminal. */
export function openTerminal(
	server: CaptureServer,
	output: NodeJS.WriteStream,
	input: NodeJS.ReadStream,
	onQuit: () => void,
): Terminal {
	if (!output.isTTY) return { print: (text) => void output.write(text), close: () => {} };
	const draw = (): void => {
		const line = [...describeHeadsets(server.listHeadsets())];
		output.write(CLEAR + line.slice(0, Math.max(1, (output.columns || 80) - 1)).join(''));
	};
	const timer = setInterval(draw, REDRAW_MS);
	const onKey = (data: Buffer): void => {
		for (const key of data.toString()) {
			if (key === 'q' || key === INTERRUPT) onQuit();
			else if (key === 'r') server.act('start');
			else if (key === 's') server.act('stop');
			else if (key === 'm') server.act('marker');
		}
	};
	const hasKeys = input.isTTY === true;
	if (hasKeys) {
		input.setRawMode(true);
		input.resume();
		input.on('data', onKey);
	}
	return {
		print: (text) => {
			output.write(CLEAR + text);
			draw();
		},
		close: () => {
			clearInterval(timer);
			output.write(CLEAR);
			if (!hasKeys) return;
			input.setRawMode(false);
			input.pause();
			input.off('data', onKey);
		},
	};
}
