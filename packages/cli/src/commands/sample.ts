import { encodeRecordingChunks } from '@handreel/convert';
import {
	type ControllerSample,
	createCurve,
	FINGER_JOINTS,
	type FrameSample,
	type HandCurves,
	type HandSample,
	JOINT_NAMES,
	type JointName,
	POSE_STRIDE,
	type Recording,
	type SampleOptions,
	type SpaceName,
} from '@handreel/core';
import { DEFAULT_SPACE, listEvenTimes, mapCurves } from '@handreel/core/internal';
import { createSimdSampler } from '@handreel/core/simd';
import { shortenFloat } from '@handreel/text';
import { listFaultIssues } from '../formats/known-faults.ts';
import { printReadIssues, readNamedInput } from '../formats/read-input.ts';
import { UsageError } from '../print/errors.ts';
import { formatJson, writeData, writeOutput } from '../print/output.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { oneOf, parsePositive, parseSpace, parseTime, parseTimes, SPACE_NAMES, someOf } from './parse-arguments.ts';

interface SampleCommandOptions {
	readonly time?: number;
	readonly times?: number[];
	readonly frameRate?: number;
	readonly joints?: readonly JointName[];
	readonly raw?: boolean;
	readonly space?: SpaceName;
	readonly format: 'json' | 'csv';
}

/** The defaults of `handreel sample`. */
export const SAMPLE_DEFAULTS = { space: DEFAULT_SPACE, format: 'json' } as const;

/** `handreel sample`. */
export const sample: CommandDefinition = {
	configure: (command) => {
		command
			.description('Print the poses of head, hands, gaze and controllers at given times.')
			.argument('<file>', 'a recording in any readable format, or - for standard input')
			.option('--time <time>', 'time to sample: seconds or minutes:seconds', parseTime)
			.option('--times <times>', 'comma-separated times to sample', parseTimes)
			.option('--frame-rate <hz>', 'sample the whole recording, with this many frames per second', parsePositive)
			.option('--joints <names>', 'comma-separated names of the joints to print (default: all)', someOf(JOINT_NAMES))
			.option('--raw', 'do not normalize rotations (as MRTK plays them)')
			.option('--space <space>', `coordinate system: ${SPACE_NAMES} (default: ${SAMPLE_DEFAULTS.space})`, parseSpace)
			.option('--format <format>', 'output format: json or csv', oneOf(['json', 'csv']), SAMPLE_DEFAULTS.format)
			.addHelpText(
				'after',
				formatExamples(
					[
						'handreel sample session.bin --time 1.25',
						'handreel sample session.bin --times 0,0.5,1 --space webxr',
						'handreel sample session.bin --frame-rate 30 --format csv > session.csv',
						'handreel sample session.bin --frame-rate 30 --joints wrist,indexTip,thumbTip',
					],
					`Times are in seconds, positions in meters, rotations are quaternions (x, y, z, w). Joints without
keys are omitted. Controllers, pointing rays and pinch strength are printed if they were recorded.

Joints:
${listJoints()}`,
				),
			)
			.action(async (file: string, options: SampleCommandOptions) => {
				const given = [options.time, options.times, options.frameRate].filter((value) => value !== undefined);
				if (given.length !== 1) throw new UsageError('use one of --time, --times and --frame-rate');
				const recording = await readNamedInput(file);
				printReadIssues(file, listFaultIssues(recording));
				// Listed first: without some joints, a recording may be shorter.
				const times = listTimes(recording, options);
				const chosen = options.joints === undefined ? recording : keepJoints(recording, options.joints);
				if (options.format === 'csv') await printCsv(chosen, times, options);
				else printJson(chosen, times, options);
			});
	},
};

// A line per finger.
function listJoints(): string {
	const fingers = Object.values(FINGER_JOINTS);
	const others = JOINT_NAMES.filter((name) => !fingers.flat().includes(name));
	return [others, ...fingers].map((names) => `  ${names.join(', ')}`).join('\n');
}

// Joints without keys are not printed, as if they had never been tracked.
function keepJoints(recording: Recording, joints: readonly JointName[]): Recording {
	const kept = new Set<string>(joints);
	const empty = createCurve([]);
	return mapCurves(recording, (curve, path) => {
		const joint = /^hands\.\w+\.joints\.(\w+)\./.exec(path)?.[1];
		return joint === undefined || kept.has(joint) ? curve : empty;
	});
}

function printJson(recording: Recording, times: Iterable<number>, options: SampleCommandOptions): void {
	const { space = SAMPLE_DEFAULTS.space, raw = false } = options;
	const settings: SampleOptions = { space, raw };
	const sampler = createSimdSampler(recording, settings);
	const { frame } = sampler;
	let isFirst = true;
	for (const time of times) {
		const described = describeFrame(recording, sampler.sampleFrame(time, frame));
		const text = options.time === undefined ? formatJson(described, 0) : formatBlock(described);
		writeOutput(`${isFirst ? '[\n' : ','}${text}`);
		isFirst = false;
	}
	writeOutput(isFirst ? '[]\n' : ']\n');
}

async function printCsv(recording: Recording, times: ArrayLike<number>, options: SampleCommandOptions): Promise<void> {
	const { space = SAMPLE_DEFAULTS.space, raw = false } = options;
	const { chunks } = await encodeRecordingChunks(recording, 'csv', { times, space, raw });
	for (const chunk of chunks) writeData(chunk);
}

function listTimes(
	recording: Recording,
	{ time, times, frameRate }: SampleCommandOptions,
): readonly number[] | Float64Array {
	if (time !== undefined) return [time];
	return times ?? listEvenTimes(recording, frameRate ?? 0);
}

function describeFrame(recording: Recording, frame: FrameSample): unknown {
	const { head, hands, gaze, controllers } = recording;
	return {
		time: frame.time,
		head: head === null ? undefined : describePose(frame.head, 0),
		hands:
			hands === null
				? undefined
				: {
						left: describeHand(hands.left, frame.hands.left),
						right: describeHand(hands.right, frame.hands.right),
					},
		gaze: gaze === null ? undefined : { origin: numbers(frame.gaze, 0, 3), direction: numbers(frame.gaze, 3, 6) },
		controllers:
			controllers === null
				? undefined
				: {
						left: describeController(frame.controllers.left),
						right: describeController(frame.controllers.right),
					},
	};
}

function describeHand(curves: HandCurves, hand: HandSample): unknown {
	const { tracked, pinching, joints, present } = hand;
	const poses: Record<string, unknown> = {};
	JOINT_NAMES.forEach((name, i) => {
		if (present[i] === 1) poses[name] = describePose(joints, i * POSE_STRIDE);
	});
	return {
		tracked,
		pinching,
		joints: poses,
		aim: hand.aimPresent ? describePose(hand.aim, 0) : undefined,
		pinchStrength: curves.pinchStrength === null ? undefined : shortenFloat(Math.fround(hand.pinchStrength)),
	};
}

function describeController(controller: ControllerSample): unknown {
	const { present, tracked, grip, aim, buttonCount, pressed, touched, values, axisCount, axes } = controller;
	if (!present) return null;
	return {
		tracked,
		grip: Number.isNaN(grip[0]) ? undefined : describePose(grip, 0),
		aim: Number.isNaN(aim[0]) ? undefined : describePose(aim, 0),
		buttons: Array.from({ length: buttonCount }, (_, i) => ({
			pressed: pressed[i] === 1,
			touched: touched[i] === 1,
			value: shortenFloat(values[i]!),
		})),
		axes: numbers(axes, 0, axisCount),
	};
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

function numbers(floats: Float32Array, start: number, end: number): number[] {
	return Array.from(floats.subarray(start, end), shortenFloat);
}
