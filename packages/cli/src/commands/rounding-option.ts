import type { Issue, Recording } from '@handreel/core';
import type { RoundingOptions } from '@handreel/core/edit';
import type { Command } from 'commander';
import { type Edited, oneResult } from '../batch/edit.ts';

/** The option of commands that move keys in time. */
export interface RoundingFlags {
	readonly allowRounding?: boolean;
}

/** Adds `--allow-rounding`. */
export function addRoundingOption(command: Command): Command {
	return command.option('--allow-rounding', 'write the result even if rounding to float32 makes different times equal');
}

/** Runs an edit that moves keys in time, and turns warnings about rounding into notes. */
export function editTimes(
	{ allowRounding = false }: RoundingFlags,
	edit: (options: RoundingOptions) => Recording,
): Edited {
	const issues: Issue[] = [];
	const recording = edit({ allowRounding, onIssue: (issue) => issues.push(issue) });
	if (issues.length === 0) return oneResult(recording);
	const notes = issues.map(({ message, code }) => `warning: ${message} (${code})`);
	return oneResult(recording, { notes, report: { issues } });
}
