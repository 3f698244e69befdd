import { FILL_DEFAULTS, fillGaps, listGaps, type TrackingGap } from '@handreel/core/edit';
import { formatCount, formatPlural, formatSeconds } from '@handreel/text';
import { oneResult } from '../batch/edit.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { defineEdit } from './define-edit.ts';
import { parsePositive } from './parse-arguments.ts';

const MAX_GAPS = 20;

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
		const all = listGaps(recording);
		const isFilled = (gap: TrackingGap): boolean =>
			gaps.some(({ side, start, end }) => side === gap.side && start === gap.start && end === gap.end);
		return oneResult(filled, {
			notes: [
				`${formatCount(gaps.length)} of ${formatPlural(all.length, 'gap')} filled (up to ${formatSeconds(max)})`,
				...all
					.slice(0, MAX_GAPS)
					.map((gap) => `  ${describeGap(gap)}: ${isFilled(gap) ? 'filled' : 'not filled, too long'}`),
				...(all.length > MAX_GAPS
					? [`  … and ${formatCount(all.length - MAX_GAPS)} more; use --json to list all`]
					: []),
			],
			report: {
				gaps: all.length,
				filled: gaps.length,
				list: all.map((gap) => ({ ...gap, isFilled: isFilled(gap) })),
			},
		});
	},
});

function describeGap({ side, start, end }: TrackingGap): string {
	return `${side} hand, ${formatSeconds(start)} to ${formatSeconds(end)} (${formatSeconds(end - start)})`;
}
