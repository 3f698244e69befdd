// Reading, writing and memory of the codec, beside a fresh copy of the same bytes and beside the obvious DataView code.
import { getHeapStatistics } from 'node:v8';
import {
	type Curve,
	getKeyTime,
	getKeyValue,
	type Recording,
	readOutline,
	readRecording,
	writeRecording,
} from '@handreel/core';
import {
	createFileBuffer,
	getKeyInTangent,
	getKeyInWeight,
	getKeyOutTangent,
	getKeyOutWeight,
	getKeyWeightedMode,
} from '@handreel/core/internal';
import { type KeySize, keyBytes, makeFile } from './data.ts';
import {
	type Benchmark,
	type CompareOptions,
	collectGarbage,
	compareSpeed,
	type Effort,
	type Skipped,
	type Surrounded,
	type Work,
} from './harness.ts';
import {
	type FullKey,
	type ObviousCurve,
	type ObviousRecording,
	readObvious,
	type SimpleKey,
} from './obvious-reader.ts';
import { writeObvious } from './obvious-writer.ts';

interface Size {
	readonly name: string;
	readonly byteLength: number;
	readonly isLarge: boolean;
	readonly rounds: Readonly<Record<Effort, number>>;
	/** Rounds beside obvious code that takes seconds. */
	readonly slowRounds: number;
}

const KB_100: Size = {
	name: '100 kB',
	byteLength: 100e3,
	isLarge: false,
	rounds: { full: 61, quick: 15 },
	slowRounds: 61,
};
const MB_5: Size = { name: '5 MB', byteLength: 5e6, isLarge: false, rounds: { full: 41, quick: 11 }, slowRounds: 9 };
const MB_200: Size = { name: '200 MB', byteLength: 200e6, isLarge: true, rounds: { full: 9, quick: 3 }, slowRounds: 3 };
const SIZES: readonly Size[] = [KB_100, MB_5, MB_200];
const KEY_SIZES: readonly KeySize[] = ['simple', 'full'];

const MEMORY_BYTES = 50e6;
// The obvious reader makes up to 2 GB of objects from 200 MB.
const OBVIOUS_HEAP_BYTES = 3e9;

/**
 * Everything about the codec. Small before large and reading before writing: after V8 has seen the obvious model live
 * long, it makes its objects as old ones at once, and the obvious reader is several times slower from then on.
 */
export function listCodecBenchmarks(): Benchmark[] {
	const pairs = SIZES.flatMap((size) => KEY_SIZES.map((keys) => ({ size, keys })));
	const small = KEY_SIZES.map((keys) => ({ size: KB_100, keys }));
	return [
		...small.map(({ size, keys }) => benchmarkObviousReading(size, keys, false)),
		...small.map(({ size, keys }) => benchmarkObviousReading(size, keys, true)),
		...KEY_SIZES.map((keys) => benchmarkMemory(keys)),
		...pairs.flatMap(({ size, keys }) => benchmarkBesideCopy(size, keys)),
		...pairs.flatMap(({ size, keys }) => (size === KB_100 ? [] : [benchmarkObviousReading(size, keys, false)])),
		...pairs.map(({ size, keys }) => benchmarkObviousWriting(size, keys)),
	];
}

/** Throws unless the obvious code and the core agree on every key and every byte, so that both do the same work. */
export function checkAgreement(): void {
	for (const keys of KEY_SIZES) {
		const file = makeFile(keys, KB_100.byteLength);
		const obvious = readObvious(file, keys);
		const recording = readRecording(file);
		for (const { path, keyCount } of readOutline(file).curves) {
			const ours = at(recording, path) as Curve;
			const theirs = at(obvious, path) as ObviousCurve<SimpleKey | FullKey>;
			if (theirs.keys.length !== keyCount) throw new Error(`${path}: ${theirs.keys.length} keys, not ${keyCount}`);
			theirs.keys.forEach((key, i) => {
				if (!isSameKey(ours, i, key))
					throw new Error(`${path}[${i}]: ${JSON.stringify(key)} is not what the core reads`);
			});
		}
		if (Buffer.compare(writeObvious(obvious, keys), file) !== 0) throw new Error('the obvious writer is wrong');
		if (Buffer.compare(writeRecording(recording), file) !== 0) throw new Error('the core is wrong');
	}
}

function isSameKey(curve: Curve, index: number, key: SimpleKey | FullKey): boolean {
	if (getKeyTime(curve, index) !== key.time || getKeyValue(curve, index) !== key.value) return false;
	if (!('inTangent' in key)) return true;
	return (
		getKeyInTangent(curve, index) === key.inTangent &&
		getKeyOutTangent(curve, index) === key.outTangent &&
		getKeyInWeight(curve, index) === key.inWeight &&
		getKeyOutWeight(curve, index) === key.outWeight &&
		getKeyWeightedMode(curve, index) === key.weightedMode
	);
}

function benchmarkBesideCopy(size: Size, keys: KeySize): Benchmark[] {
	const { name, isLarge } = size;
	const about = { better: 'higher', isLarge } as const;
	const options = (effort: Effort): CompareOptions => ({ rounds: size.rounds[effort], collect: isLarge });
	return [
		{
			...about,
			name: `read ${name} ${keys} keys / fresh copy`,
			target: size === KB_100 ? null : 0.8,
			run(effort) {
				const file = makeFile(keys, size.byteLength);
				return compareSpeed(() => readRecording(file), copyOf(file), options(effort));
			},
		},
		{
			...about,
			name: `read kept ${name} ${keys} keys / fresh copy`,
			target: size === KB_100 ? null : isLarge ? 50 : 10,
			run(effort) {
				const file = makeAligned(keys, size.byteLength);
				return compareSpeed(() => readRecording(file, { keep: true }), copyOf(file), options(effort));
			},
		},
		{
			...about,
			name: `write ${name} ${keys} keys / fresh copy`,
			target: isLarge ? 0.7 : null,
			run(effort) {
				const file = makeFile(keys, size.byteLength);
				const recording = readRecording(file);
				return compareSpeed(() => writeRecording(recording), copyOf(file), options(effort));
			},
		},
	];
}

function benchmarkObviousReading(size: Size, keys: KeySize, keep: boolean): Benchmark {
	return {
		name: `read${keep ? ' kept' : ''} ${size.name} ${keys} keys / DataView reader`,
		target: size === KB_100 && !keep ? 5 : null,
		better: 'higher',
		isLarge: size.isLarge,
		run(effort) {
			if (size.isLarge && !hasObviousHeap()) return SMALL_HEAP;
			const file = makeAligned(keys, size.byteLength);
			const obvious = (): unknown => readObvious(file, keys);
			return compareSpeed(() => readRecording(file, { keep }), obvious, slowOptions(size, effort));
		},
	};
}

function benchmarkObviousWriting(size: Size, keys: KeySize): Benchmark {
	return {
		name: `write ${size.name} ${keys} keys / DataView writer`,
		target: null,
		better: 'higher',
		isLarge: size.isLarge,
		run(effort) {
			if (size.isLarge && !hasObviousHeap()) return SMALL_HEAP;
			const file = makeFile(keys, size.byteLength);
			const recording = readRecording(file);
			// The obvious model is so large that every allocation beside it pays for walking it.
			let model: ObviousRecording | null = null;
			const obvious: Surrounded = {
				run: () => model && writeObvious(model, keys),
				before: () => {
					model = readObvious(file, keys);
				},
				after: () => {
					model = null;
				},
			};
			return compareSpeed(() => writeRecording(recording), obvious, slowOptions(size, effort));
		},
	};
}

function slowOptions(size: Size, effort: Effort): CompareOptions {
	return { rounds: Math.min(size.rounds[effort], size.slowRounds), collect: size !== KB_100 };
}

const SMALL_HEAP: Skipped = {
	skipped: 'the obvious model needs a heap of 3 GB (NODE_OPTIONS=--max-old-space-size=4096)',
};

function hasObviousHeap(): boolean {
	return getHeapStatistics().heap_size_limit >= OBVIOUS_HEAP_BYTES;
}

function benchmarkMemory(keys: KeySize): Benchmark {
	return {
		name: `memory per key, 50 MB ${keys} keys / bytes of a key in the file`,
		target: 1.1,
		better: 'lower',
		isLarge: false,
		run() {
			const file = makeFile(keys, MEMORY_BYTES);
			const before = usedBytes();
			const recording = readCopy(file);
			const held = usedBytes() - before;
			const count = readOutline(file).curves.reduce((sum, curve) => sum + curve.keyCount, 0);
			// Used once more, so that it cannot be collected before it was measured.
			if (recording.head === null) throw new Error('the recording lost its head');
			return held / count / keyBytes(keys);
		},
	};
}

// From bytes that nobody else holds: if the recording kept them, they would count. In its own function,
// because a caller that is not compiled yet holds on to its temporaries.
function readCopy(file: Uint8Array): Recording {
	return readRecording(file.slice());
}

// The heap and what hangs outside it; `external` includes array buffers. They are freed on another thread, and counted as
// freed by a later collection.
function usedBytes(): number {
	for (let i = 0; i < 3; i++) {
		collectGarbage();
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
	}
	collectGarbage();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

function copyOf(file: Uint8Array): Work {
	return () => {
		const copy = new Uint8Array(file.length);
		copy.set(file);
		return copy;
	};
}

// A copy that lies where the core can borrow it.
function makeAligned(keys: KeySize, byteLength: number): Uint8Array {
	const file = makeFile(keys, byteLength);
	const aligned = createFileBuffer(file.length, file);
	aligned.set(file);
	return aligned;
}

function at(root: object, path: string): unknown {
	return path.split('.').reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], root);
}
