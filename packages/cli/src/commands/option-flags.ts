import type { Option, OptionTable } from '@handreel/core';
import { describeValues, fitsOption } from '@handreel/core/internal';
import { type Command, InvalidArgumentError } from 'commander';
import { oneOf, parseJsonFile, parseNumber, parseTime, parseVector, someOf } from './parse-arguments.ts';

/** The flag of an option: `minCutoff` → `--min-cutoff`. Commander turns it back into the name of the option. */
export function toFlag(name: string): string {
	return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Adds the options of a table as flags. */
export function addOptionFlags(command: Command, table: OptionTable): Command {
	for (const [name, option] of Object.entries(table)) addFlag(command, name, option, listDefaults(option));
	return command;
}

/** Something that has options, such as a format. */
interface OptionTaker {
	readonly name: string;
	readonly options: OptionTable;
}

/**
 * Adds the options of several things as flags, each once. The help states which of them take an option.
 *
 * @param names - which options. Default: all but those for programs.
 */
export function addSharedFlags(
	command: Command,
	takers: readonly OptionTaker[],
	names: readonly string[] = listFlagNames(takers),
): Command {
	for (const name of names) {
		const found = takers.flatMap((taker) =>
			taker.options[name] === undefined ? [] : [{ taker: taker.name, option: taker.options[name] }],
		);
		const option = mergeOptions(found.map((entry) => entry.option));
		const isShared = found.length === takers.length;
		const only = isShared
			? []
			: [
					`${found
						.map(({ taker }) => taker)
						.join(', ')
						.replace(/, ([^,]*)$/, ' and $1')} only`,
				];
		addFlag(command, name, option, [...only, ...listSharedDefaults(found)]);
	}
	return command;
}

/** The names of the options that are flags. */
export function listFlagNames(takers: readonly OptionTaker[]): string[] {
	const names = takers.flatMap(({ options }) => Object.keys(options).filter((name) => !options[name]!.isForPrograms));
	return [...new Set(names)];
}

// Things may know different words.
function mergeOptions(options: readonly Option[]): Option {
	const first = options[0]!;
	const text = [...new Set(options.map((option) => option.text))].join('; ');
	if (first.type !== 'choice') return { ...first, text };
	const choices = options.flatMap((option) => (option.type === 'choice' ? option.choices : []));
	return { ...first, text, choices: [...new Set(choices)] };
}

// A default that most share comes last.
function listSharedDefaults(found: readonly { readonly taker: string; readonly option: Option }[]): string[] {
	const takers = new Map<string, string[]>();
	for (const { taker, option } of found) {
		for (const text of listDefaults(option)) takers.set(text, [...(takers.get(text) ?? []), taker]);
	}
	const texts = [...takers].sort(([, a], [, b]) => a.length - b.length).map(([text]) => text);
	if (texts.length < 2) return texts;
	const others = texts.slice(0, -1).map((text) => `${text} for ${takers.get(text)!.join(', ')}`);
	return [`${others.join(', ')}, otherwise ${texts.at(-1)!.replace('default: ', '')}`];
}

function addFlag(command: Command, name: string, option: Option, notes: readonly string[]): void {
	const value = nameValue(option);
	const flag = value === null ? toFlag(name) : `${toFlag(name)} <${value}>`;
	const text = describeOption(option, notes);
	if (value === null) command.option(flag, text);
	else if (option.isRequired) command.requiredOption(flag, text, createParser(option));
	else command.option(flag, text, createParser(option));
}

const UNIT_NAMES: Readonly<Record<string, string>> = {
	s: 'seconds',
	Hz: 'hz',
	m: 'meters',
	mm: 'millimeters',
	'°': 'degrees',
};

// The placeholder of the value in the help; `null` for flags.
function nameValue(option: Option): string | null {
	switch (option.type) {
		case 'number':
			return UNIT_NAMES[option.unit ?? ''] ?? 'number';
		case 'vector':
			return option.axes.join(',');
		case 'choice':
			return 'name';
		case 'list':
			return 'names';
		case 'flag':
			return null;
		case 'text':
			return 'text';
		case 'data':
			return 'file';
	}
}

function describeOption(option: Option, notes: readonly string[]): string {
	const words = 'choices' in option && option.choices !== undefined ? `: ${option.choices.join(', ')}` : '';
	return `${option.text}${words}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`;
}

function listDefaults(option: Option): string[] {
	const value = 'default' in option && option.type !== 'flag' ? String(option.default) : option.otherwise;
	return value === undefined ? [] : [`default: ${value}`];
}

function createParser(option: Option): (text: string) => unknown {
	switch (option.type) {
		case 'number': {
			const parse = option.unit === 's' ? parseTime : parseNumber;
			return checkValue(option, parse);
		}
		case 'vector':
			return checkValue(option, parseVector(option.axes.length));
		case 'choice':
			return oneOf(option.choices);
		case 'list':
			return option.choices === undefined ? parseWords : someOf(option.choices);
		case 'data':
			return parseJsonFile;
		default:
			return (text) => text;
	}
}

function parseWords(text: string): string[] {
	return text.split(',').map((word) => word.trim());
}

function checkValue(option: Option, parse: (text: string) => unknown): (text: string) => unknown {
	return (text) => {
		const value = parse(text);
		if (!fitsOption(option, value)) throw new InvalidArgumentError(`Must be ${describeValues(option)}.`);
		return value;
	};
}
