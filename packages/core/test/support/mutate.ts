// Damages files in the ways that hurt readers most: at counts, at the seams between curves and at the end.
import { createRandom, type Random } from './random.ts';

type Mutation = (bytes: Uint8Array, random: Random, donor: Uint8Array) => Uint8Array;

const MAX_RUN = 64;
/** Magic number and version. */
const HEADER_SIZE = 16;

/** The mutant of a run: one of the files, rather a small one, damaged. The same seed and run give the same bytes. */
export function createMutant(files: readonly Uint8Array[], seed: number, run: number): Uint8Array {
	const random = createRandom(Math.imul(seed, 0x9e37_79b1) ^ Math.imul(run, 0x85eb_ca6b));
	// The smallest of three: files with all 395 curves are many times slower to read than the others.
	let source = random.pick(files);
	for (let i = 0; i < 2; i++) {
		const other = random.pick(files);
		if (other.length < source.length) source = other;
	}
	const mutant = mutateBytes(source, random, random.pick(files));
	// Damage to magic number and version hides all other damage, so most mutants are spared it.
	if (random.below(8) > 0) mutant.set(source.subarray(0, Math.min(HEADER_SIZE, mutant.length)));
	return mutant;
}

/** A damaged copy: one to four mutations, some of which take bytes from the donor. */
export function mutateBytes(bytes: Uint8Array, random: Random, donor: Uint8Array = bytes): Uint8Array {
	let mutant: Uint8Array = bytes.slice();
	for (let left = 1 + random.below(4); left > 0; left--) mutant = random.pick(MUTATIONS)(mutant, random, donor);
	return mutant;
}

const flipBits: Mutation = (bytes, random) => {
	if (bytes.length === 0) return bytes;
	for (let left = 1 + random.below(3); left > 0; left--) {
		const at = random.below(bytes.length);
		bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
	}
	return bytes;
};

const cutEnd: Mutation = (bytes, random) => {
	// Near the end half of the time: that is where markers are.
	const length = random.below(2) === 0 ? random.below(bytes.length) : bytes.length - random.below(MAX_RUN);
	return bytes.slice(0, Math.max(length, 0));
};

const appendBytes: Mutation = (bytes, random, donor) => joined(bytes, pickRange(donor, random));

const spliceDonor: Mutation = (bytes, random, donor) => {
	const at = random.below(bytes.length + 1);
	const run = pickRange(donor, random);
	const end = random.below(2) === 0 ? at : at + run.length;
	return joined(bytes.subarray(0, at), run, bytes.subarray(end));
};

const graftTail: Mutation = (bytes, random, donor) => {
	const at = alignedOffset(bytes, random);
	return joined(bytes.subarray(0, at), donor.subarray(alignedOffset(donor, random)));
};

const duplicateRange: Mutation = (bytes, random) => {
	const at = alignedOffset(bytes, random);
	const end = at + 4 * random.below(MAX_RUN);
	return joined(bytes.subarray(0, end), bytes.subarray(at));
};

const removeRange: Mutation = (bytes, random) => {
	const at = alignedOffset(bytes, random);
	return joined(bytes.subarray(0, at), bytes.subarray(at + 4 * (1 + random.below(10))));
};

const zeroRun: Mutation = (bytes, random) => {
	const at = alignedOffset(bytes, random);
	return bytes.fill(0, at, at + 4 * (1 + random.below(MAX_RUN)));
};

/** Overwrites an aligned word, which may be a count, with a number that is wrong in an interesting way. */
const writeCount: Mutation = (bytes, random) => {
	const at = alignedOffset(bytes, random);
	if (at + 4 > bytes.length) return bytes;
	const left = bytes.length - at - 4;
	const counts = [
		-1, 0, 1, 2, 3, 8, 0x7fff_ffff, -0x8000_0000, 0x0100_0000, 0x0924_9249, 0x1fff_ffff, 0x4_0000, 0x4_0001,
	];
	const nearly = [left, Math.floor(left / 8), Math.floor(left / 28)].map((count) => count + random.below(3) - 1);
	setWord(bytes, at, random.pick([...counts, ...nearly, ...nearly, random.word()]));
	return bytes;
};

/** Changes an aligned word that looks like a count by one or two. */
const nudgeCount: Mutation = (bytes, random) => {
	for (let left = 50; left > 0; left--) {
		const at = alignedOffset(bytes, random);
		if (at + 4 > bytes.length) continue;
		const word = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
		if ((bytes[at + 2] ?? 0) !== 0 || (bytes[at + 3] ?? 0) !== 0 || word > 5_000) continue;
		setWord(bytes, at, word + random.pick([-2, -1, 1, 2]));
		break;
	}
	return bytes;
};

/** Spreads a byte, which may be the length of a name, over two. */
const spreadByte: Mutation = (bytes, random) => {
	const at = random.below(2) === 0 ? random.below(bytes.length) : bytes.length - 1 - random.below(MAX_RUN);
	if (at < 0 || at >= bytes.length) return bytes;
	return joined(bytes.subarray(0, at), Uint8Array.of((bytes[at] ?? 0) | 0x80, random.below(2)), bytes.subarray(at + 1));
};

const MUTATIONS: readonly Mutation[] = [
	flipBits,
	flipBits,
	cutEnd,
	appendBytes,
	spliceDonor,
	graftTail,
	duplicateRange,
	removeRange,
	zeroRun,
	writeCount,
	writeCount,
	nudgeCount,
	spreadByte,
];

/** The start of a word in the grid on which curve headers and keys lie: from 16 on in 1.0, from 19 on in 1.1. */
function alignedOffset(bytes: Uint8Array, random: Random): number {
	const start = bytes[12] === 0 ? 16 : 19;
	return start + 4 * random.below((bytes.length - start) / 4);
}

function pickRange(bytes: Uint8Array, random: Random): Uint8Array {
	const start = random.below(bytes.length);
	return bytes.subarray(start, start + 1 + random.below(MAX_RUN));
}

function setWord(bytes: Uint8Array, byteOffset: number, value: number): void {
	for (let i = 0; i < 4; i++) bytes[byteOffset + i] = value >> (8 * i);
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
	const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
	let offset = 0;
	for (const part of parts) {
		bytes.set(part, offset);
		offset += part.length;
	}
	return bytes;
}
