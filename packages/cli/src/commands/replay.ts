import { readRecording } from '@handreel/core';
import type { RenderMode } from '@handreel/webxr';
import { type Command, InvalidArgumentError } from 'commander';
import { oneOf, parsePositive } from '../arguments.ts';
import { UsageError } from '../files/plan-outputs.ts';
import { checkFree, writeWhole } from '../files/write-file.ts';
import { loadAsBin } from '../formats/load-as-bin.ts';
import { describeError, errorText } from '../print/error-text.ts';
import { formatJson } from '../print/json.ts';
import { openReport, writeOutput } from '../print/output.ts';
import { printLosses } from '../print/print-losses.ts';
import { describeReplay, printReplay, type WrittenFile } from '../print/print-replay.ts';
import { formatForeign } from '../print/text.ts';
import { findEnd } from '../replay/find-end.ts';
import { resolvePageUrl } from '../replay/page-url.ts';
import { type ReplayPlan, type ReplayResult, runReplay } from '../replay/run-replay.ts';

interface ReplayCommandOptions {
	readonly url: string;
	readonly at?: string;
	readonly screenshot?: string;
	readonly video?: string;
	readonly events?: string;
	readonly fps?: number;
	readonly rate: number;
	readonly size?: readonly [width: number, height: number];
	readonly mode?: 'immersive-vr' | 'immersive-ar';
	readonly enter?: string;
	readonly render: RenderMode;
	readonly timeout: number;
	readonly chromium?: string;
	readonly insecure?: boolean;
	readonly force?: boolean;
	readonly quiet?: boolean;
	readonly json?: boolean;
}

const DEFAULT_FPS = 30;
const DEFAULT_SIZE = [1280, 720] as const;
const MAX_SIZE = 8192;
const INTERRUPTED = 130;

/** `handreel replay`. */
export function configureReplay(command: Command): void {
	command
		.description('Replays a recording into a WebXR page, frame by frame, in a browser without a window.')
		.argument('<file>', 'a recording, in any format that can be read, or -')
		.requiredOption('--url <address>', 'the page: http, https or file, or the path of an HTML file')
		.option('--at <when>', 'stop at this marker or time; default: the end of the recording')
		.option('--screenshot <file>', 'write a PNG picture of the page where it stops, or -')
		.option('--video <file>', 'write a WebM video of the page in recorded time, or -')
		.option('--events <file>', 'write the XR events as JSON, or -')
		.option('--fps <number>', `pictures per second of the video; default ${DEFAULT_FPS}`, parsePositive)
		.option('--rate <hz>', 'frames per second that the page sees', parsePositive, 60)
		.option('--size <size>', 'size of the page in pixels; default 1280x720', parseSize)
		.option(
			'--mode <mode>',
			'be a device that has only immersive-vr, or only immersive-ar',
			oneOf(['immersive-vr', 'immersive-ar']),
		)
		.option('--enter <selector>', 'click this to enter XR; default: the button of a known library')
		.option(
			'--render <which>',
			'frames to draw: none, last (where it stops) or all',
			oneOf(['none', 'last', 'all']),
			'last',
		)
		.option('--timeout <seconds>', 'how long the page may take for anything', parsePositive, 30)
		.option('--chromium <path>', 'the browser; default: an installed Chromium, Chrome or Edge')
		.option('--insecure', 'accept certificates of unknown origin, as development servers have')
		.option('--force', 'replace files that exist')
		.option('--quiet', 'say nothing but what goes wrong')
		.option('--json', 'print the report as JSON')
		.addHelpText(
			'after',
			`
Examples:
  handreel replay grab.bin --url http://localhost:5173
  handreel replay grab.bin --url http://localhost:5173 --at held --screenshot held.png
  handreel replay grab.bin --url dist/index.html --video grab.webm --size 640x360
  handreel replay grab.bin --url dist/index.html --events events.json --json | jq .error

The page needs to know nothing of it: navigator.xr, its clock and its animation frames are those
of the recording, so every run is the same. CSS animations are shown finished.

Events are a JSON array, in order: { type, time }, time in seconds of the recording; of
selectstart, select and selectend also side; of inputsourceschange added and removed (left,
right, gaze); of sessionstart mode.

HANDREEL_CHROMIUM names the browser as --chromium does. A page that starts no session, throws, ends
its session, goes elsewhere or hangs is a problem; then --events and --video hold what there was.

Exit code: 0 fine, 1 when the page failed or threw, or cannot be opened, 2 for wrong use.`,
		)
		.action(async (file: string, options: ReplayCommandOptions) => {
			process.exitCode = await replayFile(file, options);
		});
}

async function replayFile(file: string, options: ReplayCommandOptions): Promise<number> {
	const { quiet = false, json = false, force = false } = options;
	const url = resolvePageUrl(options.url);
	checkOptions(options);
	const outputs = listOutputs(options);
	for (const { path } of outputs) if (path !== '-') checkFree(path, force);
	const bytes = await loadBytes(file);
	const end = findEnd(readRecording(bytes), options.at);
	// Files are written in one go, so this leaves none behind that is unfinished; the browser ends with the process.
	const interrupt = (): never => {
		process.stderr.write('handreel: interrupted\n');
		process.exit(INTERRUPTED);
	};
	process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
	const result = await runReplay(createPlan(bytes, url, end, options), quiet || json).catch((error: unknown) => {
		if (json) writeOutput(formatJson({ file, url, error: describeError(error) }));
		throw error;
	});
	const written = writeOutputs(outputs, result, force);
	const { style, say } = openReport(outputs.some(({ path }) => path === '-'));
	if (json) say(formatJson(describeReplay(file, result, written)));
	else if (!quiet && result.mode !== null) say(`${printReplay(file, result, written, style).join('\n')}\n`);
	if (result.error !== null) process.stderr.write(`handreel: ${formatForeign(result.error, 400)}\n`);
	else if (result.pageErrors.length > 0 && (quiet || json)) {
		process.stderr.write(`handreel: the page threw: ${formatForeign(result.pageErrors[0] ?? '', 400)}\n`);
	}
	return result.error === null && result.pageErrors.length === 0 ? 0 : 1;
}

function createPlan(bytes: Uint8Array, url: string, end: number, options: ReplayCommandOptions): ReplayPlan {
	const { size, rate, render, timeout, mode, enter, chromium, fps, insecure = false } = options;
	const [width, height] = size ?? DEFAULT_SIZE;
	return {
		bytes,
		url,
		end,
		rate,
		render,
		width,
		height,
		timeout,
		isInsecure: insecure,
		hasScreenshot: options.screenshot !== undefined,
		...(mode === undefined ? {} : { mode }),
		...(enter === undefined ? {} : { enter }),
		...(chromium === undefined ? {} : { chromium }),
		...(options.video === undefined ? {} : { fps: fps ?? Math.min(DEFAULT_FPS, rate) }),
	};
}

interface Output {
	readonly kind: WrittenFile['kind'];
	readonly path: string;
}

function listOutputs(options: ReplayCommandOptions): Output[] {
	const kinds = ['screenshot', 'video', 'events'] as const;
	return kinds.flatMap((kind) => {
		const path = options[kind];
		return path === undefined ? [] : [{ kind, path }];
	});
}

// An option without effect is better refused than ignored.
function checkOptions(options: ReplayCommandOptions): void {
	const { screenshot, video, fps, rate, render, json } = options;
	const paths = listOutputs(options).map(({ path }) => path);
	if (new Set(paths).size < paths.length) throw new UsageError('two results would go to the same file');
	if (json && paths.includes('-')) throw new UsageError('--json and an output of - would both go to standard output');
	if (screenshot !== undefined && !/^-$|\.png$/i.test(screenshot)) {
		throw new UsageError(`--screenshot: pictures are PNG, so ${screenshot} should end in .png`);
	}
	if (video !== undefined && !/^-$|\.webm$/i.test(video)) {
		throw new UsageError(`--video: videos are WebM, so ${video} should end in .webm`);
	}
	if (fps !== undefined && video === undefined) throw new UsageError('--fps is for --video');
	if (fps !== undefined && fps > rate) throw new UsageError(`--fps: there are no more than ${rate} frames a second`);
	if (render === 'none' && (screenshot ?? video) !== undefined) {
		throw new UsageError('--render none leaves nothing to see for --screenshot and --video');
	}
}

async function loadBytes(file: string): Promise<Uint8Array> {
	const name = formatForeign(file, 400);
	try {
		const { bytes, losses } = await loadAsBin(file);
		readRecording(bytes);
		printLosses(losses.map(({ message, code }) => ({ path: file, text: `${message} (${code})` })));
		return bytes;
	} catch (error) {
		throw new Error(`${name}: ${errorText(error)}`, { cause: error });
	}
}

function parseSize(text: string): [width: number, height: number] {
	const [, width, height] = /^(\d+)x(\d+)$/i.exec(text) ?? [];
	const size: [number, number] = [Number(width), Number(height)];
	if (!size.every((value) => value >= 1 && value <= MAX_SIZE)) {
		throw new InvalidArgumentError(`It should be a width and a height up to ${MAX_SIZE}, such as 1280x720.`);
	}
	return size;
}

// Nothing is written if no session came about: then there is nothing to see.
function writeOutputs(outputs: readonly Output[], result: ReplayResult, force: boolean): WrittenFile[] {
	if (result.mode === null) return [];
	return outputs.flatMap(({ kind, path }) => {
		const bytes = {
			screenshot: result.screenshot,
			video: result.video?.bytes ?? null,
			events: Buffer.from(formatJson(result.events)),
		}[kind];
		if (bytes === null) return [];
		if (path === '-') writeOutput(bytes);
		else writeWhole(path, bytes, { force });
		return [{ kind, path, bytes: bytes.length }];
	});
}
