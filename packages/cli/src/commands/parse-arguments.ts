import { readFileSync } from 'node:fs';
import { SPACES, type SpaceName } from '@handreel/core';
import { listSimilarNames } from '@handreel/core/internal';
import { InvalidArgumentError } from 'commander';
import type { StopPoint } from '../replay/find-end.ts';

// Parsers for the values of options. Each returns the value or throws an error that describes valid values.

/** A number. */
export function parseNumber(text: string): number {
	const value = Number(text);
	if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('Must be a number.');
	return value;
}

/** A number greater than 0. */
export function parsePositive(text: string): number {
	const value = parseNumber(text);
	if (value <= 0) throw new InvalidArgumentError('Must be greater than 0.');
	return value;
}

/** A number that is 0 or greater. */
export function parseAmount(text: string): number {
	const value = parseNumber(text);
	if (value < 0) throw new InvalidArgumentError('Must be 0 or greater.');
	return value;
}

/** An integer that is 1 or greater. */
export function parseCount(text: string): number {
	const value = parseNumber(text);
	if (!Number.isSafeInteger(value) || value < 1) throw new InvalidArgumentError('Must be an integer, 1 or greater.');
	return value;
}

/** An integer. */
export function parseInteger(text: string): number {
	const value = parseNumber(text);
	if (!Number.isSafeInteger(value)) throw new InvalidArgumentError('Must be an integer.');
	return value;
}

/** A vector of `size` comma-separated numbers. */
export function parseVector(size: number): (text: string) => number[] {
	return (text) => {
		const values = text.split(',').map(parseNumber);
		if (values.length !== size) throw new InvalidArgumentError(`Must be ${size} comma-separated numbers.`);
		return values;
	};
}

/** Seconds, or minutes and seconds: `83.5`, `1:23.5`. */
export function parseTime(text: string): number {
	const match = /^(-?)(\d+):(\d\d(?:\.\d*)?)$/.exec(text);
	if (match === null) return parseNumber(text);
	const seconds = Number(match[2]) * 60 + Number(match[3]);
	return match[1] === '-' ? -seconds : seconds;
}

/** Comma-separated times. */
export function parseTimes(text: string): number[] {
	return text.split(',').map(parseTime);
}

/** A marker or a time. */
export function parseStopPoint(text: string): StopPoint {
	try {
		return { text, time: parseTime(text) };
	} catch {
		return { text, time: null };
	}
}

/** The object in a JSON file. */
export function parseJsonFile(path: string): Readonly<Record<string, unknown>> {
	try {
		const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
		if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
	} catch (error) {
		throw new InvalidArgumentError(`Cannot read it: ${error instanceof Error ? error.message : error}`);
	}
	throw new InvalidArgumentError('Must be a JSON file with an object.');
}

/** A parser of words. Shell completion offers the words. */
export interface WordParser<T, W extends string = string> {
	(text: string): T;
	readonly words: readonly W[];
	/** Whether several words may be given, separated by commas. */
	readonly isList: boolean;
}

/** One of the given words. */
export function oneOf<W extends string>(words: readonly W[]): WordParser<W, W> {
	return Object.assign((text: string) => findWord(text, words), { words, isList: false });
}

/** Comma-separated words out of the given words. */
export function someOf<W extends string>(words: readonly W[]): WordParser<W[], W> {
	const parse = (text: string): W[] => text.split(',').map((part) => findWord(part, words));
	return Object.assign(parse, { words, isList: true });
}

/** The names of all coordinate systems, for help. */
export const SPACE_NAMES: string = /* @__PURE__ */ Object.keys(SPACES).join(', ');

/** Parses the name of a coordinate system. */
export const parseSpace: WordParser<SpaceName> = /* @__PURE__ */ oneOf(Object.keys(SPACES) as SpaceName[]);

/** Errors list all words up to this number, and the nearest words otherwise. */
const MAX_LISTED = 12;
const MAX_NEAREST = 3;

function findWord<W extends string>(text: string, words: readonly W[]): W {
	const word = words.find((candidate) => candidate === text);
	if (word !== undefined) return word;
	if (words.length <= MAX_LISTED) throw new InvalidArgumentError(`Must be one of: ${words.join(', ')}.`);
	const nearest = listSimilarNames(text, words).slice(0, MAX_NEAREST);
	throw new InvalidArgumentError(
		`'${text}' is unknown${nearest.length === 0 ? '' : `; similar names: '${nearest.join("', '")}'`}.`,
	);
}

/** Parses a port. */
export function parsePort(text: string): number {
	const port = Number(text);
	if (!/^\d+$/.test(text) || port > 65535) throw new InvalidArgumentError('Must be an integer from 0 to 65535.');
	return port;
}

/** The default port of `handreel capture`. It is fixed, because a headset keeps unsent takes under the address of the page. */
export const CAPTURE_PORT = 4160;

/** Parses the address of a server. */
export function parseUrl(text: string): URL {
	const url = URL.canParse(text) ? new URL(text) : null;
	if (url === null || !/^https?:$/.test(url.protocol))
		throw new InvalidArgumentError('Must be an http or https URL, for example http://localhost:5173.');
	return url;
}
