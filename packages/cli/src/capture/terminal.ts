import type { CaptureServer } from '@handreel/capture';
import { escapeControls, escapeText } from '../print/escape-text.ts';
import { describeHeadsets } from './live-line.ts';

const REDRAW_MS = 250;
const MAX_LINE = 1000;
const CLEAR = '\r\u001b[2K';
const INTERRUPT = '\u0003';

/** A terminal with a line that shows the state of a server, below everything else that is printed. */
export interface Terminal {
	/** Prints text above the line. */
	print(text: string): void;
	close(): void;
}

/** The keys of the terminal. Only servers in the network have a code. */
export function describeKeys(hasCode: boolean): string {
	return `Keys: r record, s stop, m marker${hasCode ? ', c new code' : ''}, q quit`;
}

/** A code as a person reads it. */
export function formatCode(code: string): string {
	return `${code.slice(0, 3)} ${code.slice(3)}`;
}

/** Shows the line in a terminal and listens to keys; prints text only if the output is not a terminal. */
export function openTerminal(
	server: CaptureServer,
	output: NodeJS.WriteStream,
	input: NodeJS.ReadStream,
	onQuit: () => void,
	hasCode: boolean,
): Terminal {
	if (!output.isTTY) return { print: (text) => void output.write(escapeControls(text)), close: () => {} };
	const draw = (): void => {
		const line = [...escapeText(describeHeadsets(server.listHeadsets()), MAX_LINE)];
		output.write(CLEAR + line.slice(0, Math.max(1, (output.columns || 80) - 1)).join(''));
	};
	const print = (text: string): void => {
		output.write(CLEAR + escapeControls(text));
		draw();
	};
	const timer = setInterval(draw, REDRAW_MS);
	const onKey = (data: Buffer): void => {
		for (const key of data.toString()) {
			if (key === 'q' || key === INTERRUPT) onQuit();
			else if (key === 'r') server.act('start');
			else if (key === 's') server.act('stop');
			else if (key === 'm') server.act('marker');
			else if (key === 'c' && hasCode) print(`The new code is ${formatCode(server.renewCode())}\n`);
		}
	};
	const hasKeys = input.isTTY === true;
	if (hasKeys) {
		input.setRawMode(true);
		input.resume();
		input.on('data', onKey);
	}
	return {
		print,
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
