import type { Marker } from '@handreel/core';
import {
	type ChannelDeviation,
	type Comparison,
	compareRecordings,
	type Deviation,
	listExcesses,
} from '@handreel/core/edit';
import type { Command } from 'commander';
import { parseAmount } from '../arguments.ts';
import { chooseTolerances } from '../edits/choose-tolerances.ts';
import { openRecording } from '../formats/open-recording.ts';
import { errorText } from '../print/error-text.ts';
import { formatJson } from '../print/json.ts';
import { outputStyle, writeOutput } from '../print/output.ts';
import { createShareBar } from '../print/progress.ts';
import type { Style } from '../print/style.ts';
import { type Column, formatTable } from '../print/table.ts';
import { formatForeign, formatPlural, formatSeconds } from '../print/text.ts';

interface DiffOptions {
	readonly mm?: number;
	readonly degrees?: number;
	readonly seconds?: number;
	readonly onlyTracked?: boolean;
	readonly json?: boolean;
}

const MAX_CHANNELS = 12;

/** `handreel diff`. */
export function configureDiff(command: Command): void {
	command
		.description('Measures how far two recordings are apart in what they play, and says where most.')
		.argument('<a>', 'a recording, in any format that can be read, or -')
		.argument('<b>', 'another one')
		.option(
			'--mm <number>',
			'positions may differ by this many millimetres (default: 1 for joints, 2 for head and gaze)',
			parseAmount,
		)
		.option(
			'--degrees <number>',
			'rotations and directions may differ by this many degrees (default: 0.2)',
			parseAmount,
		)
		.option('--seconds <number>', 'tracking and pinching may disagree for this long in all (default: 0)', parseAmount)
		.option('--only-tracked', 'compare hands only while both recordings have them tracked')
		.option('--json', 'print the whole comparison as JSON')
		.addHelpText(
			'after',
			`
Examples:
  handreel diff before.bin after.bin
  handreel diff before.bin after.bin --mm 0.1 --degrees 0.02
  handreel diff before.bin after.bin --json | jq .rotation

Exit code: 0 when they agree within the tolerance, 1 when they differ or cannot be read,
2 for wrong use.`,
		)
		.action(async (a: string, b: string, options: DiffOptions) => {
			process.exitCode = await runDiff(a, b, options);
		});
}

async function runDiff(a: string, b: string, options: DiffOptions): Promise<number> {
	const recordings = [];
	for (const path of [a, b]) {
		try {
			recordings.push(await openRecording(path));
		} catch (error) {
			process.stderr.write(`handreel: ${formatForeign(path, 400)}: ${errorText(error)}\n`);
			return 1;
		}
	}
	const [first, second] = recordings;
	if (first === undefined || second === undefined) return 1;
	const progress = createShareBar(process.stderr, 'compared');
	const comparison = compareRecordings(first, second, {
		onlyTracked: options.onlyTracked ?? false,
		onProgress: progress.show,
	});
	progress.end();
	const durations = { a: first.duration, b: second.duration };
	const excesses = listExcesses(comparison, chooseTolerances(options));
	const isSame = excesses.length === 0 && agreeOtherwise(comparison, options.seconds ?? 0);
	if (options.json) writeOutput(formatJson({ a, b, isSame, durations, ...comparison }));
	else {
		const style = outputStyle;
		const lines = describe(comparison, excesses, isSame, style);
		if (durations.a !== durations.b) {
			lines.push(style.dim(`  durations: ${formatSeconds(durations.a)} and ${formatSeconds(durations.b)}`));
		}
		writeOutput(`${lines.join('\n')}\n`);
	}
	return isSame ? 0 : 1;
}

function agreeOtherwise({ states, onlyInA, onlyInB, markers }: Comparison, seconds: number): boolean {
	const disagreement = states.reduce((sum, state) => sum + state.seconds, 0);
	return (
		disagreement <= seconds && [onlyInA, onlyInB, markers.onlyInA, markers.onlyInB].every((list) => list.length === 0)
	);
}

function describe(
	comparison: Comparison,
	excesses: readonly ChannelDeviation[],
	isSame: boolean,
	style: Style,
): string[] {
	const { position, rotation, fingertips, states, layouts, markers } = comparison;
	const lines = [style.heading(isSame ? 'The recordings agree within the tolerance' : 'The recordings differ'), ''];
	const facts = (name: string, deviation: Deviation | null, scale: number, unit: string): string[] =>
		deviation === null
			? [name, '–', '–', '', '']
			: [
					name,
					`${(deviation.max * scale).toFixed(3)} ${unit}`,
					`${(deviation.mean * scale).toFixed(3)} ${unit}`,
					formatSeconds(deviation.time),
					deviation.path,
				];
	const columns: Column[] = [
		{ heading: 'What', align: 'left' },
		{ heading: 'Largest', align: 'right' },
		{ heading: 'Mean', align: 'right' },
		{ heading: 'Worst at', align: 'right' },
		{ heading: 'Where', align: 'left' },
	];
	const rows = [
		facts('positions', position, 1000, 'mm'),
		facts('fingertips', fingertips, 1000, 'mm'),
		facts('rotations', rotation, 1, '°'),
	];
	lines.push(
		...formatTable(columns, rows, (cell, row) => (row === -1 ? style.dim(cell) : cell)).map((line) => `  ${line}`),
	);

	if (excesses.length > 0) {
		const worst = [...excesses].sort((one, other) => other.max - one.max).slice(0, MAX_CHANNELS);
		lines.push('', style.warn(`${formatPlural(excesses.length, 'channel')} beyond the tolerance, the worst first:`));
		for (const { path, max, unit, time } of worst) {
			const text = unit === 'meters' ? `${(max * 1000).toFixed(3)} mm` : `${max.toFixed(3)} °`;
			lines.push(`  ${text.padStart(14)}  ${path} at ${formatSeconds(time)}`);
		}
		if (excesses.length > worst.length) lines.push(style.dim(`  … and ${excesses.length - worst.length} more`));
	}
	for (const { path, seconds, count, time } of states) {
		if (time === null) continue;
		const spans = formatPlural(count, 'span');
		lines.push(
			style.warn(`  ${path} disagrees for ${formatSeconds(seconds)} in ${spans}, first at ${formatSeconds(time)}`),
		);
	}
	for (const [name, paths] of [
		['first', comparison.onlyInA],
		['second', comparison.onlyInB],
	] as const) {
		if (paths.length > 0) lines.push(style.warn(`  only in the ${name}: ${paths.join(', ')}`));
	}
	const list = (some: readonly Marker[]): string =>
		some.map(({ time, name }) => `'${formatForeign(name)}' at ${formatSeconds(time)}`).join(', ');
	if (markers.onlyInA.length > 0) lines.push(style.warn(`  markers only in the first: ${list(markers.onlyInA)}`));
	if (markers.onlyInB.length > 0) lines.push(style.warn(`  markers only in the second: ${list(markers.onlyInB)}`));
	if (layouts.a !== layouts.b) lines.push(style.dim(`  layouts: ${layouts.a} and ${layouts.b}`));
	return lines;
}
