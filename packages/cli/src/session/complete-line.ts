import { listSimilarNames } from '@handreel/core/internal';
import { CHECK_NAMES } from '../act/checks.ts';
import { SIDE_VERBS } from '../script/verbs.ts';
import { findSessionCommand, SESSION_COMMANDS } from './commands.ts';
import { toFlag } from './session-command.ts';

/** Splits a line into words as a shell does: quotation marks hold words together. Throws `TypeError` if one is missing. */
export function splitWords(line: string): string[] {
	const words: string[] = [];
	let word: string | null = null;
	let quote = '';
	for (const sign of line) {
		if (quote !== '') {
			if (sign === quote) quote = '';
			else word += sign;
		} else if (sign === "'" || sign === '"') {
			quote = sign;
			word ??= '';
		} else if (/\s/.test(sign)) {
			if (word !== null) words.push(word);
			word = null;
		} else word = (word ?? '') + sign;
	}
	if (quote !== '') throw new TypeError(`the quotation mark ${quote} is missing at the end`);
	return word === null ? words : [...words, word];
}

/** Returns what may follow at the end of a line, and the part of the line that it completes. `names` are those of objects. */
export function completeLine(line: string, names: readonly string[]): [matches: string[], part: string] {
	const [, before = '', part = ''] = /^(.*?)([^\s"'(.]*)$/s.exec(line) ?? [];
	const [name = ''] = before.trim().split(/\s+/);
	const isVerb = name === 'do' && /\b(left|right|\))\.$/.test(before);
	const command = findSessionCommand(name);
	const words =
		before.trim() === ''
			? [...SESSION_COMMANDS.map((own) => own.name), 'help', 'exit']
			: isVerb
				? Object.keys(SIDE_VERBS).map((verb) => `${verb}(`)
				: command === undefined
					? []
					: part.startsWith('--')
						? command.parameters.filter(({ isArgument }) => !isArgument).map(toFlag)
						: [...names, ...(name === 'expect' ? CHECK_NAMES : []), ...(name === 'do' ? ['left.', 'right.'] : [])];
	return [words.filter((word) => word.startsWith(part)), part];
}

/** The command that was meant, for an error. */
export function adviseCommand(name: string): string {
	const names = SESSION_COMMANDS.map((own) => own.name);
	const nearest = listSimilarNames(name.slice(0, 60), names)[0];
	return `there is no command '${name.slice(0, 60)}'${nearest === undefined ? '' : `; the nearest is ${nearest}`}`;
}
