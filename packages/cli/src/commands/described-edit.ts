import type { Recording } from '@handreel/core';
import {
	type Edit as EditDescription,
	type EditOutcome,
	type EditResult,
	findEdit,
	type OptionValues,
} from '@handreel/core/edit';
import { oneResult } from '../batch/edit.ts';
import { errorText, UsageError } from '../print/errors.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { defineEdit } from './define-edit.ts';
import { addOptionFlags, toFlag } from './option-flags.ts';

/** The command of an edit that core describes. */
export function createEditCommand(name: string): CommandDefinition {
	const edit = findEdit(name);
	const { text, details, options, examples } = edit;
	return defineEdit<OptionValues>(name, {
		configure: (command) => {
			addOptionFlags(command.description(text), options).addHelpText(
				'after',
				formatExamples(
					examples.map((flags) => `handreel ${name} session.bin result.bin ${flags}`.trimEnd()),
					details,
				),
			);
		},
		check: (given) => {
			checkNeeded(edit, given);
			try {
				edit.check?.(given);
			} catch (error) {
				throw new UsageError(nameFlags(edit, error));
			}
		},
		edit: (recording, given) => {
			const { recording: edited, issues = [], notes = [], report = {} } = applyEdit(edit, recording, given);
			// Editing a file reports unknown parts already.
			const own = issues.filter(({ code }) => code !== 'reel-unknown');
			const warnings = own.map(({ message, code }) => `warning: ${message} (${code})`);
			const addIssues = (outcome: EditOutcome): EditOutcome => ({
				notes: [...(outcome.notes ?? []), ...warnings],
				report: own.length === 0 ? outcome.report : { ...outcome.report, issues: own },
			});
			return oneResult(edited, {
				...addIssues({ notes, report }),
				measure: edit.describe && (([written]) => addIssues(edit.describe!(recording, written?.recording ?? edited))),
			});
		},
	});
}

function applyEdit(edit: EditDescription, recording: Recording, given: OptionValues): EditResult {
	try {
		return edit.apply(recording, given);
	} catch (cause) {
		if (cause instanceof RangeError || cause instanceof TypeError) throw new Error(nameFlags(edit, cause), { cause });
		throw cause;
	}
}

// Core names options, a command names flags.
function nameFlags({ options }: EditDescription, error: unknown): string {
	return errorText(error).replace(/^(\w+):/, (all, name: string) => (name in options ? `${toFlag(name)}:` : all));
}

function checkNeeded({ needsSome }: EditDescription, given: OptionValues): void {
	if (needsSome === undefined || needsSome.some((name) => given[name] !== undefined)) return;
	const flags = needsSome.map(toFlag);
	throw new UsageError(`use ${flags.slice(0, -1).join(', ')} or ${flags.at(-1)}`);
}
