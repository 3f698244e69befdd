import { fillGaps, listGaps } from '@handreel/core/edit';
import { formatPlural, formatSeconds } from '@handreel/text';
import { oneResult } from '../batch/edit.ts';
import type { CommandDefinition } from './command-entry.ts';
import { defineEdit } from './define-edit.ts';
import { parsePositive } from './parse-arguments.ts';

/** `handreel fill`. */
export const fill: CommandDefinition = defineEdit<{ readonly max: number }>('fill', {
	configure: (command) => {
		command
			.description('Fills short spans in which a hand was lost: the hand moves on smoothly between what was seen.')
			.option('--max <seconds>', 'the longest gap to fill', parsePositive, 0.25)
			.addHelpText('after', '\nExamples:\n  handreel fill session.bin filled.bin --max 0.2');
	},
	edit: (recording, { max }) => {
		const filled = fillGaps(recording, { maxGap: max });
		const before = listGaps(recording);
		const count = before.length - listGaps(filled).length;
		return oneResult(filled, {
			notes: [`${formatPlural(count, 'gap')} of ${before.length} filled, up to ${formatSeconds(max)} long`],
			report: { gaps: before.length, filled: count },
		});
	},
});
