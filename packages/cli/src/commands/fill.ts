import { FILL_DEFAULTS, fillGaps, listGaps } from '@handreel/core/edit';
import { formatCount, formatPlural, formatSeconds } from '@handreel/text';
import { oneResult } from '../batch/edit.ts';
import type { CommandDefinition } from './command-entry.ts';
import { defineEdit } from './define-edit.ts';
import { formatExamples } from './help-text.ts';
import { parsePositive } from './parse-arguments.ts';

/** `handreel fill`. */
export const fill: CommandDefinition = defineEdit<{ readonly max: number }>('fill', {
	configure: (command) => {
		command
			.description('Fill short gaps in hand tracking with smooth motion.')
			.option('--max <seconds>', 'longest gap to fill', parsePositive, FILL_DEFAULTS.maxGap)
			.addHelpText('after', formatExamples(['handreel fill session.bin filled.bin --max 0.2']));
	},
	edit: (recording, { max }) => {
		const { recording: filled, gaps } = fillGaps(recording, { maxGap: max });
		const total = listGaps(recording).length;
		return oneResult(filled, {
			notes: [`${formatCount(gaps.length)} of ${formatPlural(total, 'gap')} filled (up to ${formatSeconds(max)})`],
			report: { gaps: total, filled: gaps.length },
		});
	},
});
