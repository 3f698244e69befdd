import { encodeRecordingChunks } from '@handreel/convert';
import {
	createFrameSample,
	createSampler,
	type FrameSample,
	type HandSample,
	JOINT_NAMES,
	listFrameTimes,
	POSE_STRIDE,
	type Recording,
	type SampleOptions,
} from '@handreel/core';
import { listRecordingFaults } from '../formats/known-faults.ts';
import { printReadIssues, readNamedInput } from '../formats/read-input.ts';
import { formatJson } from '../print/json.ts';
import { writeOutput } from '../print/output.ts';
import { UsageError } from '../print/usage-error.ts';
import type { CommandDefinition } from './command-entry.ts';
import { formatExamples } from './help-text.ts';
import { oneOf, parsePositive, parseTime, parseTimes } from './parse-arguments.ts';

interface SampleCommandOptions {
	readonly time?: number;
	readonly times?: number[];
	readonly frameRate?: number;
	readonly raw?: boolean;
	readonly space?: 'unity' | 'webxr';
	readonly format: 'json' | 'csv';
}

/** `handreel sample`. */
export const sample: CommandDefinition = {
	configure: (command) => {
		command
			.description('Print the poses of head, hands and gaze at given times.')
			.argument('<file>', 'a recording in any readable format, or -')
			.option('--time <time>', 'a time: seconds or minutes:seconds', parseTime)
			.option('--times <times>', 'comma-separated times', parseTimes)
			.option('--frame-rate <hz>', 'sample the whole recording at this many frames per second', parsePositive)
			.option('--raw', 'do not normalize rotations (as MRTK plays them)')
			.option(
				'--space <space>',
				'coordinates: unity (default) or webxr (also used by three.js and glTF)',
				oneOf(['unity', 'webxr']),
			)
			.option('--format <format>', 'output format: json or csv', oneOf(['json', 'csv']), 'json')
			.addHelpText(
				'after',
				formatExamples(
					[
						'handreel sample session.bin --time 1.25',
						'handreel sample session.bin --times 0,0.5,1 --space webxr',
						'handreel sample session.bin --frame-rate 30 --format csv > session.csv',
					],
					`Times are in seconds, positions in meters, rotations are quaternions (x, y, z, w). Joints that
were never tracked are omitted.`,
				),
			)
			.action(async (file: string, options: SampleCommandOptions) => {
				const given = [options.time, options.times, options.frameRate].filter((value) => value !== undefined);
				if (given.length !== 1) throw new UsageError('use one of --time, --times and --frame-rate');
				const recording = await readNamedInput(file);
				printReadIssues(file, listRecordingFaults(recording));
				if (options.format === 'csv') await printCsv(recording, options);
				else printJson(recording, options);
			});
	},
};

function printJson(recording: Recording, options: SampleCommandOptions): void {
	const { space = 'unity', raw = false } = options;
	const settings: SampleOptions = { space, raw };
	const sampler = createSampler(recording, settings);
	const frame = createFrameSample();
	let isFirst = true;
	for (const time of listTimes(recording, options)) {
		const described = describeFrame(recording, sampler.sampleFrame(time, frame));
		const text = options.time === undefined ? formatJson(described, 0) : formatBlock(described);
		writeOutput(`${isFirst ? '[\n' : ','}${text}`);
		isFirst = false;
	}
	writeOutput(isFirst ? '[]\n' : ']\n');
}

async function printCsv(recording: Recording, options: SampleCommandOptions): Promise<void> {
	const { space = 'unity', raw = false } = options;
	const times = [...listTimes(recording, options)];
	const { chunks } = await encodeRecordingChunks(recording, 'csv', { times, space, raw });
	for (const chunk of chunks) writeOutput(chunk);
}

function* listTimes(recording: Recording, { time, times, frameRate }: SampleCommandOptions): Generator<number> {
	if (time !== undefined) yield time;
	if (times !== undefined) yield* times;
	if (frameRate !== undefined) yield* listFrameTimes(recording.duration, frameRate);
}

function describeFrame(recording: Recording, frame: FrameSample): unknown {
	const { head, hands, gaze } = recording;
	return {
		time: frame.time,
		...(head === null ? {} : { head: describePose(frame.head, 0) }),
		...(hands === null
			? {}
			: { hands: { left: describeHand(frame.hands.left), right: describeHand(frame.hands.right) } }),
		...(gaze === null ? {} : { gaze: { origin: numbers(frame.gaze, 0, 3), direction: numbers(frame.gaze, 3, 6) } }),
	};
}

function describeHand({ tracked, pinching, joints, present }: HandSample): unknown {
	const poses: Record<string, unknown> = {};
	JOINT_NAMES.forEach((name, i) => {
		if (present[i] === 1) poses[name] = describePose(joints, i * POSE_STRIDE);
	});
	return { tracked, pinching, joints: poses };
}

function describePose(floats: Float32Array, at: number): unknown {
	return { position: numbers(floats, at, at + 3), rotation: numbers(floats, at + 3, at + 7) };
}

// JSON with a pose per line.
function formatBlock(frame: unknown): string {
	return formatJson(frame).replace(/\[[^[\]{}]*\]|\{\s*"(?:position|origin)"[^{}]*\}/g, (text) =>
		text.replace(/\s+/g, ' ').replaceAll('[ ', '[').replaceAll(' ]', ']'),
	);
}

// Floats in the fewest digits that give the same float back.
function numbers(floats: Float32Array, start: number, end: number): number[] {
	return Array.from(floats.subarray(start, end), (value) => {
		for (let digits = 6; digits < 9; digits++) {
			const short = Number(value.toPrecision(digits));
			if (Math.fround(short) === value) return short;
		}
		return Number(value.toPrecision(9));
	});
}
