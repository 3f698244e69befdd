import { LAYOUTS, type LayoutName } from '@handreel/core';
import { InvalidArgumentError } from 'commander';
import type { StopPoint } from '../replay/find-end.ts';

// What commander hands the words after an option to. Each returns the value or says what is possible.

/** A number. */
export function parseNumber(text: string): number {
	const value = Number(text);
	if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It should be a number.');
	return value;
}

/** A number above 0. */
export function parsePositive(text: string): number {
	const value = parseNumber(text);
	if (value <= 0) throw new InvalidArgumentError('It should be a number above 0.');
	return value;
}

/** A number from 0 on. */
export function parseAmount(text: string): number {
	const value = parseNumber(text);
	if (value < 0) throw new InvalidArgumentError('It should be a number from 0 on.');
	return value;
}

/** A whole number from 1 on. */
export function parseCount(text: string): number {
	const value = parseNumber(text);
	if (!Number.isSafeInteger(value) || value < 1)
		throw new InvalidArgumentError('It should be a whole number from 1 on.');
	return value;
}

/** Numbers with commas between them. */
export function parseNumbers(text: string): number[] {
	return text.split(',').map(parseNumber);
}

/** As many numbers with commas between them. */
export function parseVector(size: number): (text: string) => number[] {
	return (text) => {
		const values = parseNumbers(text);
		if (values.length !== size)
			throw new InvalidArgumentError(`It should be ${size} numbers with commas between them.`);
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

/** A marker or a time. */
export function parseStopPoint(text: string): StopPoint {
	try {
		return { text, time: parseTime(text) };
	} catch {
		return { text, time: null };
	}
}

/** Times with commas between them. */
export function parseTimes(text: string): number[] {
	return text.split(',').map(parseTime);
}

/** The name of a layout. */
export function parseLayout(text: string): LayoutName {
	return oneOf(LAYOUTS.map(({ name }) => name))(text);
}

/** One of a few words. */
export function oneOf<T extends string>(words: readonly T[]): (text: string) => T {
	return (text) => {
		const word = words.find((one) => one === text);
		if (word === undefined) throw new InvalidArgumentError(`It should be one of ${words.join(', ')}.`);
		return word;
	};
}

/** Some of a few words, with commas between them. */
export function someOf<T extends string>(words: readonly T[]): (text: string) => T[] {
	return (text) => text.split(',').map(oneOf(words));
}
