import { LAYOUTS, type LayoutName } from '@handreel/core';
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

/** The name of a layout. */
export function parseLayout(text: string): LayoutName {
	return oneOf(LAYOUTS.map(({ name }) => name))(text);
}

/** One of the given words. */
export function oneOf<T extends string>(words: readonly T[]): (text: string) => T {
	return (text) => {
		const word = words.find((candidate) => candidate === text);
		if (word === undefined) throw new InvalidArgumentError(`Must be one of: ${words.join(', ')}.`);
		return word;
	};
}

/** Comma-separated words out of the given words. */
export function someOf<T extends string>(words: readonly T[]): (text: string) => T[] {
	return (text) => text.split(',').map(oneOf(words));
}
