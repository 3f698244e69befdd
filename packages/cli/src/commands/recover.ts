import { findFormat } from '@handreel/convert';
import { recoverJournal } from '@handreel/core/record';
import { formatPlural } from '@handreel/text';
import { oneResult } from '../batch/edit.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { defineEdit } from './define-edit.ts';

/** `handreel recover`. */
export const recover: CommandDefinition = defineEdit<{ readonly optimize?: boolean }>('recover', {
	configure: (command) => {
		command
			.description(
				'Recover recordings from the journals of a recorder, for example after a crash. Reports missing frames.',
			)
			.option('--optimize', 'remove redundant keys within the default tolerance (default: keep every frame)')
			.addHelpText(
				'after',
				formatExamples(
					['handreel recover session.hrj session.bin'],
					'Exit codes: 0 success, 1 frames are missing or a journal could not be read, 2 usage error.',
				),
			);
	},
	inputs: 'journals, folders of journals, or - for standard input',
	extensions: findFormat('journal')?.extensions ?? [],
	editBytes: (bytes, { optimize }) => {
		const { recording, frameCount, gaps, issues, isComplete } = recoverJournal(bytes, { keepAllKeys: !optimize });
		if (recording === null)
			throw new Error(issues.map(({ message }) => message).join('; ') || 'the journal has no intact frame');
		const missing = gaps.reduce((sum, { records }) => sum + records, 0);
		const lost =
			gaps.length > 0 ? `; ${formatPlural(missing, 'record')} missing in ${formatPlural(gaps.length, 'place')}` : '';
		return oneResult(recording, {
			notes: [
				`${formatPlural(frameCount, 'frame')} recovered${lost}`,
				...issues.map(({ severity, message, code }) => `${severity}: ${message} (${code})`),
			],
			report: { frames: frameCount, isComplete, gaps, issues },
			hasProblems: gaps.length > 0,
		});
	},
});
