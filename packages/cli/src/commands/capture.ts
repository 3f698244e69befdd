import { COUNTDOWN_DEFAULT, TAKE_STORE_DEFAULTS } from '@handreel/capture';
import { FORMATS, type WritableFormatName } from '@handreel/convert';
import { readOptions } from '@handreel/core/internal';
import { type CameraPlace, FIT_OPTIONS } from '@handreel/landmarks';
import { InvalidArgumentError } from 'commander';
import { runCapture } from '../capture/run-capture.ts';
import { UsageError } from '../print/errors.ts';
import { describePackages } from '../tracker/packages.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { addOptionFlags } from './option-flags.ts';
import { CAPTURE_PORT, oneOf, parsePort, parseUrl } from './parse-arguments.ts';

interface CaptureCommandOptions {
	readonly out: string;
	readonly name: string;
	readonly to: WritableFormatName;
	readonly lan?: boolean;
	readonly port: number;
	readonly url?: URL;
	readonly prompt?: readonly string[];
	readonly countdown: number;
	readonly allowOrigin?: readonly string[];
	readonly json?: boolean;
	readonly video?: string;
	readonly install?: boolean;
	readonly chromium?: string;
	readonly force?: boolean;
	readonly handLength?: number;
	readonly fieldOfView?: number;
	readonly camera?: CameraPlace;
	readonly unsmoothed?: boolean;
}

/** The defaults of `handreel capture`. */
export const CAPTURE_COMMAND_DEFAULTS = { out: '.', port: CAPTURE_PORT } as const;

const WRITABLE = FORMATS.filter(({ writes }) => writes).map(({ name }) => name as WritableFormatName);
const MAX_COUNTDOWN = 60;

/** `handreel capture`. */
export const capture: CommandDefinition = {
	configure: (command) => {
		const { out, port } = CAPTURE_COMMAND_DEFAULTS;
		addOptionFlags(command, FIT_OPTIONS)
			.description(
				'Record any headset with a WebXR browser, or the hands in a video. Serves a page that records and sends takes to this machine.',
			)
			.argument('[output]', 'file for the hands in a video (default: its name with .reel, in the folder for takes)')
			.option('--out <path>', 'folder for takes', out)
			.option('--name <name>', 'takes are called NAME-001, NAME-002, …', TAKE_STORE_DEFAULTS.name)
			.option('--to <format>', `format of takes: ${WRITABLE.join(', ')}`, oneOf(WRITABLE), TAKE_STORE_DEFAULTS.format)
			.option('--lan', 'serve the local network over HTTPS (default: this machine and headsets on a cable)')
			.option('--port <number>', 'port to listen on', parsePort, port)
			.option('--url <url>', 'record the pages of this development server instead of the capture page', parseUrl)
			.option('--prompt <text>', 'instruction for the person in the headset; repeat for several steps', collect)
			.option('--countdown <seconds>', 'seconds before a take starts', parseCountdown, COUNTDOWN_DEFAULT)
			.option('--allow-origin <origin>', 'other origin whose pages may send takes; repeatable', collectOrigin)
			.option('--json', 'print one JSON object per event')
			.option('--video <file>', 'record the hands in this video instead of a headset')
			.option('--install', `install the hand tracker for videos from npm: ${describePackages()}`)
			.option('--chromium <path>', 'browser for videos (default: an installed Chromium, Chrome or Edge)')
			.option('-f, --force', 'overwrite an existing file')
			.addHelpText(
				'after',
				formatExamples(
					[
						'handreel capture --out takes --name grab',
						'handreel capture --lan --prompt "Reach for the cup" --prompt "Put it down"',
						'handreel capture --url http://localhost:5173',
						'handreel capture --install',
						'handreel capture --video clip.mp4 hands.reel --hand-length 0.18',
					],
					`By cable: if adb is on the PATH and a headset is attached, its port is forwarded and the page is
opened. The address localhost is a secure context, so no certificate is needed.

--lan makes a certificate for the addresses of this machine and keeps it. The headset warns about it
once. Clients need the QR code or the six-digit code. After ten wrong codes, from all clients
together, codes are refused until you press c for a new one.

A take is written to NAME-001.ID.hrj while it is recorded and becomes NAME-001.reel at its end. The
page keeps a copy until then: after a lost connection, or if this command is killed, start it again
with the same --port and --out, and the take continues.

The printed address of the studio shows takes while they are recorded, for any number of viewers.

--video records hands without a headset, frame by frame at the times of the video; the same video
yields the same file. Such hands are good enough to try, test and show, not to measure people.
Measure the hand once: its length decides how far away it is. Nothing is installed without
--install, and no picture leaves this machine.

In a terminal: r record, s stop, m marker, c new code (with --lan), q quit.

Exit codes: 0 stopped or recorded, 1 the port or the folder is in use, a file cannot be written
or a video cannot be read, 2 usage error.`,
				),
			)
			.action(async (output: string | undefined, options: CaptureCommandOptions) => {
				if (options.video !== undefined || options.install) {
					process.exit(await captureVideo(output, options));
				}
				if (output !== undefined) throw new UsageError(`${output}: an output needs --video; takes go to --out`);
				const { out: folder, name, to, lan = false, url, countdown, json = false } = options;
				if (!/^[\p{L}\p{N}_][^/\\:*?"<>|\p{Cc}]{0,99}$/u.test(name))
					throw new UsageError(`--name: '${name}' is not the start of a file name`);
				await runCapture({
					folder,
					name,
					format: to,
					isLan: lan,
					port: options.port,
					proxy: url ?? null,
					prompts: options.prompt ?? [],
					countdown,
					origins: options.allowOrigin ?? [],
					isJson: json,
				});
				process.exit(0);
			});
	},
};

// Loaded only for videos.
async function captureVideo(output: string | undefined, options: CaptureCommandOptions): Promise<number> {
	const { runCaptureVideo } = await import('../video/run-capture-video.ts');
	const { video = null, install = false, out, to, chromium, force = false, json = false } = options;
	const { handLength, fieldOfView, camera, unsmoothed } = options;
	const fit = readOptions(FIT_OPTIONS, { handLength, fieldOfView, camera, unsmoothed });
	return await runCaptureVideo({
		video,
		output: output ?? null,
		folder: out,
		format: to,
		isInstalling: install,
		fit,
		chromium,
		isForced: force,
		isJson: json,
	});
}

function collect(text: string, list: readonly string[] = []): readonly string[] {
	if (text.trim() === '') throw new InvalidArgumentError('Must not be empty.');
	return [...list, text.trim()];
}

function collectOrigin(text: string, list: readonly string[] = []): readonly string[] {
	return [...list, parseUrl(text).origin];
}

function parseCountdown(text: string): number {
	const seconds = Number(text);
	if (text.trim() === '' || !(seconds >= 0 && seconds <= MAX_COUNTDOWN))
		throw new InvalidArgumentError(`Must be a number from 0 to ${MAX_COUNTDOWN}.`);
	return seconds;
}
