import { type ScriptCall, type ScriptStatement, ScriptTextError, type ScriptValue } from './value.ts';

/** Characters of a script. */
const MAX_LENGTH = 20_000;
/** Calls of a statement, values of a list, and options. */
const MAX_ITEMS = 200;

const TOKEN =
	/\s*(?:(?<number>[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)|(?<name>[a-z_]\w*)|(?<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<sign>[.,;:()[\]{}]))/iuy;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t' };

interface Token {
	readonly kind: 'number' | 'name' | 'text' | 'sign' | 'end';
	readonly text: string;
	readonly at: number;
}

/**
 * Parses statements such as `right.reach("handle").pinch().moveTo([0, 1, 0.2])`, separated by semicolons or line breaks. Nothing is
 * evaluated. Throws a `ScriptTextError` that names the place.
 */
export function parseScript(text: string): ScriptStatement[] {
	const parser = new Parser(text);
	const statements: ScriptStatement[] = [];
	for (;;) {
		while (parser.takeSign(';'));
		if (parser.isAtEnd) break;
		statements.push(parser.readStatement());
		if (!parser.isAtEnd && !parser.isNextSign(';') && !parser.isAtLineStart)
			parser.fail('a statement ends with ; or a line break');
	}
	if (statements.length === 0) parser.fail('there is no statement');
	return statements;
}

/** Parses a single value, such as `"drawer"`, `[0, 1, 0]` or `object("drawer")`. */
export function parseValue(text: string): ScriptValue {
	const parser = new Parser(text);
	const value = parser.readValue();
	if (!parser.isAtEnd) parser.fail('nothing may follow the value');
	return value;
}

class Parser {
	readonly #text: string;
	readonly #tokens: readonly Token[];
	#next = 0;

	constructor(text: string) {
		if (text.length > MAX_LENGTH) throw new RangeError(`a script has at most ${MAX_LENGTH} characters`);
		this.#text = text;
		this.#tokens = listTokens(text);
	}

	get isAtEnd(): boolean {
		return this.#token.kind === 'end';
	}

	get isAtLineStart(): boolean {
		const last = this.#tokens[this.#next - 1];
		return last === undefined || this.#text.slice(last.at, this.#token.at).includes('\n');
	}

	isNextSign(sign: string): boolean {
		return this.#token.kind === 'sign' && this.#token.text === sign;
	}

	takeSign(sign: string): boolean {
		if (!this.isNextSign(sign)) return false;
		this.#next++;
		return true;
	}

	fail(problem: string): never {
		throw new ScriptTextError(this.#text, this.#token.at, problem);
	}

	readStatement(): ScriptStatement {
		const first = this.#takeName('a statement starts with left, right, lookAt or walkTo');
		if (!this.isNextSign('.')) return { side: null, calls: [this.#readCall(first)] };
		if (first.text !== 'left' && first.text !== 'right') {
			this.#next--;
			this.fail(`'${first.text}' is neither left nor right`);
		}
		const calls: ScriptCall[] = [];
		while (this.takeSign('.')) {
			calls.push(this.#readCall(this.#takeName('a verb follows the dot')));
			if (calls.length > MAX_ITEMS) this.fail(`a statement has at most ${MAX_ITEMS} calls`);
		}
		return { side: first.text, calls };
	}

	readValue(isInner = false): ScriptValue {
		const token = this.#token;
		this.#next++;
		if (token.kind === 'number') return Number(token.text);
		if (token.kind === 'text') return unquote(token.text);
		if (token.kind === 'name' && (token.text === 'true' || token.text === 'false')) return token.text === 'true';
		if (token.kind === 'name' && token.text === 'object') return this.#readObject();
		if (token.kind === 'sign' && token.text === '[') return this.#readNumbers();
		if (token.kind === 'sign' && token.text === '{' && !isInner) return this.#readOptions();
		this.#next--;
		return this.fail('a value is a number, a text in quotation marks, a list of numbers, object("…") or { … }');
	}

	#readCall({ text, at }: Token): ScriptCall {
		this.#expect('(');
		const args = this.#readList(')', () => this.readValue());
		return { verb: text, args, at };
	}

	#readObject(): ScriptValue {
		this.#expect('(');
		const { kind, text } = this.#token;
		if (kind !== 'text') this.fail('object("…") takes a name, the end of a path, or a reference such as "o4"');
		this.#next++;
		this.#expect(')');
		const query = unquote(text);
		if (!this.isNextSign('.') || !/^(nth|first)$/.test(this.#tokens[this.#next + 1]?.text ?? ''))
			return { kind: 'object', query };
		this.#next++;
		const isFirst = this.#takeName('').text === 'first';
		this.#expect('(');
		const nth = isFirst ? 0 : this.readValue();
		this.#expect(')');
		if (!Number.isSafeInteger(nth)) this.fail('nth(…) takes an integer');
		return { kind: 'object', query, nth: nth as number };
	}

	#readNumbers(): readonly number[] {
		return this.#readList(']', () => {
			const value = this.readValue(true);
			if (typeof value !== 'number') this.fail('a list holds numbers');
			return value as number;
		});
	}

	#readOptions(): ScriptValue {
		const entries = this.#readList('}', () => {
			const { text } = this.#takeName('options are { name: value }');
			this.#expect(':');
			return [text, this.readValue(true)] as const;
		});
		return { kind: 'options', entries };
	}

	#readList<T>(end: string, read: () => T): T[] {
		const items: T[] = [];
		while (!this.takeSign(end)) {
			if (items.length > 0 && !this.takeSign(',')) this.fail(`',' or '${end}' is missing`);
			if (this.takeSign(end)) break;
			items.push(read());
			if (items.length > MAX_ITEMS) this.fail(`a list has at most ${MAX_ITEMS} items`);
		}
		return items;
	}

	#expect(sign: string): void {
		if (!this.takeSign(sign)) this.fail(`'${sign}' is missing`);
	}

	#takeName(problem: string): Token {
		const token = this.#token;
		if (token.kind !== 'name') this.fail(problem);
		this.#next++;
		return token;
	}

	get #token(): Token {
		return this.#tokens[this.#next] ?? this.#tokens[this.#tokens.length - 1]!;
	}
}

function listTokens(text: string): Token[] {
	const tokens: Token[] = [];
	TOKEN.lastIndex = 0;
	let end = 0;
	for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
		const [kind, found] = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined)!;
		end = match.index + match[0].length;
		tokens.push({ kind: kind as Token['kind'], text: found!, at: end - found!.length });
	}
	const rest = text.slice(end);
	if (rest.trim() !== '') {
		const at = end + rest.search(/\S/);
		throw new ScriptTextError(text, at, /^\s*["']/.test(rest) ? 'a quotation mark is missing' : 'this is not allowed');
	}
	return [...tokens, { kind: 'end', text: '', at: text.length }];
}

function unquote(text: string): string {
	return text.slice(1, -1).replace(/\\(.)/gsu, (_, sign: string) => ESCAPES[sign] ?? sign);
}
