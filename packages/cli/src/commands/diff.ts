import type { Marker } from '@handreel/core';
import {
	type ChannelDeviation,
	type Comparison,
	compareRecordings,
	type Deviation,
	listExcesses,
} from '@handreel/core/edit';
import { formatDegrees, formatMillimeters, formatPlural, formatSeconds } from '@handreel/text';
import { readInput } from '../formats/read-input.ts';
import { errorText, UsageError } from '../print/errors.ts';
import { escapeText } from '../print/escape-text.ts';
import { formatJson, outputStyle, writeError, writeOutput } from '../print/output.ts';
import { createShareBar } from '../print/progress.ts';
import type { Style } from '../print/style.ts';
import { type Column, formatTable } from '../print/table.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { parseAmount, parseTime } from './parse-arguments.ts';
import { addToleranceOptions, chooseTolerances, type ToleranceOptions } from './tolerance-options.ts';

interface DiffOptions extends ToleranceOptions {
	readonly start?: number;
	readonly end?: number;
	readonly seconds: number;
	readonly onlyTracked?: boolean;
	readonly json?: boolean;
}

/** The defaults of `handreel diff`, besides the tolerances. */
export const DIFF_DEFAULTS = { seconds: 0 } as const;

const MAX_CHANNELS = 12;

/** `handreel diff`. */
export const diff: CommandDefinition = {
	configure: (command) => {
		command
			.description('Compare the playback of two recordings and print the largest deviation per channel.')
			.argument('<a>', 'a recording in any readable format, or - for standard input')
			.argument('<b>', 'the recording to compare it with');
		addToleranceOptions(command)
			.option(
				'--seconds <number>',
				'how many seconds tracking, pinching and buttons may differ in total',
				parseAmount,
				DIFF_DEFAULTS.seconds,
			)
			.option(
				'--start <time>',
				'compare from this time: seconds or minutes:seconds (default: the first key)',
				parseTime,
			)
			.option('--end <time>', 'compare up to this time (default: the last key)', parseTime)
			.option('--only-tracked', 'compare hands only while both recordings track them')
			.option('--json', 'print the comparison as JSON')
			.addHelpText(
				'after',
				formatExamples(
					[
						'handreel diff before.bin after.bin',
						'handreel diff before.bin after.bin --mm 0.1 --degrees 0.02',
						'handreel diff before.bin after.bin --start 0.5 --end 1.25',
						'handreel diff before.bin after.bin --json | jq .rotation',
					],
					'Exit codes: 0 equal within the tolerance, 1 different or a file could not be read, 2 usage error.',
				),
			)
			.action(async (a: string, b: string, options: DiffOptions) => {
				process.exitCode = await runDiff(a, b, options);
			});
	},
};

async function runDiff(a: string, b: string, options: DiffOptions): Promise<number> {
	const { start, end } = options;
	if (start !== undefined && end !== undefined && !(end > start))
		throw new UsageError(`--end ${end} must be greater than --start ${start}`);
	const recordings = [];
	for (const path of [a, b]) {
		try {
			recordings.push(await readInput(path));
		} catch (error) {
			writeError(`handreel: ${escapeText(path, 400)}: ${errorText(error)}`);
			return 1;
		}
	}
	const [first, second] = recordings;
	if (first === undefined || second === undefined) return 1;
	const durations = { a: first.duration, b: second.duration };
	const longest = Math.max(durations.a, durations.b);
	if (start !== undefined && start > longest)
		throw new UsageError(`--start ${start} is after the end of both recordings at ${formatSeconds(longest)}`);
	const progress = createShareBar(process.stderr, 'compared');
	const comparison = compareRecordings(first, second, {
		start,
		end,
		onlyTracked: options.onlyTracked ?? false,
		onProgress: progress.show,
	});
	progress.end();
	const excesses = listExcesses(comparison, chooseTolerances(options));
	const isSame = excesses.length === 0 && agreeOtherwise(comparison, options.seconds);
	if (options.json) writeOutput(formatJson({ a, b, isSame, durations, ...comparison }));
	else {
		const style = outputStyle;
		const lines = describe(comparison, excesses, isSame, style);
		if (start !== undefined || end !== undefined) {
			const range = `${formatSeconds(comparison.start)} to ${formatSeconds(comparison.end)}`;
			lines.push(style.dim(`  compared from ${range}`));
		}
		if (durations.a !== durations.b) {
			lines.push(style.dim(`  durations: ${formatSeconds(durations.a)} and ${formatSeconds(durations.b)}`));
		}
		writeOutput(`${lines.join('\n')}\n`);
	}
	return isSame ? 0 : 1;
}

function agreeOtherwise({ states, onlyInA, onlyInB, markers, events }: Comparison, seconds: number): boolean {
	const difference = states.reduce((sum, state) => sum + state.seconds, 0);
	const lists = [onlyInA, onlyInB, markers.onlyInA, markers.onlyInB, events.onlyInA, events.onlyInB];
	return difference <= seconds && lists.every((list) => list.length === 0);
}

function describe(
	comparison: Comparison,
	excesses: readonly ChannelDeviation[],
	isSame: boolean,
	style: Style,
): string[] {
	const { position, rotation, fingertips, channels, states, layouts, markers, events } = comparison;
	const lines = [style.heading(isSame ? 'No differences beyond the tolerance' : 'The recordings differ'), ''];
	const facts = (name: string, deviation: Deviation | null, format: (value: number) => string): string[] =>
		deviation === null
			? [name, '–', '–', '', '']
			: [
					name,
					format(deviation.max),
					format(deviation.mean),
					formatSeconds(deviation.time),
					escapeText(deviation.path),
				];
	const columns: Column[] = [
		{ heading: 'Deviation', align: 'left' },
		{ heading: 'Largest', align: 'right' },
		{ heading: 'Mean', align: 'right' },
		{ heading: 'Time', align: 'right' },
		{ heading: 'Channel', align: 'left' },
	];
	const rows = [
		facts('positions', position, formatMillimeters),
		facts('fingertips', fingertips, formatMillimeters),
		facts('rotations', rotation, formatDegrees),
	];
	const worstValue = findWorstValue(channels);
	if (worstValue !== null) rows.push(facts('values', worstValue, formatValue));
	lines.push(
		...formatTable(columns, rows, (cell, row) => (row === -1 ? style.dim(cell) : cell)).map((line) => `  ${line}`),
	);

	if (excesses.length > 0) {
		const worst = [...excesses].sort((one, other) => other.max - one.max).slice(0, MAX_CHANNELS);
		lines.push('', style.warn(`${formatPlural(excesses.length, 'channel')} beyond the tolerance, largest first:`));
		for (const { path, max, unit, time } of worst) {
			lines.push(`  ${FORMATS[unit](max).padStart(14)}  ${escapeText(path)} at ${formatSeconds(time)}`);
		}
		if (excesses.length > worst.length) lines.push(style.dim(`  … and ${excesses.length - worst.length} more`));
	}
	for (const { path, seconds, count, time } of states) {
		if (time === null) continue;
		const spans = formatPlural(count, 'span');
		lines.push(
			style.warn(
				`  ${escapeText(path)} differs for ${formatSeconds(seconds)} in ${spans}, first at ${formatSeconds(time)}`,
			),
		);
	}
	for (const [name, paths] of [
		['first', comparison.onlyInA],
		['second', comparison.onlyInB],
	] as const) {
		if (paths.length > 0)
			lines.push(style.warn(`  only in the ${name} recording: ${paths.map((path) => escapeText(path)).join(', ')}`));
	}
	const list = (some: readonly Marker[]): string =>
		some.map(({ time, name }) => `'${escapeText(name)}' at ${formatSeconds(time)}`).join(', ');
	for (const [name, difference] of [
		['markers', markers],
		['events', events],
	] as const) {
		const { onlyInA, onlyInB } = difference;
		if (onlyInA.length > 0) lines.push(style.warn(`  ${name} only in the first recording: ${list(onlyInA)}`));
		if (onlyInB.length > 0) lines.push(style.warn(`  ${name} only in the second recording: ${list(onlyInB)}`));
	}
	if (layouts.a !== layouts.b) lines.push(style.dim(`  layouts: ${layouts.a} and ${layouts.b}`));
	return lines;
}

const FORMATS: Readonly<Record<ChannelDeviation['unit'], (value: number) => string>> = {
	meters: formatMillimeters,
	degrees: formatDegrees,
	value: formatValue,
};

function formatValue(value: number): string {
	return value.toFixed(4);
}

// The deviation of pinch strength, buttons, axes and scalar tracks, or `null` without them.
function findWorstValue(channels: readonly ChannelDeviation[]): ChannelDeviation | null {
	const values = channels.filter(({ unit }) => unit === 'value');
	return values.reduce<ChannelDeviation | null>(
		(worst, one) => (worst === null || one.max > worst.max ? one : worst),
		null,
	);
}
