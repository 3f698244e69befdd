import { recoverJournal } from '@handreel/core/record';
import { findFormat } from '../formats/formats.ts';
import { formatPlural } from '../print/text.ts';
import { defineEdit, oneResult } from './edit-command.ts';

/** `handreel recover`. */
export const recover = defineEdit<{ readonly optimize?: boolean }>({
	configure: (command) => {
		command
			.description('Makes a recording from the journal that a recorder left, also after a crash. Says what is missing.')
			.option('--optimize', 'leave out keys within the usual tolerance; by default every frame is kept')
			.addHelpText('after', '\nExamples:\n  handreel recover session.hrj session.bin');
	},
	endings: findFormat('journal').endings,
	editBytes: (bytes, { optimize }) => {
		const { recording, frameCount, gaps, issues, isComplete } = recoverJournal(bytes, { keepAllKeys: !optimize });
		if (recording === null) throw new Error(issues.map(({ message }) => message).join('; ') || 'no frame is intact');
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
