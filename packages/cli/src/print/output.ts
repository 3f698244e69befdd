import { fstatSync, statSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import { createStyle, PLAIN_STYLE, type Style } from './style.ts';

// Standard output without process.stdout, as long as it is no terminal: what stands behind that takes as long to load as
// the rest of the command.

const STDOUT = 1;
const RETRY_MS = 5;
const terminal = findTerminal();

/** The style that suits standard output. */
export const outputStyle: Style = terminal === null ? PLAIN_STYLE : createStyle(terminal);

/** Writes to standard output. When nobody reads it any more, as in `handreel info FILE | head -1`, the command ends. */
export function writeOutput(data: string | Uint8Array): void {
	if (terminal !== null) terminal.write(data);
	else writeFully(typeof data === 'string' ? Buffer.from(data) : data);
}

/** Where a command tells what it did, and how. */
export interface Report {
	readonly style: Style;
	readonly say: (text: string) => void;
}

/** Standard output, or standard error when a result goes to standard output, since the two must not mix. */
export function openReport(isOutputTaken: boolean): Report {
	if (!isOutputTaken) return { style: outputStyle, say: writeOutput };
	return { style: createStyle(process.stderr), say: (text) => void process.stderr.write(text) };
}

function writeFully(bytes: Uint8Array): void {
	for (let at = 0; at < bytes.length; ) {
		try {
			at += writeSync(STDOUT, bytes, at);
		} catch (error) {
			// The other end is slow, and was set up not to be waited for.
			if ((error as NodeJS.ErrnoException).code === 'EAGAIN') {
				Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
			} else endWith(error as NodeJS.ErrnoException);
		}
	}
}

function endWith(error: NodeJS.ErrnoException): never {
	if (error.code === 'EPIPE') process.exit(0);
	process.stderr.write(`handreel: standard output: ${error.message}\n`);
	process.exit(1);
}

// A terminal is a character device, as is the one that swallows everything.
function findTerminal(): NodeJS.WriteStream | null {
	try {
		const stats = fstatSync(STDOUT);
		if (!stats.isCharacterDevice()) return null;
		if (process.platform !== 'win32' && stats.rdev === statSync(devNull).rdev) return null;
	} catch {
		// It is closed; writing says so.
		return null;
	}
	process.stdout.on('error', endWith);
	return process.stdout;
}
