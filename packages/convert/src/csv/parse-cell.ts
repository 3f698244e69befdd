type Fail = (reason: string) => never;

/** Parses a time: a finite number that float32 can hold. Does not round it. */
export function parseTimeCell(cell: string, fail: Fail): number {
	const time = parseNumber(cell, fail);
	return Number.isFinite(time) && Number.isFinite(Math.fround(time)) ? time : fail(`${quote(cell)} is not a time`);
}

/** Parses a number and rounds it to float32. Accepts the NaN and infinities of pandas and of this package. */
export function parseFloatCell(cell: string, fail: Fail): number {
	const value = parseNumber(cell, fail);
	const rounded = Math.fround(value);
	if (Number.isFinite(value) && !Number.isFinite(rounded)) fail(`${quote(cell)} is too large for a float32 number`);
	return rounded;
}

/** Parses 1, 0, true or false. */
export function parseStateCell(cell: string, fail: Fail): number {
	const word = cell.toLowerCase();
	if (word === '1' || word === 'true' || word === '1.0') return 1;
	if (word === '0' || word === 'false' || word === '0.0') return 0;
	return fail(`${quote(cell)} is neither 0 nor 1`);
}

function parseNumber(cell: string, fail: Fail): number {
	const value = Number(cell);
	// Hexadecimal, octal and binary numbers start with a zero and a letter.
	if (cell !== '' && !Number.isNaN(value) && !/^0[a-z]/i.test(cell)) return value;
	const word = cell.toLowerCase();
	if (word === 'nan') return Number.NaN;
	if (/^[+-]?inf(?:inity)?$/.test(word))
		return word.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
	if (/^[+-]?\d+,\d+(?:e[+-]?\d+)?$/.test(word)) return Number(word.replace(',', '.'));
	return fail(cell === '' ? 'the cell is empty' : `${quote(cell)} is not a number`);
}

function quote(cell: string): string {
	return JSON.stringify(cell.length > 24 ? `${cell.slice(0, 24)}…` : cell);
}
