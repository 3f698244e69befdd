import { fillGaps, listGaps } from '@handreel/core/edit';
import { parsePositive } from '../arguments.ts';
import { formatPlural, formatSeconds } from '../print/text.ts';
import { defineEdit, oneResult } from './edit-command.ts';

/** `handreel fill`. */
export const fill = defineEdit<{ readonly max: number }>({
	configure: (command) => {
		command
			.description('Fills short spans in which a hand was lost: the hand moves on smoothly between what was seen.')
			.option('--max <seconds>', 'the longest gap to fill', parsePositive, 0.25)
			.addHelpText('after', '\nExamples:\n  handreel fill session.bin filled.bin --max 0.2');
	},
	edit: (recording, { max }) => {
		const { recording: filled, gaps } = fillGaps(recording, { maxGap: max });
		const before = listGaps(recording);
		const count = gaps.length;
		return oneResult(filled, {
			notes: [`${formatPlural(count, 'gap')} of ${before.length} filled, up to ${formatSeconds(max)} long`],
			report: { gaps: before.length, filled: count },
		});
	},
});
