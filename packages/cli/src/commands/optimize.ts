import type { FileLayoutName } from '@handreel/convert';
import type { Recording } from '@handreel/core';
import { compareRecordings, listExcesses, optimizeRecording, type Tolerances } from '@handreel/core/edit';
import { countKeys } from '@handreel/core/internal';
import { formatCount, formatDegrees, formatMillimeters, formatPercent, formatPlural } from '@handreel/text';
import { type EditFacts, type FileContent, oneResult } from '../batch/edit.ts';
import { holdsOnlySimpleKeys } from '../formats/encode-output.ts';
import { findBinLayout } from '../formats/find-format.ts';
import { UsageError } from '../print/errors.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { defineEdit } from './define-edit.ts';
import { oneOf } from './parse-arguments.ts';
import { addToleranceOptions, chooseTolerances, type ToleranceOptions } from './tolerance-options.ts';

interface OptimizeCommandOptions extends ToleranceOptions {
	readonly keys?: 'simple' | 'full';
	readonly round?: boolean;
	readonly layout?: FileLayoutName;
}

/** `handreel optimize`. */
export const optimize: CommandDefinition = defineEdit<OptimizeCommandOptions>('optimize', {
	configure: (command) => {
		command.description('Remove redundant keys within a tolerance. Prints how far the written file deviates.');
		addToleranceOptions(command)
			.option(
				'--keys <kind>',
				'simple (8 bytes, linear) or full (28 bytes, Hermite); default: as in the input, if the output can hold them',
				oneOf(['simple', 'full']),
			)
			.option('--round', 'round values within the tolerance, so that the file compresses better')
			.addHelpText(
				'after',
				formatExamples(
					[
						'handreel optimize session.bin small.bin',
						'handreel optimize session.bin small.bin --mm 2 --degrees 0.5',
						'handreel optimize session.bin small.reel',
						'handreel optimize session.bin small.bin --keys full --layout documented-1.1',
					],
					`Reels keep all keys: their values are stored within the tolerance.

Exit codes: 0 within the tolerance, 1 beyond the tolerance or a file failed, 2 usage error.`,
				),
			);
	},
	check: ({ keys, layout }) => {
		if (keys === 'full' && findBinLayout(layout)?.layout.keys === 'simple')
			throw new UsageError(`--keys full does not fit --layout ${layout}, which holds only simple keys`);
	},
	edit: (recording, options, target) => {
		const { keys = holdsOnlySimpleKeys(target) ? 'simple' : undefined, round = false } = options;
		const tolerances = chooseTolerances(options);
		// Reels are written within the tolerances, which makes them smaller than fewer keys do.
		const optimized = target.to === 'reel' ? recording : optimizeRecording(recording, { tolerances, round, keys });
		return oneResult(optimized, {
			measure: ([written], inputBytes) =>
				written === undefined ? {} : compareFiles(recording, inputBytes, written, tolerances),
		});
	},
});

// The numbers of both files, and how far the playback of the written file deviates.
function compareFiles(given: Recording, givenBytes: number, written: FileContent, tolerances: Tolerances): EditFacts {
	const before = { keys: countKeys(given), bytes: givenBytes };
	if (written.recording === null) {
		const sizes = `${formatCount(before.bytes)} bytes → ${formatCount(written.bytes)} bytes`;
		const share = formatPercent(written.bytes, before.bytes);
		return {
			notes: [`${sizes} (${share}); this format cannot be read, so the deviation of the file is unknown`],
			report: { before, after: { keys: null, bytes: written.bytes } },
		};
	}
	const after = { keys: countKeys(written.recording), bytes: written.bytes };
	const comparison = compareRecordings(given, written.recording);
	const [meters, degrees] = [comparison.position?.max ?? 0, comparison.rotation?.max ?? 0];
	const beyond = listExcesses(comparison, tolerances).map(({ path }) => path);
	const notes = [
		`${formatCount(before.keys)} keys in ${formatCount(before.bytes)} bytes → ${formatCount(after.keys)} keys in ` +
			`${formatCount(after.bytes)} bytes (${formatPercent(after.bytes, before.bytes)}), ` +
			`largest deviation ${formatMillimeters(meters)} and ${formatDegrees(degrees)}`,
	];
	if (beyond.length > 0)
		notes.push(`beyond the tolerance: ${formatPlural(beyond.length, 'channel')}, such as ${beyond[0]}`);
	const report = { before, after, largestMillimeters: meters * 1000, largestDegrees: degrees, beyondTolerance: beyond };
	return { notes, report, hasProblems: beyond.length > 0 };
}
