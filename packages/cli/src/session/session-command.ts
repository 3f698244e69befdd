import { listSimilarNames } from '@handreel/core/internal';
import type { PageSession } from '../act/page-session.ts';
import type { SessionArguments, SessionResult } from '../act/result.ts';

/** What a parameter takes. A `file` is a path, which the caller makes absolute. */
export type ParameterKind = 'text' | 'number' | 'integer' | 'flag' | 'choice' | 'file' | 'list';

/** A parameter of a command: an argument in its place on the command line, or an option. */
export interface Parameter {
	readonly name: string;
	readonly kind: ParameterKind;
	/** One phrase. */
	readonly summary: string;
	/** Whether it is an argument; the others are options. */
	readonly isArgument?: true;
	readonly isRequired?: true;
	readonly choices?: readonly string[];
	readonly default?: number;
	readonly least?: number;
	readonly most?: number;
	/** The ends of file names. */
	readonly extensions?: readonly string[];
	/** A file that is written, not read. */
	readonly isOutput?: true;
	/** How the value is called in help. Default: its kind. */
	readonly value?: string;
}

/** A command, from which help, completion, schemas and the documents for models come. */
export interface CommandDescription {
	readonly name: string;
	/** What it does, in a sentence. */
	readonly description: string;
	readonly parameters: readonly Parameter[];
	readonly examples: readonly string[];
	/** More, below the examples. */
	readonly notes?: string;
}

/** A command that acts on a session. */
export interface SessionCommand extends CommandDescription {
	readonly run: (session: PageSession, args: SessionArguments) => Promise<SessionResult>;
}

/** Characters of a text. */
const MAX_TEXT = 20_000;
const MAX_LIST = 20;

/**
 * Checks arguments that come from anybody, and adds defaults. Throws `TypeError` that names the argument: unknown names, missing and
 * wrong values.
 */
export function checkArguments({ name: command, parameters }: CommandDescription, given: unknown): SessionArguments {
	if (typeof given !== 'object' || given === null || Array.isArray(given))
		throw new TypeError(`${command}: the arguments are not an object`);
	const names = parameters.map(({ name }) => name);
	for (const name of Object.keys(given)) {
		if (names.includes(name)) continue;
		const nearest = listSimilarNames(name.slice(0, 60), names)[0];
		const hint = nearest === undefined ? '' : `; the nearest is '${nearest}'`;
		throw new TypeError(
			`${command}: there is no argument '${name.slice(0, 60)}'${hint}; arguments: ${names.join(', ') || 'none'}`,
		);
	}
	const checked: Record<string, SessionArguments[string]> = {};
	for (const parameter of parameters) {
		const { name, isRequired, default: standard } = parameter;
		const value: unknown = Object.hasOwn(given, name) ? (given as Readonly<Record<string, unknown>>)[name] : undefined;
		if (value === undefined || value === null) {
			if (isRequired) throw new TypeError(`${command}: the argument '${name}' is missing: ${parameter.summary}`);
			if (standard !== undefined) checked[name] = standard;
			continue;
		}
		const problem = findProblem(parameter, value);
		if (problem !== null) throw new TypeError(`${command}: '${name}' ${problem}`);
		checked[name] = value as SessionArguments[string];
	}
	return checked;
}

function findProblem(parameter: Parameter, value: unknown): string | null {
	const { kind, choices = [], least, most, extensions } = parameter;
	switch (kind) {
		case 'flag':
			return typeof value === 'boolean' ? null : 'is true or false';
		case 'number':
		case 'integer': {
			const isNumber = kind === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value);
			const isInside = Number(value) >= (least ?? -Infinity) && Number(value) <= (most ?? Infinity);
			if (isNumber && isInside) return null;
			const range =
				least === undefined ? '' : most === undefined ? `, ${least} or greater` : ` from ${least} to ${most}`;
			return `is ${kind === 'integer' ? 'an integer' : 'a number'}${range}`;
		}
		case 'choice':
			return choices.includes(value as string) ? null : `is one of ${choices.join(', ')}`;
		case 'list': {
			const isList = Array.isArray(value) && value.length <= MAX_LIST && value.every(isText);
			return isList ? null : `is a list of at most ${MAX_LIST} texts`;
		}
		case 'file':
			if (!isText(value) || value.includes('\0')) return 'is a path';
			return extensions === undefined || extensions.some((end) => value.toLowerCase().endsWith(end))
				? null
				: `ends in ${extensions.join(' or ')}`;
		case 'text':
			return isText(value) ? null : `is a text of 1 to ${MAX_TEXT} characters`;
	}
}

function isText(value: unknown): value is string {
	return typeof value === 'string' && value.length > 0 && value.length <= MAX_TEXT;
}

/** The flag of a parameter that is an option: `frameRate` becomes `--frame-rate`. */
export function toFlag({ name }: Parameter): string {
	return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
