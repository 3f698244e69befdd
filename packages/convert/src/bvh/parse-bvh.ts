import { RecordingError } from '@handreel/core';
import { quoteValue, type ReadBudget } from '@handreel/core/internal';

/** A joint of a file. */
export interface BvhJoint {
	readonly name: string;
	/** The index of the parent, or −1. */
	readonly parent: number;
	readonly offset: readonly number[];
	/** The index of its first channel in a row. */
	readonly firstChannel: number;
	/** Names such as `xposition`. */
	readonly channels: readonly string[];
}

/** A file. */
export interface BvhFile {
	readonly joints: readonly BvhJoint[];
	readonly frameTime: number;
	readonly frameCount: number;
	readonly channelCount: number;
	/** Row after row. */
	readonly values: Float64Array;
}

/** Placing a joint in a frame costs about as much as decoding this many values. */
const JOINT_STEPS = 16;
/** Memory of a joint, with its lists and its pose. */
const JOINT_BYTES = 512;

const CHANNEL = /^[xyz](position|rotation)$/;

/** Parses a BVH file. Throws `bad-bvh` with the line, and `too-large`. */
export function parseBvh(text: string, budget: ReadBudget): BvhFile {
	const tokens = new Tokens(text);
	tokens.expect('hierarchy');
	const joints: BvhJoint[] = [];
	let channelCount = 0;
	while (tokens.peek().toLowerCase() === 'root') {
		tokens.next();
		channelCount = parseTree(tokens, joints, channelCount, budget);
	}
	if (joints.length === 0) tokens.fail('there is no ROOT');
	tokens.expect('motion');
	tokens.expect('frames:');
	const frameCount = tokens.readCount();
	tokens.expect('frame');
	tokens.expect('time:');
	const frameTime = tokens.readNumber();
	if (!(frameTime > 0)) tokens.fail(`frame time ${frameTime} is not above 0`);
	// Each number takes two characters or more, so the length of the text limits the memory.
	if (frameCount * channelCount * 2 > text.length + 1)
		tokens.fail(`${frameCount} frames of ${channelCount} channels do not fit into the text`);
	// Joints may have no channels, so that frames take no text.
	budget.chargeSteps(JOINT_STEPS * frameCount * joints.length);
	budget.chargeBytes(8 * frameCount * channelCount);
	const values = new Float64Array(frameCount * channelCount);
	for (let i = 0; i < values.length; i++) values[i] = tokens.readNumber();
	if (!tokens.isAtEnd) tokens.fail(`there is text after the last frame: ${quoteValue(tokens.peek())}`);
	return { joints, frameTime, frameCount, channelCount, values };
}

// Parses a root with everything below it, without recursion: files may be nested as deep as they like.
function parseTree(tokens: Tokens, joints: BvhJoint[], firstChannel: number, budget: ReadBudget): number {
	const open: number[] = [];
	let nextChannel = firstChannel;
	let parent = -1;
	do {
		// The name of a joint may have spaces.
		const name = tokens.readLine();
		tokens.expect('{');
		tokens.expect('offset');
		const offset = [tokens.readNumber(), tokens.readNumber(), tokens.readNumber()];
		tokens.expect('channels');
		const count = tokens.readCount();
		if (count > 6) tokens.fail(`${count} channels are more than 6`);
		const channels = Array.from({ length: count }, () => {
			const channel = tokens.next().toLowerCase();
			return CHANNEL.test(channel) ? channel : tokens.fail(`${quoteValue(channel)} is not a channel`);
		});
		budget.chargeBytes(JOINT_BYTES);
		open.push(joints.length);
		joints.push({ name, parent, offset, firstChannel: nextChannel, channels });
		nextChannel += count;
		let word = tokens.next().toLowerCase();
		while (word !== 'joint' && open.length > 0) {
			if (word === 'end') skipEnd(tokens);
			else if (word === '}') open.pop();
			else tokens.fail(`${quoteValue(word)} is not expected here`);
			if (open.length > 0) word = tokens.next().toLowerCase();
		}
		parent = open[open.length - 1] ?? -1;
	} while (open.length > 0);
	return nextChannel;
}

function skipEnd(tokens: Tokens): void {
	tokens.readLine();
	tokens.expect('{');
	tokens.expect('offset');
	for (let i = 0; i < 3; i++) tokens.readNumber();
	tokens.expect('}');
}

/** The words of a text, one after the other. */
class Tokens {
	readonly #text: string;
	#at = 0;

	constructor(text: string) {
		this.#text = text;
		this.#skipSpace();
	}

	get isAtEnd(): boolean {
		return this.#at >= this.#text.length;
	}

	/** The next word, which stays there; empty at the end. */
	peek(): string {
		return this.#text.slice(this.#at, this.#findEnd());
	}

	next(): string {
		if (this.isAtEnd) this.fail('the text ends too early');
		const end = this.#findEnd();
		const word = this.#text.slice(this.#at, end);
		this.#at = end;
		this.#skipSpace();
		return word;
	}

	/** The rest of the line up to a brace. */
	readLine(): string {
		const [line = ''] = /^[^\n{]*/.exec(this.#text.slice(this.#at, this.#at + 1000)) ?? [];
		this.#at += line.length;
		this.#skipSpace();
		return line.trim();
	}

	expect(word: string): void {
		const found = this.peek();
		if (found.toLowerCase() !== word) this.fail(`expected ${word.toUpperCase()}, found ${quoteValue(found)}`);
		this.next();
	}

	readNumber(): number {
		const word = this.peek();
		const value = Number(word);
		if (word === '' || !Number.isFinite(value)) this.fail(`${quoteValue(word)} is not a number`);
		this.next();
		return value;
	}

	readCount(): number {
		const value = this.readNumber();
		return Number.isSafeInteger(value) && value >= 0 ? value : this.fail(`${value} is not a count`);
	}

	fail(reason: string): never {
		const line = this.#text.slice(0, this.#at).split('\n').length;
		const message = `line ${line}: ${reason}`;
		throw new RecordingError({ code: 'bad-bvh', severity: 'error', message, path: '', byteOffset: null, time: null });
	}

	#findEnd(): number {
		let end = this.#at;
		while (end < this.#text.length && this.#text.charCodeAt(end) > 0x20) end++;
		return end;
	}

	#skipSpace(): void {
		while (this.#at < this.#text.length && this.#text.charCodeAt(this.#at) <= 0x20) this.#at++;
	}
}
