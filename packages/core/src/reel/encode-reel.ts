import { MAX_MARKERS } from '../codec/markers.ts';
import { REEL_MAGIC } from '../codec/signatures.ts';
import type { Tolerances } from '../compare/options.ts';
import { type RunOptions, runSteps } from '../compare/options.ts';
import { ReadBudget } from '../issue/budget.ts';
import { checkPositive, type Issue, RecordingError } from '../issue/error.ts';
import { checkRecording } from '../model/check-recording.ts';
import { checkTracks } from '../model/create-recording.ts';
import { type Curve, curveFault } from '../model/curve.ts';
import { MAX_AXES, MAX_BUTTONS, type Recording, SIDES } from '../model/recording.ts';
import { joinBlocks, OtherChunks } from './assemble.ts';
import { type Block, type BlockBody, readBlock, writeBlock, writeCodedBody, writeWholeBody } from './block.ts';
import { createFit, type KnownFits, listDeviations } from './bounded.ts';
import { ByteCursor } from './bytes.ts';
import { CHUNK_TAGS, MAX_SMALL, ROOM_TAG, writeChunk, writeSmallChunk } from './chunks.ts';
import { listLostDetails } from './details.ts';
import { STRATEGIES, type Strategy } from './fit-vector.ts';
import { listReelPaths, listVectors, type VectorShape } from './groups.ts';
import { createHead, type ReelHead, writeHead } from './head.ts';
import type { FitVector } from './key-block.ts';
import type { OtherParts } from './others.ts';
import { writeRoom } from './room-chunk.ts';
import { type BlockRange, isRegular, splitCurves } from './split.ts';
import { type ReelBlock, writeTail } from './tail.ts';
import { listAllCurves, listStrangeChunks } from './unknown-parts.ts';

/** How {@link encodeReel} works. */
export interface EncodeReelOptions {
	/**
	 * How far the result may deviate, at any time. Default: not at all. States, markers and all times stay as they are. Those that are left
	 * out of an object keep their {@link TOLERANCE_DEFAULTS}.
	 */
	readonly tolerances?: Tolerances | undefined;
	/**
	 * About how long a block is, in seconds; longer where there are few keys. Short blocks make seeking cheaper and the file
	 * larger.
	 */
	readonly blockSeconds?: number | undefined;
	/**
	 * Called for values of `info` and radii that JSON cannot hold, such as functions; the rest is written. Default: throw.
	 */
	readonly onIssue?: ((issue: Issue) => void) | undefined;
}

/** The defaults of {@link encodeReel}. */
const REEL_DEFAULTS: Readonly<Required<Pick<EncodeReelOptions, 'blockSeconds'>>> = { blockSeconds: 10 };

/** The shares of the tolerance for a vector that deviates too much, try after try; 0 stores it exactly. */
const SHARES: readonly number[] = [1, 0.75, 0.5, 0];
const MAX_TRIES = 6;
/** The share of writing blocks in the time; the rest is comparing. */
const BLOCKS_SHARE = 0.7;

/** {@link EncodeReelOptions} with progress and abort. */
export interface EncodeReelRunOptions extends EncodeReelOptions, RunOptions {}

/**
 * Writes a recording as the bytes of a `.reel` file. Without `tolerances` nothing is lost: {@link decodeReel} returns every key bit for
 * bit, and the layout, so that writing it as an input animation restores the same bytes. With `tolerances` the file is many times smaller.
 *
 * Throws `RecordingError` (`values-lost`) for a recording with information that JSON cannot hold, or calls `onIssue`.
 * Takes time in proportion to the keys; use {@link encodeReelInSteps} on a page. Throws `TypeError` for a recording that no
 * file can store, `RangeError` for options out of range, and the reason of an aborted signal.
 *
 * @example
 * const small = encodeReel(recording); // a third to a tenth of the size
 */
export function encodeReel(recording: Recording, options: EncodeReelRunOptions = {}): Uint8Array<ArrayBuffer> {
	const pieces: Uint8Array[] = [];
	runSteps(
		encodeReelInSteps(recording, (piece) => pieces.push(piece), options),
		options,
	);
	return joinBytes(pieces);
}

function joinBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
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
	checkRecording(recording);
	const { blockSeconds = REEL_DEFAULTS.blockSeconds } = options;
	checkPositive(blockSeconds, 'blockSeconds');
	const head = createHead(recording);
	const curves = listAllCurves(recording);
	curves.forEach((curve, i) => {
		const fault = curveFault(curve);
		if (fault !== null) throw new TypeError(`recording.${listReelPaths(head)[i]}: ${fault}`);
	});
	recording.markers.forEach(({ time }, i) => {
		if (Number.isNaN(time)) throw new RangeError(`recording.markers[${i}].time: must not be NaN`);
	});
	if (recording.markers.length > MAX_MARKERS) {
		throw new RangeError(
			`recording.markers: at most ${MAX_MARKERS} markers are supported, got ${recording.markers.length}`,
		);
	}
	checkOthers(recording, head.others, options.onIssue);
	const odd = curves.flatMap((curve, i) => (isRegular(curve) ? [] : [i]));
	const isOdd = new Set(odd);
	const regular = curves.map((curve, i) => (isOdd.has(i) ? { ...curve, count: 0 } : curve));
	const ranges = splitCurves(regular, blockSeconds);
	const plan: Plan = { recording, head, curves: regular, ranges };
	const whole = odd.length > 0 ? writeWholeBody(curves, odd) : null;
	const bodies =
		options.tolerances === undefined
			? yield* writeBodies(plan, null)
			: yield* writeBoundedBodies(plan, options.tolerances, whole);
	onPiece(Uint8Array.from(REEL_MAGIC));
	const { room } = recording;
	const rooms = room === undefined ? [] : [{ tag: ROOM_TAG, bytes: writeRoom(room, options.tolerances) }];
	for (const chunk of listChunks(plan, whole, bodies, rooms)) onPiece(chunk);
}

function* listChunks(
	{ head, ranges, recording }: Plan,
	whole: BlockBody | null,
	bodies: readonly BlockBody[],
	others: readonly { readonly tag: string; readonly bytes: Uint8Array }[],
): Generator<Uint8Array, void> {
	const headContent = writeHead(head);
	const all = [...(whole === null ? [] : [whole]), ...bodies];
	const strangers = [...others, ...listStrangeChunks(recording)];
	if (strangers.length === 0 && ranges.length < 2 && countBytes(all) + headContent.length <= MAX_SMALL) {
		const curves = listAllCurves(recording);
		const used = curves.flatMap(({ count }, i) => (count > 0 ? [i] : []));
		// A model has little to learn from a few keys.
		const plain = used.length === 0 ? [] : [writeWholeBody(curves, used)];
		const chosen = countBytes(plain) < countBytes(all) ? plain : all;
		yield writeSmallChunk(
			joinBytes([headContent, ...chosen.map(({ bytes }) => bytes)]),
			chosen.map(({ checksum }) => checksum),
		);
		return;
	}
	const top = writeChunk(CHUNK_TAGS.head, headContent);
	yield top;
	const entries: ReelBlock[] = [];
	let byteOffset = REEL_MAGIC.length + top.length;
	if (whole !== null) {
		const [start, end] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
		const chunk = writeChunk(CHUNK_TAGS.block, writeBlock(0, start, end, whole));
		entries.push({ byteOffset, byteLength: chunk.length, start, end, cover: end, isWhole: true });
		byteOffset += chunk.length;
		yield chunk;
	}
	for (let i = 0; i < bodies.length; i++) {
		const { start, end, cover } = ranges[i]!;
		const chunk = writeChunk(CHUNK_TAGS.block, writeBlock(entries.length, start, end, bodies[i]!));
		entries.push({ byteOffset, byteLength: chunk.length, start, end, cover, isWhole: false });
		byteOffset += chunk.length;
		yield chunk;
	}
	for (const { tag, bytes } of strangers) yield writeChunk(tag, bytes);
	yield writeChunk(CHUNK_TAGS.tail, writeTail(headContent, entries, recording.duration));
}

function countBytes(bodies: readonly BlockBody[]): number {
	return bodies.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

// Recordings that are made by hand may have parts that no reader would take.
function checkOthers(
	{ tracks, controllers }: Recording,
	others: OtherParts,
	onIssue: EncodeReelOptions['onIssue'],
): void {
	checkTracks(tracks);
	for (const { name, events } of others.tracks) {
		if (events.some(({ time }) => Number.isNaN(time)))
			throw new RangeError(`recording.tracks.${name}.events: times must not be NaN`);
	}
	for (const side of SIDES) {
		const { buttons = [], axes = [] } = controllers?.[side] ?? {};
		if (buttons.length > MAX_BUTTONS || axes.length > MAX_AXES)
			throw new RangeError(`recording.controllers.${side}: at most ${MAX_BUTTONS} buttons and ${MAX_AXES} axes`);
	}
	for (const issue of listLostDetails(others)) {
		if (onIssue === undefined) throw new RecordingError({ ...issue, severity: 'error' });
		onIssue(issue);
	}
}

/** What is encoded. */
interface Plan {
	readonly recording: Recording;
	readonly head: ReelHead;
	/** Odd curves have no keys here. */
	readonly curves: readonly Curve[];
	readonly ranges: readonly BlockRange[];
}

/** How vectors are fitted, and what earlier tries have found. */
interface Fitting {
	readonly tolerances: Tolerances;
	/** The share of the tolerance for some vectors. */
	readonly shares: ReadonlyMap<string, number>;
	/** The strategies that are tried. The first block decides which suits the recording. */
	strategies: readonly Strategy[];
	/** By block and strategy. */
	readonly known: Map<string, KnownFits>;
}

// The bodies of all blocks, within tolerances if there are any.
function* writeBodies({ head, curves, ranges }: Plan, fitting: Fitting | null): Generator<number, BlockBody[]> {
	const vectors = listVectors(head.sections);
	const bodies: BlockBody[] = [];
	for (const range of ranges) {
		const write = (fit: FitVector | null): BlockBody => writeCodedBody(range, vectors, curves, fit);
		bodies.push(fitting === null ? write(null) : writeBest(fitting, head, vectors, bodies.length, write));
		yield bodies.length / ranges.length;
	}
	return bodies;
}

function writeBest(
	fitting: Fitting,
	head: ReelHead,
	vectors: readonly VectorShape[],
	number: number,
	write: (fit: FitVector) => BlockBody,
): BlockBody {
	const { tolerances, shares, strategies, known } = fitting;
	const tried = strategies.map((strategy) => {
		const key = `${number} ${STRATEGIES.indexOf(strategy)}`;
		const fits: KnownFits = known.get(key) ?? new Map();
		known.set(key, fits);
		return { strategy, body: write(createFit(tolerances, head, vectors, shares, strategy, fits)) };
	});
	const best = tried.reduce((a, b) => (b.body.bytes.length < a.body.bytes.length ? b : a));
	fitting.strategies = [best.strategy];
	return best.body;
}

// Writes blocks, reads them again and compares. Between keys, rotations may deviate more than at keys: such vectors then get a
// smaller share of the tolerance, and in the end are stored exactly.
function* writeBoundedBodies(
	plan: Plan,
	tolerances: Tolerances,
	whole: BlockBody | null,
): Generator<number, BlockBody[]> {
	const { head, recording, ranges } = plan;
	const vectors = listVectors(head.sections);
	const shares = new Map<string, number>();
	const fitting: Fitting = { tolerances, shares, strategies: STRATEGIES, known: new Map() };
	const budget = new ReadBudget({ bytes: Number.POSITIVE_INFINITY, steps: Number.POSITIVE_INFINITY }, 0);
	const read = (content: Uint8Array): Block =>
		readBlock(new ByteCursor(content, 0, 'block', budget), vectors, head.curves);
	for (let tries = 0; tries < MAX_TRIES; tries++) {
		const steps = writeBodies(plan, fitting);
		let step = steps.next();
		for (; !step.done; step = steps.next()) yield (tries + step.value * BLOCKS_SHARE) / (tries + 1);
		const bodies = step.value;
		const blocks = bodies.map((body, i) => read(writeBlock(i, ranges[i]!.start, ranges[i]!.end, body)));
		if (whole !== null) blocks.unshift(read(writeBlock(0, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, whole)));
		const decoded = joinBlocks(head, blocks, new OtherChunks());
		const excesses = listDeviations(recording, decoded, tolerances);
		if (excesses.length === 0) return bodies;
		for (const path of excesses) shares.set(path, SHARES[SHARES.indexOf(shares.get(path) ?? 1) + 1] ?? 0);
	}
	return yield* writeBodies(plan, null);
}
