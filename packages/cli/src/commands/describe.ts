import { decodeRecording } from '@handreel/convert';
import { REPLAY_DEFAULTS } from '@handreel/webxr';
import { describeRecording } from '../describe/describe-recording.ts';
import type { DescribedPage } from '../describe/run-describe.ts';
import { readBytes } from '../files/read-file.ts';
import { checkFree, writeWhole } from '../files/write-file.ts';
import { printReadIssues } from '../formats/read-input.ts';
import { errorText, UsageError } from '../print/errors.ts';
import { escapeText } from '../print/escape-text.ts';
import { formatJson, writeError, writeOutput } from '../print/output.ts';
import { findEnd, type StopPoint } from '../replay/find-end.ts';
import { resolvePageUrl } from '../replay/open-page.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { parsePositive, parseStopPoint } from './parse-arguments.ts';

interface DescribeCommandOptions {
	readonly url?: string;
	readonly test?: string;
	readonly at?: StopPoint;
	readonly enter?: string;
	readonly timeout?: number;
	readonly chromium?: string;
	readonly insecure?: boolean;
	readonly force?: boolean;
	readonly json?: boolean;
}

/** Seconds: the time limit of each operation of a page. */
export const DESCRIBE_TIMEOUT = 30;

/** `handreel describe`. */
export const describe: CommandDefinition = {
	configure: (command) => {
		command
			.description('Describe in words what happens in a recording, or in a page into which it is replayed.')
			.argument('<file>', 'a recording in any readable format, or - for standard input')
			.option('--url <url>', 'replay into this WebXR page and report what happens to its objects')
			.option('--test <file>', 'write a Playwright test (.ts) of it; needs --url')
			.option('--at <point>', 'stop at this marker or time (default: the end of the recording)', parseStopPoint)
			.option('--enter <selector>', 'element to click to enter XR (default: the button of a known library)')
			.option(
				'--timeout <seconds>',
				`time limit of each operation of the page (default: ${DESCRIBE_TIMEOUT})`,
				parsePositive,
			)
			.option('--chromium <path>', 'browser to use (default: an installed Chromium, Chrome or Edge)')
			.option('--insecure', 'accept self-signed certificates, for example of development servers')
			.option('-f, --force', 'overwrite existing files')
			.option('--json', 'print the description as JSON')
			.addHelpText(
				'after',
				formatExamples(
					[
						'handreel describe session.bin',
						'handreel describe session.bin --url http://localhost:5173',
						'handreel describe session.bin --url http://localhost:5173 --test tests/session.spec.ts',
					],
					`Without --url: reaches, pinches and pressed buttons, pauses and markers, in the order of time.
With --url: which objects of three.js, A-Frame, Babylon.js or PlayCanvas are held, from when to
when, how far they move and near what they are left; and which objects appear, disappear or change
their color. An object is held if it moves rigidly with a hand or controller that pinches or
presses. Objects are looked at 30 times a second.

--test writes a test for @handreel/playwright in which hands do the same by script: reach, pinch,
move, release. It is tried in the page first. If an object then ends elsewhere than in the
recording, the test replays the recording and checks where held objects are before and after.

Exit codes: 0 success, 1 the page failed or the file could not be read, 2 usage error.`,
				),
			)
			.action(async (file: string, options: DescribeCommandOptions) => {
				process.exitCode = await describeFile(file, options);
			});
	},
};

async function describeFile(file: string, options: DescribeCommandOptions): Promise<number> {
	const { url, test, force = false, json = false } = options;
	for (const name of ['test', 'enter', 'timeout', 'chromium', 'insecure'] as const) {
		if (url === undefined && options[name] !== undefined) throw new UsageError(`--${name} needs --url`);
	}
	if (test !== undefined) {
		if (!/\.[mc]?[jt]s$/.test(test)) throw new UsageError(`--test: ${test} must end in .ts or .js`);
		if (file === '-') throw new UsageError('--test needs a file that the test can replay');
		checkFree(test, force);
	}
	const address = url === undefined ? null : resolvePageUrl(url);
	let bytes: Uint8Array;
	let lines: readonly { readonly time: number; readonly text: string }[];
	let end: number;
	try {
		bytes = await readBytes(file);
		const { recording, issues } = await decodeRecording(bytes, { keep: true });
		printReadIssues(file, issues);
		end = findEnd(recording, options.at);
		lines = address === null ? describeRecording(recording).filter(({ time }) => time <= end) : [];
	} catch (error) {
		if (error instanceof UsageError) throw error;
		throw new Error(`${escapeText(file, 400)}: ${errorText(error)}`, { cause: error });
	}
	let page: DescribedPage | null = null;
	if (address !== null) {
		const { runDescribe } = await import('../describe/run-describe.ts');
		page = await runDescribe({
			file,
			bytes,
			url: address,
			end,
			frameRate: REPLAY_DEFAULTS.frameRate,
			timeout: options.timeout ?? DESCRIBE_TIMEOUT,
			isInsecure: options.insecure ?? false,
			enter: options.enter,
			chromium: options.chromium,
			test,
			testUrl: url ?? address,
		});
		lines = page.lines;
		if (test !== undefined) await writeWhole(test, Buffer.from(page.test), { force });
	}
	if (json) writeOutput(formatJson({ file, url, events: page?.events ?? lines }));
	else if (lines.length === 0) writeOutput(`${escapeText(file, 400)}: nothing happens\n`);
	else
		for (const { time, text } of lines)
			writeOutput(`${`${time.toFixed(2)} s`.padStart(9)}  ${escapeText(text, 400)}\n`);
	for (const text of page?.notes ?? []) writeError(`handreel: ${escapeText(text, 400)}`);
	return 0;
}
