import { formatBytes, formatPlural, formatSeconds } from '@handreel/text';
import { escapeText } from '../print/escape-text.ts';
import type { Style } from '../print/style.ts';
import type { ReplayResult } from './run-replay.ts';

/** A file that a replay wrote. */
export interface WrittenFile {
	readonly kind: 'screenshot' | 'video' | 'events' | 'trace';
	/** `-` is standard output. */
	readonly path: string;
	readonly bytes: number;
}

const LABEL_WIDTH = 12;
const MAX_MESSAGES = 5;

/** The report of a replay for `--json`. */
export function describeReplay(file: string, result: ReplayResult, written: readonly WrittenFile[]): unknown {
	const { url, title, browser, mode, time, frames, pageErrors, consoleErrors, video, error } = result;
	return {
		file,
		url,
		title,
		browser,
		mode,
		time,
		frames,
		events: countEvents(result),
		pageErrors,
		consoleErrors,
		video: video === null ? undefined : { codec: video.codec, frames: video.frames, duration: video.duration },
		written,
		error: error === null ? null : { message: error },
	};
}

/** The lines that `handreel replay` prints. */
export function printReplay(
	file: string,
	result: ReplayResult,
	written: readonly WrittenFile[],
	style: Style,
): string[] {
	const { url, title, mode, time, frames, pageErrors, consoleErrors } = result;
	const label = (name: string, value: string): string => `  ${style.dim(name.padEnd(LABEL_WIDTH))}${value}`;
	const name = file === '-' ? 'standard input' : escapeText(file, 400);
	const counts = Object.entries(countEvents(result)).map(([type, count]) => `${count} ${type}`);
	return [
		style.heading(escapeText(title === '' ? url : title)),
		'',
		...(title === '' ? [] : [label('Page', escapeText(url, 400))]),
		label('Browser', `Chromium ${result.browser}`),
		label('Session', mode ?? style.bad('none')),
		label('Replayed', `${style.strong(formatSeconds(time))} of ${name}, ${formatPlural(frames, 'frame')}`),
		label('Events', counts.join(', ') || 'none'),
		...listMessages('Page errors', pageErrors, label, style.bad),
		...listMessages('Console', consoleErrors, label, style.warn),
		...written.map((entry) => writtenLine(entry, result, style)),
	];
}

function countEvents({ events }: ReplayResult): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { type } of events) counts[type] = (counts[type] ?? 0) + 1;
	return counts;
}

function listMessages(
	name: string,
	messages: readonly string[],
	label: (name: string, value: string) => string,
	paint: (text: string) => string,
): string[] {
	const shown = messages.slice(0, MAX_MESSAGES).map((text) => paint(escapeText(text, 200)));
	if (messages.length > MAX_MESSAGES)
		shown.push(`… and ${messages.length - MAX_MESSAGES} more; use --json to list all`);
	return shown.map((text, i) => label(i === 0 ? name : '', text));
}

function writtenLine({ kind, path, bytes }: WrittenFile, { video, events, trace }: ReplayResult, style: Style): string {
	const facts = {
		screenshot: 'PNG',
		video:
			video === null ? '' : `${formatSeconds(video.duration)}, ${formatPlural(video.frames, 'frame')}, ${video.codec}`,
		events: formatPlural(events.length, 'event'),
		trace: trace === null ? '' : `trace of ${formatSeconds(trace.duration)}`,
	}[kind];
	return `${style.strong(path === '-' ? 'standard output' : escapeText(path, 400))}  ${facts}, ${formatBytes(bytes)}`;
}
