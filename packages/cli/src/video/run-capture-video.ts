import { statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { FORMATS, findFormatOfName, type WritableFormatName } from '@handreel/convert';
import { SIDES } from '@handreel/core';
import type { FitOptions } from '@handreel/landmarks';
import { formatTime } from '@handreel/text';
import { checkFree, writeWhole } from '../files/write-file.ts';
import { encodeOutput } from '../formats/encode-output.ts';
import { findWritable } from '../formats/find-format.ts';
import { UsageError } from '../print/errors.ts';
import { escapeText } from '../print/escape-text.ts';
import { formatJson, writeError, writeOutput } from '../print/output.ts';
import { createShareBar } from '../print/progress.ts';
import { installTracker, requireTracker } from '../tracker/install-tracker.ts';
import { describePackages } from '../tracker/packages.ts';
import { findCacheFolder, findTracker } from '../tracker/tracker-files.ts';
import { type RecordedVideo, recordVideo } from './record-video.ts';

/** What to record of a video, and where to put it. */
export interface CaptureVideoPlan {
	/** `null` only installs the tracker. */
	readonly video: string | null;
	/** Default: the name of the video, in `folder`. */
	readonly output: string | null;
	readonly folder: string;
	/** The format of a file that is not named. */
	readonly format: WritableFormatName;
	readonly isInstalling: boolean;
	readonly fit: FitOptions;
	readonly chromium: string | undefined;
	readonly isForced: boolean;
	readonly isJson: boolean;
}

/** What shells add to the number of a signal. */
const SIGNALED = 128;
/** The share of frames with an advice above which it is printed. */
const FREQUENT = 0.1;

/** Installs the tracker or records a video, prints what happened, and returns the exit code. */
export async function runCaptureVideo(plan: CaptureVideoPlan): Promise<number> {
	const { video, output, isForced, isJson } = plan;
	const cache = findCacheFolder(process.platform, process.env);
	if (video === null && output !== null) throw new UsageError(`${output}: an output needs --video`);
	const [path, to] = video === null ? ['', plan.format] : choosePath(video, plan);
	if (video !== null) {
		if (!statSync(video, { throwIfNoEntry: false })?.isFile()) throw new Error(`${video}: there is no such file`);
		checkFree(path, isForced);
	}
	if (plan.isInstalling) {
		if (findTracker(cache) === null) writeError(`Installing ${describePackages()} into ${cache} …`);
		const tracker = installTracker(cache);
		if (isJson) writeOutput(formatJson({ event: 'installed', folder: tracker }, 0));
		else if (video === null) writeOutput(`The hand tracker is installed: ${tracker}\n`);
	}
	if (video === null) return 0;
	const tracker = requireTracker(cache);
	// Leaves no unfinished files, because the file is written completely at the end. The browser ends with the process.
	const interrupt = (_: NodeJS.Signals, number: number): never => {
		writeError('handreel: interrupted');
		process.exit(SIGNALED + number);
	};
	process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
	if (isJson) writeOutput(formatJson({ event: 'recording', video, path }, 0));
	const bar = createShareBar(process.stderr, 'of the video');
	const { fit, chromium } = plan;
	const result = await recordVideo({ video, tracker, fit, chromium, onProgress: bar.show }).finally(bar.end);
	const encoded = await encodeOutput(result.recording, { to, options: {}, name: basename(path), force: isForced });
	await writeWhole(path, encoded.bytes, { force: isForced });
	report(path, result, isJson);
	for (const { message, code } of encoded.issues) writeError(`${path}: ${message} (${code})`);
	return 0;
}

function choosePath(
	video: string,
	{ output, folder, format }: CaptureVideoPlan,
): [path: string, to: WritableFormatName] {
	if (output === null) {
		const [extension = ''] = FORMATS.find(({ name }) => name === format)?.extensions ?? [];
		return [join(folder, basename(video, extname(video)) + extension), format];
	}
	const named = findWritable(findFormatOfName(output)?.name ?? '');
	if (named === null) throw new UsageError(`${output}: the extension names no format that can be written`);
	return [output, named.name];
}

function report(path: string, result: RecordedVideo, isJson: boolean): void {
	const { recording, frames, tracked, advice, refused, video } = result;
	for (const address of refused)
		writeError(`handreel: the hand tracker asked for ${escapeText(address, 200)} and did not get it`);
	if (isJson) {
		const { duration } = recording;
		const facts = { path, frames, duration, tracked, advice: Object.fromEntries(advice), refused };
		writeOutput(formatJson({ event: 'saved', ...facts, video }, 0));
		return;
	}
	const share = (count: number): string => `${Math.round((100 * count) / Math.max(1, frames))} %`;
	const hands = SIDES.map((side) => `${side} hand in ${share(tracked[side])}`).join(', ');
	writeOutput(`Saved ${path} (${formatTime(recording.duration, 1)}, ${frames} frames; ${hands})\n`);
	for (const [text, count] of advice)
		if (count > FREQUENT * frames) writeOutput(`  in ${share(count)} of the frames: ${text}\n`);
	if (tracked.left + tracked.right === 0)
		writeOutput('  no hands were found: show them whole, well lit and not too far away\n');
}
