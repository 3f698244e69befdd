// A trace of the range coder for the only block of a small reel: every symbol of the clock and of the first vectors, and the state after
// each vector. This decoder is a second one, as simple as REEL.md describes it.

import { REEL_MAGIC } from '../../packages/core/src/codec/signatures.ts';
import { ReadBudget } from '../../packages/core/src/issue/budget.ts';
import { openChunk, readChunk } from '../../packages/core/src/reel/chunks.ts';
import { codeClock } from '../../packages/core/src/reel/clock.ts';
import { listVectors } from '../../packages/core/src/reel/groups.ts';
import { readHead } from '../../packages/core/src/reel/head.ts';
import { BLOCK_CONTEXTS, KeyBlockCoder } from '../../packages/core/src/reel/key-block.ts';
import type { BitCoder } from '../../packages/core/src/reel/range-coder.ts';

const MOST_SYMBOLS = 400;

class TraceDecoder implements BitCoder {
	readonly isReading = true;
	readonly isOverrun = false;
	readonly lines: string[] = [];
	readonly #contexts = Array.from({ length: BLOCK_CONTEXTS }, () => ({ zero: 16_384, count: 1 }));
	readonly #bytes: Uint8Array;
	#at: number;
	#range = 0xffff_ffff;
	#code = 0;
	#symbols = 0;

	constructor(bytes: Uint8Array, start: number) {
		this.#bytes = bytes;
		this.#at = start;
		for (let i = 0; i < 4; i++) this.#code = this.#code * 256 + this.#next();
	}

	get state(): string {
		return `range ${this.#range} code ${this.#code} next byte ${this.#at}`;
	}

	codeBit(context: number): number {
		const state = this.#contexts[context]!;
		const { zero, count } = state;
		const bound = Math.floor(this.#range / 32_768) * zero;
		const rate = Math.floor(655_360 / (10 * count + 16));
		const bit = this.#code < bound ? 0 : 1;
		if (bit === 0) {
			this.#range = bound;
			state.zero += Math.floor(((32_768 - zero) * rate) / 65_536);
		} else {
			this.#code -= bound;
			this.#range -= bound;
			state.zero -= Math.floor((zero * rate) / 65_536);
		}
		state.count = Math.min(count + 1, 127);
		this.#fill();
		this.#log(`bit ${bit} (p ${zero}, n ${count})`);
		return bit;
	}

	codeBits(count: number): number {
		if (count > 12) return (this.codeBits(count - 12) << 12) | this.codeBits(12);
		this.#range = Math.floor(this.#range / 2 ** count);
		const value = Math.min(Math.floor(this.#code / this.#range), 2 ** count - 1);
		this.#code -= this.#range * value;
		this.#fill();
		this.#log(`bits(${count}) ${value}`);
		return value;
	}

	#fill(): void {
		while (this.#range < 2 ** 24) {
			this.#range *= 256;
			this.#code = (this.#code * 256 + this.#next()) % 2 ** 32;
		}
	}

	#log(text: string): void {
		if (this.#symbols++ < MOST_SYMBOLS) this.lines.push(`  ${text}: ${this.state}`);
	}

	#next(): number {
		return this.#bytes[this.#at++] ?? 0;
	}
}

/** Returns the trace as text. Offsets count from the start of the file. */
export function traceReel(file: Uint8Array): string {
	const budget = new ReadBudget({ bytes: Number.POSITIVE_INFINITY, steps: Number.POSITIVE_INFINITY }, 0);
	const chunk = readChunk(file, REEL_MAGIC.length);
	const cursor = openChunk(chunk, budget);
	const head = readHead(cursor);
	if (cursor.readByte() !== 1) throw new Error('not an exact block');
	const clock = new Int32Array(cursor.readCount(1000));
	const coder = new TraceDecoder(file, chunk.contentOffset + cursor.at);
	const lines = [
		`${clock.length} times; the stream starts at byte ${chunk.contentOffset + cursor.at}`,
		`start: ${coder.state}`,
	];
	const flush = (what: string): void => void lines.push(...coder.lines.splice(0), `${what}: ${coder.state}`);
	codeClock(coder, 0, clock, 0);
	flush('after the clock');
	const vectors = listVectors(head.sections);
	const keys = new KeyBlockCoder(coder, clock, vectors.length, null, budget);
	vectors.forEach((vector, i) => {
		const curves = head.curves.slice(vector.firstCurve, vector.firstCurve + vector.size);
		const words = curves.map(({ stride }) => ({ stride, frames: new Int32Array(), words: new Uint32Array() }));
		keys.codeVector(vector, i, words, () => {});
		flush(`after vector ${i} (${vector.role}, curves ${vector.firstCurve} to ${vector.firstCurve + vector.size - 1})`);
	});
	return `${lines.join('\n')}\n`;
}
