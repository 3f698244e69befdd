import { RecordingError } from '@handreel/core';
import { POWERS_OF_TEN } from '../common/format-float.ts';
import { parseFloatName } from '../common/named-floats.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const PLUS = 0x2b;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
/** Decimals of so many digits, divided by a power of ten up to 10^22, are exact doubles divided by exact doubles. */
const EXACT_DIGITS = 15;
/** How much of a wrong value is quoted in an error. */
const QUOTED_LENGTH = 24;

/**
 * A place in a JSON text, and what stands there. Not `JSON.parse`, which makes an array for each key (many times the
 * size of the text) and forgets where things were.
 */
export class JsonCursor {
	readonly #text: string;
	#at = 0;

	constructor(text: string) {
		this.#text = text;
	}

	/** Steps over white space and returns the code of the next character, or −1 at the end. */
	peek(): number {
		const text = this.#text;
		let at = this.#at;
		let code = text.charCodeAt(at);
		while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = text.charCodeAt(++at);
		this.#at = at;
		return at < text.length ? code : -1;
	}

	/** Steps over a character if it is the next one. */
	skip(character: string): boolean {
		if (this.peek() !== character.charCodeAt(0)) return false;
		this.#at++;
		return true;
	}

	/** Steps over a character that must come next. */
	expect(character: string, path: string): void {
		if (!this.skip(character)) this.fail(path, `expected ${character} but found ${this.#describeNext()}`);
	}

	/** Steps over `null` if it comes next. */
	skipNull(): boolean {
		this.peek();
		if (!this.#text.startsWith('null', this.#at)) return false;
		this.#at += 4;
		return true;
	}

	/** Nothing but white space may follow. */
	expectEnd(): void {
		if (this.peek() >= 0) this.fail('', `expected the end but found ${this.#describeNext()}`);
	}

	/**
	 * Reads an object, calling the function of each field when the cursor is at its value. Fields that are not in the
	 * list, or come twice, are errors. Returns the names of the fields that were there.
	 */
	readObject(path: string, fields: Readonly<Record<string, (path: string) => void>>): Set<string> {
		this.expect('{', path);
		const seen = new Set<string>();
		if (this.skip('}')) return seen;
		do {
			this.peek();
			const start = this.#at;
			const name = this.readString(path);
			const place = path === '' ? name : `${path}.${name}`;
			const read = Object.hasOwn(fields, name) ? fields[name] : undefined;
			if (read === undefined) {
				this.#at = start;
				this.fail(path, `unknown field ${JSON.stringify(name)}; expected ${Object.keys(fields).join(', ')}`);
			}
			if (seen.has(name)) {
				this.#at = start;
				this.fail(path, `field ${JSON.stringify(name)} comes twice`);
			}
			seen.add(name);
			this.expect(':', place);
			read(place);
		} while (this.skip(','));
		this.expect('}', path);
		return seen;
	}

	/** Reads an array, calling `read` with the index of each element when the cursor is at it. */
	readArray(path: string, read: (index: number) => void): void {
		this.expect('[', path);
		if (this.skip(']')) return;
		let index = 0;
		do read(index++);
		while (this.skip(','));
		this.expect(']', path);
	}

	/** Reads a string. */
	readString(path: string): string {
		if (this.peek() !== QUOTE) this.fail(path, `expected a string but found ${this.#describeNext()}`);
		const text = this.#text;
		let isPlain = true;
		for (let i = this.#at + 1; i < text.length; i++) {
			const code = text.charCodeAt(i);
			if (code === BACKSLASH) {
				isPlain = false;
				i++;
			} else if (code < 0x20) {
				this.#at = i;
				this.fail(path, 'a string holds a control character, which must be escaped');
			} else if (code === QUOTE) {
				const start = this.#at;
				if (isPlain) {
					this.#at = i + 1;
					return text.slice(start + 1, i);
				}
				try {
					const value = JSON.parse(text.slice(start, i + 1)) as string;
					this.#at = i + 1;
					return value;
				} catch {
					this.fail(path, `malformed escape in ${this.#describeNext()}`);
				}
			}
		}
		return this.fail(path, 'a string does not end');
	}

	/** Reads a number. `path` may be a function, so that no text is made for the millions of numbers that are fine. */
	readNumber(path: () => string): number {
		this.peek();
		const text = this.#text;
		const start = this.#at;
		let i = start;
		if (text.charCodeAt(i) === MINUS) i++;
		const isNegative = i > start;
		const firstDigit = i;
		let mantissa = 0;
		let code = text.charCodeAt(i);
		for (; code >= ZERO && code <= NINE; code = text.charCodeAt(++i)) mantissa = mantissa * 10 + (code - ZERO);
		let digits = i - firstDigit;
		let isFine = digits === 1 || (digits > 1 && text.charCodeAt(firstDigit) !== ZERO);
		let decimals = 0;
		if (code === DOT) {
			const from = i + 1;
			code = text.charCodeAt(++i);
			for (; code >= ZERO && code <= NINE; code = text.charCodeAt(++i)) mantissa = mantissa * 10 + (code - ZERO);
			decimals = i - from;
			digits += decimals;
			isFine &&= decimals > 0;
		}
		let hasExponent = false;
		if (code === 0x65 || code === 0x45) {
			hasExponent = true;
			code = text.charCodeAt(++i);
			if (code === PLUS || code === MINUS) code = text.charCodeAt(++i);
			const from = i;
			for (; code >= ZERO && code <= NINE; code = text.charCodeAt(++i));
			isFine &&= i > from;
		}
		if (!isFine) this.fail(path(), `${this.#describeNext()} is not a number`);
		this.#at = i;
		if (hasExponent || digits > EXACT_DIGITS) return Number(text.slice(start, i));
		const value = mantissa / POWERS_OF_TEN[decimals]!;
		return isNegative ? -value : value;
	}

	/** Reads a number or one of the strings that stand for numbers that JSON lacks; rounds it to float32. */
	readFloat(path: () => string): number {
		if (this.peek() === QUOTE) {
			const start = this.#at;
			const named = parseFloatName(this.readString(path()));
			if (named !== null) return named;
			this.#at = start;
			return this.fail(path(), `${this.#describeNext()} is not a number; strings may be NaN, Infinity, -Infinity, -0`);
		}
		const start = this.#at;
		const value = Math.fround(this.readNumber(path));
		if (Number.isFinite(value)) return value;
		this.#at = start;
		return this.fail(path(), `${this.#describeNext()} is too large for a float32 number`);
	}

	/** Reads a 32-bit integer. */
	readInteger(path: () => string): number {
		this.peek();
		const start = this.#at;
		const value = this.readNumber(path);
		if ((value | 0) === value) return value | 0;
		this.#at = start;
		return this.fail(path(), `${this.#describeNext()} is not a 32-bit integer`);
	}

	/** Throws the error for a text that cannot be read, with the line and column of the cursor. */
	fail(path: string, reason: string): never {
		this.peek();
		let line = 1;
		let lineStart = 0;
		for (;;) {
			const next = this.#text.indexOf('\n', lineStart) + 1;
			if (next === 0 || next > this.#at) break;
			line++;
			lineStart = next;
		}
		const column = this.#at - lineStart + 1;
		const place = `line ${line}, column ${column}`;
		const message = path === '' ? `${place}: ${reason}` : `${place}: ${path}: ${reason}`;
		throw new RecordingError({ code: 'bad-json', severity: 'error', message, path, byteOffset: null, time: null });
	}

	#describeNext(): string {
		if (this.peek() < 0) return 'the end of the text';
		const rest = this.#text.slice(this.#at, this.#at + QUOTED_LENGTH + 1);
		const [token = ''] = /^(?:"[^"\n]*"?|[^\s,:[\]{}"]+|.)/s.exec(rest) ?? [];
		return token.length > QUOTED_LENGTH ? `${token.slice(0, QUOTED_LENGTH)}…` : token;
	}
}
