import { decodeRecording } from '@handreel/convert';
import type { Recording } from '@handreel/core';
import { encodeReel } from '@handreel/core/reel';
import { DEVICE_PRESETS, type DeviceName, REPLAY_DEFAULTS, type RenderMode } from '@handreel/webxr';
import { InvalidArgumentError } from 'commander';
import { readBytes } from '../files/read-file.ts';
import { checkFree, writeWhole } from '../files/write-file.ts';
import { printReadIssues } from '../formats/read-input.ts';
import { describeError, errorText, UsageError } from '../print/errors.ts';
import { escapeText } from '../print/escape-text.ts';
import { formatJson, openReport, writeData, writeError, writeOutput } from '../print/output.ts';
import { findEnd, type StopPoint } from '../replay/find-end.ts';
import { resolvePageUrl } from '../replay/open-page.ts';
import { describeReplay, printReplay, type WrittenFile } from '../replay/print-replay.ts';
import { type ReplayPlan, type ReplayResult, runReplay } from '../replay/run-replay.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { oneOf, parsePositive, parseStopPoint } from './parse-arguments.ts';

interface ReplayCommandOptions {
	readonly url: string;
	readonly at?: StopPoint;
	readonly screenshot?: string;
	readonly video?: string;
	readonly events?: string;
	readonly trace?: string;
	readonly device?: DeviceName;
	readonly videoFrameRate?: number;
	readonly frameRate?: number;
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

/** The defaults of `handreel replay`. */
export const REPLAY_COMMAND_DEFAULTS = {
	frameRate: REPLAY_DEFAULTS.frameRate,
	/** Unless the page has fewer frames per second. */
	videoFrameRate: 30,
	size: [1280, 720],
	render: 'last',
	timeout: 30,
} as const;

const DEVICES = Object.keys(DEVICE_PRESETS) as DeviceName[];
const MAX_SIZE = 8192;
/** What shells add to the number of a signal. */
const SIGNALED = 128;

/** `handreel replay`. */
export const replay: CommandDefinition = {
	configure: (command) => {
		const { frameRate, videoFrameRate, size, render, timeout } = REPLAY_COMMAND_DEFAULTS;
		command
			.description('Replay a recording into a WebXR page in a headless browser, frame by frame.')
			.argument('<file>', 'a recording in any readable format, or - for standard input')
			.requiredOption('--url <url>', 'http, https or file URL of the page, or the path of an HTML file')
			.option('--at <point>', 'stop at this marker or time (default: the end of the recording)', parseStopPoint)
			.option('--screenshot <file>', 'write a screenshot of the last frame as PNG; - for standard output')
			.option('--video <file>', 'write a video as WebM; - for standard output')
			.option('--events <file>', 'write XR events as JSON; - for standard output')
			.option('--trace <file>', 'write what the page saw as a recording (.reel); - for standard output')
			.option('--device <name>', `headset to imitate: ${DEVICES.join(', ')}`, oneOf(DEVICES))
			.option('--frame-rate <hz>', `XR frames per second (default: ${frameRate}, or those of --device)`, parsePositive)
			.option('--video-frame-rate <hz>', `frames per second of the video (default: ${videoFrameRate})`, parsePositive)
			.option('--size <size>', `size of the page in pixels (default: ${size.join('x')})`, parseSize)
			.option(
				'--mode <mode>',
				'support only immersive-vr or only immersive-ar (default: both)',
				oneOf(['immersive-vr', 'immersive-ar']),
			)
			.option('--enter <selector>', 'element to click to enter XR (default: the button of a known library)')
			.option('--render <frames>', 'frames to render: none, last or all', oneOf(['none', 'last', 'all']), render)
			.option('--timeout <seconds>', 'time limit of each operation of the page', parsePositive, timeout)
			.option('--chromium <path>', 'browser to use (default: an installed Chromium, Chrome or Edge)')
			.option('--insecure', 'accept self-signed certificates, for example of development servers')
			.option('-f, --force', 'overwrite existing files')
			.option('-q, --quiet', 'print errors only')
			.option('--json', 'print the report as JSON')
			.addHelpText(
				'after',
				formatExamples(
					[
						'handreel replay grab.bin --url http://localhost:5173',
						'handreel replay grab.bin --url http://localhost:5173 --at held --screenshot held.png',
						'handreel replay grab.bin --url dist/index.html --video grab.webm --size 640x360',
						'handreel replay grab.bin --url dist/index.html --events events.json --json | jq .error',
						'handreel replay grab.bin --url dist/index.html --device quest-3 --trace seen.reel',
					],
					`The folder of a page that is a file is served to the browser, without hidden files; the page can
read no other files. Pages run in Chromium's sandbox, unless you are root or the system has none.

The page needs no changes. navigator.xr, the clock and animation frames follow the recording, so
every run is the same. CSS animations are shown in their final state.

--events writes a JSON array of { type, time } in order, with time in seconds of the recording.
selectstart, select and selectend, and the same with squeeze, also have side. inputsourceschange
has added and removed (left, right, gaze), sessionstart has mode.

--trace writes the poses and inputs of every frame that the page ran, and its events, console
messages and uncaught errors as tracks. The studio opens it, like any recording.

--device sets the frame rate, session modes, features, field of view, blend mode and profiles of a
headset. On vision-pro, pinches select with a transient pointer along the gaze.

The environment variable HANDREEL_CHROMIUM has the same effect as --chromium.

If the page starts no session, throws, ends its session, navigates away or hangs, the replay fails.
--events, --trace and --video then contain everything up to that point.

Exit codes: 0 success, 1 the page failed, threw or could not be opened, 2 usage error.`,
				),
			)
			.action(async (file: string, options: ReplayCommandOptions) => {
				process.exitCode = await replayFile(file, options);
			});
	},
};

async function replayFile(file: string, options: ReplayCommandOptions): Promise<number> {
	const { quiet = false, json = false, force = false } = options;
	const url = resolvePageUrl(options.url);
	checkOptions(options);
	const outputs = listOutputs(options);
	for (const { path } of outputs) if (path !== '-') checkFree(path, force);
	const { bytes, recording } = await readSource(file);
	const end = findEnd(recording, options.at);
	// Leaves no unfinished files, because files are written completely at the end. The browser ends with the process.
	const interrupt = (_: NodeJS.Signals, number: number): never => {
		writeError('handreel: interrupted');
		process.exit(SIGNALED + number);
	};
	process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
	const result = await runReplay(createPlan(bytes, url, end, options), quiet || json).catch((error: unknown) => {
		if (json) writeOutput(formatJson({ file, url, error: describeError(error) }));
		throw error;
	});
	const written = await writeOutputs(outputs, result, force);
	const { style, say } = openReport(outputs.some(({ path }) => path === '-'));
	if (json) say(formatJson(describeReplay(file, result, written)));
	else if (!quiet && result.mode !== null) say(`${printReplay(file, result, written, style).join('\n')}\n`);
	if (result.error !== null) writeError(`handreel: ${escapeText(result.error, 400)}`);
	else if (result.pageErrors.length > 0 && (quiet || json)) {
		writeError(`handreel: uncaught error in the page: ${escapeText(result.pageErrors[0] ?? '', 400)}`);
	}
	return result.error === null && result.pageErrors.length === 0 ? 0 : 1;
}

function createPlan(bytes: Uint8Array, url: string, end: number, options: ReplayCommandOptions): ReplayPlan {
	const { size, render, timeout, mode, enter, chromium, videoFrameRate, device, insecure = false } = options;
	const frameRate = findFrameRate(options);
	const [width, height] = size ?? REPLAY_COMMAND_DEFAULTS.size;
	return {
		bytes,
		url,
		end,
		frameRate,
		render,
		width,
		height,
		timeout,
		isInsecure: insecure,
		hasScreenshot: options.screenshot !== undefined,
		hasTrace: options.trace !== undefined,
		device,
		mode,
		enter,
		chromium,
		videoFrameRate:
			options.video === undefined
				? undefined
				: (videoFrameRate ?? Math.min(REPLAY_COMMAND_DEFAULTS.videoFrameRate, frameRate)),
	};
}

function findFrameRate({ frameRate, device }: ReplayCommandOptions): number {
	const preset = device === undefined ? undefined : DEVICE_PRESETS[device].frameRate;
	return frameRate ?? preset ?? REPLAY_COMMAND_DEFAULTS.frameRate;
}

interface Output {
	readonly kind: WrittenFile['kind'];
	readonly path: string;
}

function listOutputs(options: ReplayCommandOptions): Output[] {
	const kinds = ['screenshot', 'video', 'events', 'trace'] as const;
	return kinds.flatMap((kind) => {
		const path = options[kind];
		return path === undefined ? [] : [{ kind, path }];
	});
}

// Refuses options that would have no effect.
function checkOptions(options: ReplayCommandOptions): void {
	const { screenshot, video, trace, videoFrameRate, render, json } = options;
	const frameRate = findFrameRate(options);
	const paths = listOutputs(options).map(({ path }) => path);
	if (new Set(paths).size < paths.length) throw new UsageError('two outputs have the same path');
	if (json && paths.includes('-'))
		throw new UsageError('--json and the output - both use standard output; write to a file instead');
	if (screenshot !== undefined && !/^-$|\.png$/i.test(screenshot)) {
		throw new UsageError(`--screenshot: ${screenshot} must end in .png`);
	}
	if (video !== undefined && !/^-$|\.webm$/i.test(video)) {
		throw new UsageError(`--video: ${video} must end in .webm`);
	}
	if (trace !== undefined && !/^-$|\.reel$/i.test(trace)) {
		throw new UsageError(`--trace: ${trace} must end in .reel`);
	}
	if (videoFrameRate !== undefined && video === undefined) throw new UsageError('--video-frame-rate needs --video');
	if (videoFrameRate !== undefined && videoFrameRate > frameRate) {
		throw new UsageError(`--video-frame-rate must not be greater than --frame-rate (${frameRate})`);
	}
	if (render === 'none' && (screenshot ?? video) !== undefined) {
		throw new UsageError('--screenshot and --video need --render last or --render all');
	}
}

async function readSource(file: string): Promise<{ bytes: Uint8Array; recording: Recording }> {
	try {
		const bytes = await readBytes(file);
		const { recording, issues } = await decodeRecording(bytes, { keep: true });
		printReadIssues(file, issues);
		return { bytes, recording };
	} catch (error) {
		throw new Error(`${escapeText(file, 400)}: ${errorText(error)}`, { cause: error });
	}
}

function parseSize(text: string): [width: number, height: number] {
	const [, width, height] = /^(\d+)x(\d+)$/i.exec(text) ?? [];
	const size: [number, number] = [Number(width), Number(height)];
	if (!size.every((value) => value >= 1 && value <= MAX_SIZE)) {
		throw new InvalidArgumentError(
			`Must be a width and a height up to ${MAX_SIZE}, for example ${REPLAY_COMMAND_DEFAULTS.size.join('x')}.`,
		);
	}
	return size;
}

// Writes nothing if the page started no session.
async function writeOutputs(outputs: readonly Output[], result: ReplayResult, force: boolean): Promise<WrittenFile[]> {
	const written: WrittenFile[] = [];
	if (result.mode === null) return written;
	for (const { kind, path } of outputs) {
		const bytes = {
			screenshot: result.screenshot,
			video: result.video?.bytes ?? null,
			events: Buffer.from(formatJson(result.events)),
			trace: result.trace === null ? null : encodeReel(result.trace),
		}[kind];
		if (bytes === null) continue;
		if (path === '-') writeData(bytes);
		else await writeWhole(path, bytes, { force });
		written.push({ kind, path, bytes: bytes.length });
	}
	return written;
}
