import {
	createFrameSample,
	createSampler,
	type FrameSample,
	type HandSample,
	JOINT_NAMES,
	POSE_STRIDE,
	type Recording,
	type SampleOptions,
} from '@handreel/core';
import type { Command } from 'commander';
import { oneOf, parsePositive, parseTime, parseTimes } from '../arguments.ts';
import { UsageError } from '../files/plan-outputs.ts';
import { openRecording } from '../formats/open-recording.ts';
import { formatJson } from '../print/json.ts';
import { writeOutput } from '../print/output.ts';

interface SampleCommandOptions {
	readonly time?: number;
	readonly times?: number[];
	readonly rate?: number;
	readonly raw?: boolean;
	readonly space?: 'unity' | 'webxr';
	readonly format: 'json' | 'csv';
}

/** `handreel sample`. */
export function configureSample(command: Command): void {
	command
		.description('Prints what a recording plays at chosen times: head, hands and gaze.')
		.argument('<file>', 'a recording, in any format that can be read, or -')
		.option('--time <time>', 'one time, in seconds or as minutes:seconds', parseTime)
		.option('--times <times>', 'several times with commas between them', parseTimes)
		.option('--rate <hz>', 'the whole recording at this many frames a second', parsePositive)
		.option('--raw', 'values as the curves give them, as MRTK plays them: rotations not normalised')
		.option('--space <space>', 'axes: unity (default) or webxr (as three.js and glTF)', oneOf(['unity', 'webxr']))
		.option('--format <format>', 'json or csv', oneOf(['json', 'csv']), 'json')
		.addHelpText(
			'after',
			`
Examples:
  handreel sample session.bin --time 1.25
  handreel sample session.bin --times 0,0.5,1 --space webxr
  handreel sample session.bin --rate 30 --format csv > session.csv

Positions are in metres, rotations quaternions x y z w, times seconds. Joints that were
never seen are left out.`,
		)
		.action(async (file: string, options: SampleCommandOptions) => {
			const given = [options.time, options.times, options.rate].filter((one) => one !== undefined);
			if (given.length !== 1) throw new UsageError('one of --time, --times and --rate says what to sample');
			const recording = await openRecording(file);
			if (options.format === 'csv') await printCsv(recording, options);
			else printJson(recording, options);
		});
}

function printJson(recording: Recording, options: SampleCommandOptions): void {
	const { space = 'unity', raw = false } = options;
	const settings: SampleOptions = { space, raw };
	const sampler = createSampler(recording, settings);
	const frame = createFrameSample();
	let isFirst = true;
	for (const time of listTimes(recording, options)) {
		const text = formatJson(describeFrame(recording, sampler.sampleFrame(time, frame)), 0);
		writeOutput(`${isFirst ? '[\n' : ','}${text}`);
		isFirst = false;
	}
	writeOutput(isFirst ? '[]\n' : ']\n');
}

async function printCsv(recording: Recording, options: SampleCommandOptions): Promise<void> {
	const { recordingToCsvChunks } = await import('@handreel/convert/csv');
	const { space = 'unity', raw = false } = options;
	const { chunks } = recordingToCsvChunks(recording, { times: [...listTimes(recording, options)], space, raw });
	for (const chunk of chunks) writeOutput(chunk);
}

function* listTimes(recording: Recording, { time, times, rate }: SampleCommandOptions): Generator<number> {
	if (time !== undefined) yield time;
	if (times !== undefined) yield* times;
	if (rate !== undefined) for (let i = 0; i / rate <= recording.duration; i++) yield i / rate;
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

// Floats in the fewest digits that give the same float back.
function numbers(floats: Float32Array, start: number, end: number): number[] {
	return Array.from(floats.subarray(start, end), (value) => {
		for (let digits = 6; digits < 9; digits++) {
			const short = Number(value.toPrecision(digits));
			if (Math.fround(short) === value) return short;
		}
		return value;
	});
}
