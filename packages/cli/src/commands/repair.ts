import { ISSUE_CODES, type IssueCode } from '@handreel/core';
import { type Repair, type RepairOptions, repairBytes, repairRecording } from '@handreel/core/diagnose';
import { formatPlural } from '@handreel/text';
import { type Edited, oneResult } from '../batch/edit.ts';
import type { CommandDefinition } from './command-entry.ts';
import { defineEdit } from './define-edit.ts';
import { someOf } from './parse-arguments.ts';

interface RepairCommandOptions {
	readonly only?: readonly IssueCode[];
	readonly removeJumps?: boolean;
}

/** `handreel repair`. */
export const repair: CommandDefinition = defineEdit<RepairCommandOptions>('repair', {
	configure: (command) => {
		command
			.description('Mends what can be mended: cut files, lost rotation W, flipped signs, unsorted keys and more.')
			.option(
				'--only <codes>',
				"mend only these issues, with commas between; 'handreel check' names them",
				someOf(Object.keys(ISSUE_CODES) as IssueCode[]),
			)
			.option('--remove-jumps', 'also drop single keys that are impossibly far from their neighbours')
			.addHelpText(
				'after',
				`
Examples:
  handreel repair old.bin mended.bin
  handreel repair old.bin mended.bin --only rotation-w-lost
  handreel repair recordings/ mended/

Exit code: 0 when nothing is wrong any more, 1 when something remains or a file could not be
mended, 2 for wrong use.`,
			);
	},
	edit: (recording, options) => describeRepair(repairRecording(recording, chooseRepair(options))),
	editBytes: (bytes, options) => describeRepair(repairBytes(bytes, chooseRepair(options))),
});

function chooseRepair({ only, removeJumps = false }: RepairCommandOptions): RepairOptions {
	return { removeJumps, ...(only === undefined ? {} : { only }) };
}

function describeRepair({ recording, repaired, remaining, restoredW }: Repair): Edited {
	const stays = remaining.map(({ message, code, reason }) => `stays: ${message} (${code}); ${reason}`);
	if (recording === null) throw new Error(`nothing could be saved\n  ${stays.join('\n  ')}`);
	const confidences = Object.values(restoredW).flatMap((keys) => [...keys]);
	const doubtful = confidences.filter((confidence) => confidence < 0.9).length;
	const notes = [
		...repaired.map(({ message, code, how }) => `mended: ${message} (${code}); ${how}`),
		...stays,
		...(doubtful > 0
			? [
					`doubtful: ${formatPlural(doubtful, 'key')} of ${confidences.length} whose W was restored with a confidence below 0.9`,
				]
			: []),
	];
	return oneResult(recording, {
		notes: notes.length > 0 ? notes : ['nothing is wrong'],
		report: { repaired, remaining, restoredW: { keys: confidences.length, doubtful } },
		hasProblems: remaining.some(({ severity }) => severity !== 'info'),
	});
}
