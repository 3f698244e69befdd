import type { KeyEntry } from '../worker/key-edits.ts';

/** An entry for numbers that may differ: the number that all get, or how each changes. */
export type NumberEntry = Pick<KeyEntry, 'operation' | 'number'>;

const PATTERN = /^(\+=|-=|\*=|\/=)?([+-]?)(\d+\.?\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?|infinity)$/i;

/**
 * Reads a number, or a change as in Unity's fields: `+=0.1`, `-=0.1`, `*=2`, `/=2`. A sign alone belongs to the number.
 * Returns `null` for other texts.
 */
export function parseEntry(text: string): NumberEntry | null {
	const match = PATTERN.exec(text.replaceAll(/\s/g, '').replaceAll('−', '-').replace(',', '.'));
	if (match === null) return null;
	const [, operator = '', sign, digits = ''] = match;
	const number = (sign === '-' ? -1 : 1) * (/^infinity$/i.test(digits) ? Number.POSITIVE_INFINITY : Number(digits));
	if (operator === '') return { operation: 'set', number };
	if (operator === '*=') return { operation: 'multiply', number };
	if (operator === '/=') return number === 0 ? null : { operation: 'multiply', number: 1 / number };
	return { operation: 'add', number: operator === '-=' ? -number : number };
}

/** Reads a time in seconds, or in minutes and seconds: `2.5`, `2,5 s`, `1:02.5`. Returns `null` for other texts. */
export function parseTime(text: string): number | null {
	const plain = text.replaceAll(/\s/g, '').replaceAll('−', '-').replace(',', '.').replace(/s$/i, '');
	const match = /^([+-]?)(?:(\d+):)?(\d+\.?\d*|\.\d+)$/.exec(plain);
	if (match === null) return null;
	const [, sign, minutes = '0', seconds = ''] = match;
	return (sign === '-' ? -1 : 1) * (Number(minutes) * 60 + Number(seconds));
}
