import { fstatSync, statSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import { escapeControls, escapeJson } from './escape-text.ts';
import { applyLook, createStyle, findLook, finishText, type Look, PLAIN_LOOK, type Style } from './style.ts';

// All texts of the command reach standard output and standard error here, without control characters: names, cells and
// messages come from files of strangers. Only progress bars write to the terminal themselves.
//
// Writes to standard output without process.stdout unless it is a terminal: loading the stream takes as long as the rest
// of the command.

const STDOUT = 1;
const RETRY_MS = 5;
const terminal = findTerminal();

/** The look and the style of standard output. */
export const outputLook: Look = terminal === null ? PLAIN_LOOK : findLook(terminal);
export const outputStyle: Style = applyLook(outputLook);

/** Writes a text to standard output. Exits if the reader has closed it, as in `handreel info FILE | head -1`. */
export function writeOutput(text: string): void {
	flushOutput();
	writeNow(finishText(text));
}

/** Writes a result to standard output, unchanged for programs and files. In a terminal, control characters are escaped. */
export function writeData(data: string | Uint8Array): void {
	flushOutput();
	if (terminal === null) writeNow(data);
	else writeNow(escapeControls(typeof data === 'string' ? data : new TextDecoder().decode(data)));
}

/** Longer messages are cut: a message may quote a file. */
const MAX_MESSAGE = 4000;

/** Writes a message to standard error. Its second line and all others are indented, so that none passes for another message. */
export function writeError(message: string, paint: (text: string) => string = (text) => text): void {
	flushOutput();
	const text = message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message;
	process.stderr.write(`${finishText(paint(text.replaceAll('\n', '\n  ')))}\n`);
}

/** Replaces the last lines of a terminal by the text that follows. */
export function eraseLines(count: number): void {
	if (terminal !== null && count > 0) writeNow(`\u001b[${count}A\u001b[0J`);
}

function writeNow(data: string | Uint8Array): void {
	if (terminal !== null) terminal.write(data);
	else writeFully(typeof data === 'string' ? Buffer.from(data) : data);
}

/** Characters that are written together. */
const MAX_WAITING = 65_536;
let waiting = '';

/**
 * Writes to standard output, together with texts that follow at once: a system call per result would take a good part of
 * the time of thousands of small results.
 */
export function writeSoon(text: string): void {
	if (waiting === '') {
		setImmediate(flushOutput);
		process.once('exit', flushOutput);
	}
	waiting += text;
	if (waiting.length > MAX_WAITING) flushOutput();
}

/** Writes the texts that wait. */
export function flushOutput(): void {
	if (waiting === '') return;
	const text = waiting;
	waiting = '';
	process.off('exit', flushOutput);
	writeNow(finishText(text));
}

/** A value as JSON. Infinity and NaN, which recordings may contain, become strings. */
export function formatJson(value: unknown, indent = 2): string {
	// A function that looks at every value makes JSON.stringify several times slower.
	if (!hasNonFinite(value)) return `${escapeJson(JSON.stringify(value, null, indent))}\n`;
	const replace = (_: string, item: unknown): unknown =>
		typeof item === 'number' && !Number.isFinite(item) ? String(item) : item;
	return `${escapeJson(JSON.stringify(value, replace, indent))}\n`;
}

function hasNonFinite(value: unknown): boolean {
	if (typeof value === 'number') return !Number.isFinite(value);
	if (typeof value !== 'object' || value === null) return false;
	for (const name in value) if (hasNonFinite((value as Readonly<Record<string, unknown>>)[name])) return true;
	return false;
}

/** Where a command prints its report. */
export interface Report {
	readonly style: Style;
	readonly say: (text: string) => void;
}

/** Standard output, or standard error if a result goes to standard output. */
export function openReport(isOutputTaken: boolean): Report {
	if (!isOutputTaken) return { style: outputStyle, say: writeOutput };
	return { style: createStyle(process.stderr), say: (text) => void process.stderr.write(finishText(text)) };
}

function writeFully(bytes: Uint8Array): void {
	for (let at = 0; at < bytes.length; ) {
		try {
			at += writeSync(STDOUT, bytes, at);
		} catch (error) {
			// The pipe is non-blocking and full.
			if ((error as NodeJS.ErrnoException).code === 'EAGAIN') {
				Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
			} else endWith(error as NodeJS.ErrnoException);
		}
	}
}

function endWith(error: NodeJS.ErrnoException): never {
	if (error.code === 'EPIPE') process.exit(0);
	process.stderr.write(`handreel: standard output: ${escapeControls(error.message)}\n`);
	process.exit(1);
}

// A terminal is a character device, but so is /dev/null.
function findTerminal(): NodeJS.WriteStream | null {
	try {
		const stats = fstatSync(STDOUT);
		if (!stats.isCharacterDevice()) return null;
		if (process.platform !== 'win32' && stats.rdev === statSync(devNull).rdev) return null;
	} catch {
		// Standard output is closed; writing to it reports the error.
		return null;
	}
	process.stdout.on('error', endWith);
	return process.stdout;
}
