import type { Command } from 'commander';
import type { Edit } from '../batch/edit.ts';

/** A command: its declaration and its work. */
export interface CommandDefinition {
	/** Adds description, arguments, options, examples and the action. */
	readonly configure: (command: Command) => void;
	/** The edits that the command runs, by the words that call them, such as `markers add`. Threads find them here. */
	readonly edits?: Readonly<Record<string, Edit>>;
}

/** A command in the list of commands. */
export interface CommandEntry {
	readonly name: string;
	readonly summary: string;
	readonly group: string;
	readonly load: () => Promise<CommandDefinition>;
}

/** The part of a help text below the options: examples, and notes if there are any. */
export function formatExamples(examples: readonly string[], notes = ''): string {
	return `\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}${notes === '' ? '' : `\n\n${notes}`}`;
}
