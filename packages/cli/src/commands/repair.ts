import { ISSUE_CODES, type IssueCode } from '@handreel/core';
import { listChecks, type Repair, type RepairOptions, repairBytes, repairRecording } from '@handreel/core/diagnose';
import { formatCount, formatKept, formatPlural } from '@handreel/text';
import { type Edited, NO_PROBLEMS, oneResult } from '../batch/edit.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { defineEdit } from './define-edit.ts';
import { someOf } from './parse-arguments.ts';

/** Restored values below this confidence are reported. */
const MIN_CONFIDENCE = 0.9;

interface RepairCommandOptions {
	readonly only?: readonly IssueCode[];
	readonly removeJumps?: boolean;
}

/** `handreel repair`. */
export const repair: CommandDefinition = defineEdit<RepairCommandOptions>('repair', {
	configure: (command) => {
		command
			.description(
				'Repair recordings: truncated files, flipped signs, unsorted keys and more. ' +
					'Restores the rotation W that MRTK 2.6.0–2.7.2 dropped.',
			)
			.option(
				'--only <codes>',
				"comma-separated codes of the issues to repair, as printed by 'handreel check' (default: all)",
				someOf([...Object.keys(ISSUE_CODES), ...listChecks().map(({ code }) => code)]),
			)
			.option('--remove-jumps', 'also remove single keys that are implausibly far from their neighbors')
			.addHelpText(
				'after',
				formatExamples(
					[
						'handreel repair old.bin repaired.bin',
						'handreel repair old.bin repaired.bin --only rotation-w-lost',
						'handreel repair recordings/ repaired/',
						'handreel repair cut.handsbin repaired.handsbin',
					],
					`If data is lost, for example the end of a truncated file, a line states how much was kept. This does
not change the exit code.

Exit codes: 0 no problems left, 1 problems remain or a file could not be repaired, 2 usage error.`,
				),
			);
	},
	recoversDamaged: true,
	edit: (recording, options) => describeRepair(repairRecording(recording, chooseRepair(options))),
	editBytes: (bytes, options) => describeRepair(repairBytes(bytes, chooseRepair(options))),
});

function chooseRepair({ only, removeJumps = false }: RepairCommandOptions): RepairOptions {
	return { removeJumps, only };
}

function describeRepair({ recording, repaired, remaining, restoredW, kept }: Repair): Edited {
	const notRepaired = remaining.map(({ message, code, reason }) => `not repaired: ${message} (${code}); ${reason}`);
	if (recording === null) throw new Error(`the file could not be repaired\n  ${notRepaired.join('\n  ')}`);
	const confidences = Object.values(restoredW).flatMap((keys) => [...keys]);
	const doubtful = confidences.filter((confidence) => confidence < MIN_CONFIDENCE).length;
	const share = formatKept(kept);
	const notes = [
		...repaired.map(({ message, code, how }) => `repaired: ${message} (${code}); ${how}`),
		...notRepaired,
		...(share === null ? [] : [`data lost: kept only ${share}`]),
		...(doubtful > 0
			? [
					`uncertain: ${formatCount(doubtful)} of ${formatPlural(confidences.length, 'restored W value')} with a confidence below ${MIN_CONFIDENCE}`,
				]
			: []),
	];
	return oneResult(recording, {
		notes: notes.length > 0 ? notes : [NO_PROBLEMS],
		report: { repaired, remaining, kept, restoredW: { keys: confidences.length, doubtful } },
		hasProblems: remaining.some(({ severity }) => severity !== 'info'),
	});
}
