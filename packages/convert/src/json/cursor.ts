import { RecordingError } from '@handreel/core';
import { clipText, MAX_JSON_DEPTH, PATH_LENGTH, quoteValue, type ReadBudget } from '@handreel/core/internal';
import { POWERS_OF_TEN } from '../common/format-float.ts';
import { parseFloatName } from '../common/named-floats.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const PLUS = 0x2b;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
/** Integers of up to 15 digits are exact doubles, so dividing by an exact power of ten rounds only once. */
const EXACT_DIGITS = 15;
/** Memory of a value or the name of a field, beside its text, and of a list or an object. */
const VALUE_BYTES = 32;
const LIST_BYTES = 160;
/** Characters of a value that errors quote. */
const QUOTED_LENGTH = 24;

/**
 * Reads a JSON text from front to back. `JSON.parse` would create an array per key, many times the size of the text, and
 * errors could not tell line and column.
 */
export class JsonCursor {
	readonly #text: string;
	/** What reading may still cost. */
	readonly budget: ReadBudget;
	#at = 0;

	constructor(text: string, budget: ReadBudget) {
		this.#text = text;
		this.budget = budget;
	}

	/** Skips white space and returns the code of the next character, or −1 at the end. */
	peek(): number {
		const text = this.#text;
		let at = this.#at;
		let code = text.charCodeAt(at);
		while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = text.charCodeAt(++at);
		this.#at = at;
		return at < text.length ? code : -1;
	}

	/** Skips a character if it comes next. Returns whether it did. */
	skip(character: string): boolean {
		if (this.peek() !== character.charCodeAt(0)) return false;
		this.#at++;
		return true;
	}

	/** Skips a character that must come next. */
	expect(character: string, path: string): void {
		if (!this.skip(character)) this.fail(path, `expected ${character} but found ${this.#describeNext()}`);
	}

	/** Skips `null` if it comes next. Returns whether it did. */
	skipNull(): boolean {
		this.peek();
		if (!this.#text.startsWith('null', this.#at)) return false;
		this.#at += 4;
		return true;
	}

	/** Fails unless only white space follows. */
	expectEnd(): void {
		if (this.peek() >= 0) this.fail('', `expected the end but found ${this.#describeNext()}`);
	}

	/**
	 * Reads an object and calls the function of each field when the cursor is at its value. Unknown and duplicate fields
	 * are errors. Returns the names of the fields.
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
				this.fail(path, `unknown field ${quoteValue(name)}; expected ${Object.keys(fields).join(', ')}`);
			}
			if (seen.has(name)) {
				this.#at = start;
				this.fail(path, `duplicate field ${quoteValue(name)}`);
			}
			seen.add(name);
			this.expect(':', place);
			read(place);
		} while (this.skip(','));
		this.expect('}', path);
		return seen;
	}

	/** Reads an array and calls `read` with the index of each element when the cursor is at it. */
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
				this.fail(path, 'unescaped control character in a string');
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
		return this.fail(path, 'the string does not end');
	}

	/** Reads a number. `path` is a function, so that only errors cost a string. */
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

	/** Reads a number, or a string that names a number that JSON lacks, and rounds it to float32. */
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

	/** Reads any value. Objects may have any fields, each once. Throws `too-large`. */
	readValue(path: string, depth = 1): unknown {
		const next = this.peek();
		this.budget.chargeBytes(VALUE_BYTES);
		this.budget.checkNesting(depth);
		if (depth > MAX_JSON_DEPTH) this.fail(path, `values may be nested at most ${MAX_JSON_DEPTH} deep`);
		if (next === QUOTE) return this.readString(path);
		if (this.skip('[')) return this.#readElements(path, depth);
		if (this.skip('{')) return this.#readFields(path, depth);
		if (next === MINUS || (next >= ZERO && next <= NINE)) return this.readNumber(() => path);
		for (const value of [null, true, false]) {
			if (!this.#text.startsWith(String(value), this.#at)) continue;
			this.#at += String(value).length;
			return value;
		}
		return this.fail(path, `expected a value but found ${this.#describeNext()}`);
	}

	#readElements(path: string, depth: number): unknown[] {
		this.budget.chargeBytes(LIST_BYTES);
		const elements: unknown[] = [];
		if (this.skip(']')) return elements;
		do elements.push(this.readValue(`${path}[${elements.length}]`, depth + 1));
		while (this.skip(','));
		this.expect(']', path);
		return elements;
	}

	#readFields(path: string, depth: number): object {
		this.budget.chargeBytes(LIST_BYTES);
		if (this.skip('}')) return {};
		const fields = new Map<string, unknown>();
		do {
			this.peek();
			const start = this.#at;
			const name = this.readString(path);
			if (fields.has(name)) {
				this.#at = start;
				this.fail(path, `duplicate field ${quoteValue(name)}`);
			}
			this.budget.chargeBytes(VALUE_BYTES + name.length);
			this.expect(':', `${path}.${name}`);
			fields.set(name, this.readValue(`${path}.${name}`, depth + 1));
		} while (this.skip(','));
		this.expect('}', path);
		// Unlike an assignment, this also takes the name `__proto__`.
		return Object.fromEntries(fields);
	}

	/** Throws `bad-json` with the line and column of the cursor. */
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
		const short = clipText(path, PATH_LENGTH);
		const message = path === '' ? `${place}: ${reason}` : `${place}: ${short}: ${reason}`;
		const issue = { severity: 'error', message, path: short, byteOffset: null, time: null } as const;
		throw new RecordingError({ code: 'bad-json', ...issue });
	}

	#describeNext(): string {
		if (this.peek() < 0) return 'the end of the text';
		const rest = this.#text.slice(this.#at, this.#at + QUOTED_LENGTH + 1);
		const [token = ''] = /^(?:"[^"\n]*"?|[^\s,:[\]{}"]+|.)/s.exec(rest) ?? [];
		return token.length > QUOTED_LENGTH ? `${token.slice(0, QUOTED_LENGTH)}…` : token;
	}
}
