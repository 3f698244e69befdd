import { type RunOptions, runSteps } from '../compare/run-steps.ts';
import { checkPositive } from '../issue/check-number.ts';
import { curveFault } from '../model/curve.ts';
import type { Recording } from '../model/recording.ts';
import { writeExactBlock, writeWholeBlock } from './block.ts';
import { CHUNK_TAGS, REEL_MAGIC, writeChunk } from './chunks.ts';
import { listReelCurves, listReelPaths, listVectors } from './groups.ts';
import { createHead, writeHead } from './head.ts';
import { type BlockRange, isRegular, splitCurves } from './split.ts';
import { type ReelBlock, writeTail } from './tail.ts';

/** How {@link encodeReel} works. */
export interface EncodeReelOptions {
	/**
	 * About how long a block is, in seconds; longer where there are few keys. Short blocks make seeking cheaper and the file
	 * larger.
	 */
	readonly blockSeconds?: number;
}

/** The defaults of {@link encodeReel}. */
export const REEL_DEFAULTS: Readonly<Required<Pick<EncodeReelOptions, 'blockSeconds'>>> = { blockSeconds: 10 };

/** {@link EncodeReelOptions} with progress and abort. */
export interface EncodeReelRunOptions extends EncodeReelOptions, RunOptions {}

/**
 * Writes a recording as the bytes of a `.reel` file, without loss: {@link decodeReel} returns every key bit for bit, and the layout,
 * so that writing it as an input animation gives the same bytes.
 *
 * Takes time in proportion to the keys; use {@link encodeReelInSteps} on a page. Throws `TypeError` for a recording that no
 * file can store, `RangeError` for options out of range, and the reason of an aborted signal.
 *
 * @example
 * const bytes = encodeReel(readRecording(bin)); // a third to a tenth of the size
 */
export function encodeReel(recording: Recording, options: EncodeReelRunOptions = {}): Uint8Array<ArrayBuffer> {
	const pieces: Uint8Array[] = [];
	runSteps(
		encodeReelInSteps(recording, (piece) => pieces.push(piece), options),
		options,
	);
	const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
	let end = 0;
	for (const piece of pieces) {
		bytes.set(piece, end);
		end += piece.length;
	}
	return bytes;
}

/**
 * {@link encodeReel} in steps of a block. Calls `onPiece` with the pieces of the file in order, and yields the share that is done,
 * from 0 to 1. Abandon the iterator to cancel.
 */
export function* encodeReelInSteps(
	recording: Recording,
	onPiece: (bytes: Uint8Array) => void,
	options: EncodeReelOptions = {},
): Generator<number, void> {
	const { blockSeconds = REEL_DEFAULTS.blockSeconds } = options;
	checkPositive(blockSeconds, 'blockSeconds');
	const head = createHead(recording);
	const curves = listReelCurves(recording);
	curves.forEach((curve, i) => {
		const fault = curveFault(curve);
		if (fault !== null) throw new TypeError(`recording.${listReelPaths(head.sections)[i]}: ${fault}`);
	});
	const headContent = writeHead(head);
	onPiece(Uint8Array.from(REEL_MAGIC));
	onPiece(writeChunk(CHUNK_TAGS.head, headContent));
	const entries: ReelBlock[] = [];
	const add = (content: Uint8Array, range: Pick<BlockRange, 'start' | 'end' | 'cover'>, isWhole: boolean): void => {
		const chunk = writeChunk(CHUNK_TAGS.block, content);
		const { start, end, cover } = range;
		entries.push({ byteOffset: 0, byteLength: chunk.length, start, end, cover, isWhole });
		onPiece(chunk);
	};

	const isOdd = curves.map((curve) => !isRegular(curve));
	const odd = curves.flatMap((_, i) => (isOdd[i] ? [i] : []));
	if (odd.length > 0) {
		const always = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY, cover: Number.POSITIVE_INFINITY };
		add(writeWholeBlock(0, curves, odd), always, true);
	}
	const regular = curves.map((curve, i) => (isOdd[i] ? { ...curve, count: 0 } : curve));
	const vectors = listVectors(head.sections);
	const ranges = splitCurves(regular, blockSeconds);
	for (let i = 0; i < ranges.length; i++) {
		const range = ranges[i]!;
		add(writeExactBlock(entries.length, range, vectors, regular), range, false);
		yield (i + 1) / ranges.length;
	}
	onPiece(writeChunk(CHUNK_TAGS.tail, writeTail(headContent, entries)));
}
