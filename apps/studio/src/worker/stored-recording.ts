import { type Curve, createCurve, iterateCurves, type Outline, type Recording } from '@handreel/core';
import { createCurveFromWords, getCurveWords, moveCurves } from '@handreel/core/internal';

const WORD_SIZE = 4;
const NO_KEYS: Curve = createCurve([]);

/** A curve whose keys are a range of a blob. */
export interface StoredCurve {
	/** The path in the model, such as `hands.left.joints.indexTip.position.x`. */
	readonly path: string;
	readonly kind: Curve['kind'];
	readonly stride: Curve['stride'];
	readonly preWrap: number;
	readonly postWrap: number;
	/** The number of keys. */
	readonly count: number;
	readonly blob: Blob;
	/** Where the keys start in the blob. */
	readonly byteOffset: number;
}

/**
 * A recording whose keys lie in blobs. Workers get it without copying keys, the page reads single curves, and the versions
 * of an edited recording share the curves that did not change.
 */
export interface StoredRecording {
	/** The recording without keys. */
	readonly skeleton: Recording;
	/** All curves, with and without keys. */
	readonly curves: readonly StoredCurve[];
}

/** Curves of a recording in memory, by the stored curve that they were loaded from. */
export type LoadedCurves = ReadonlyMap<Curve, StoredCurve>;

/** A stored recording in memory. */
export interface LoadedRecording {
	readonly recording: Recording;
	/** Lets {@link storeRecording} share the curves that an edit leaves alone. */
	readonly loaded: LoadedCurves;
}

/** Stores the recording of a .bin file. The keys stay where they are in the file. */
export function storeBin(recording: Recording, { curves }: Outline, file: Blob): StoredRecording {
	return {
		skeleton: removeKeys(recording),
		curves: curves.map(({ path, kind, keysOffset, keyCount, keySize, preWrap, postWrap }) => {
			const stride = (keySize / WORD_SIZE) as Curve['stride'];
			return { path, kind, stride, preWrap, postWrap, count: keyCount, blob: file, byteOffset: keysOffset };
		}),
	};
}

/** Stores a recording. Curves that are in `loaded` are shared, all others are copied into a blob. */
export function storeRecording(recording: Recording, loaded: LoadedCurves = new Map()): StoredRecording {
	const entries = [...iterateCurves(recording)];
	const fresh = entries.filter(([, curve]) => !loaded.has(curve));
	const blob = new Blob(fresh.map(([, curve]) => getCurveWords(curve) as Uint32Array<ArrayBuffer>));
	let byteOffset = 0;
	const curves = entries.map(([path, curve]): StoredCurve => {
		const shared = loaded.get(curve);
		if (shared !== undefined) return shared.path === path ? shared : { ...shared, path };
		const { kind, stride, count, preWrap, postWrap } = curve;
		const stored = { path, kind, stride, preWrap, postWrap, count, blob, byteOffset };
		byteOffset += count * stride * WORD_SIZE;
		return stored;
	});
	return { skeleton: removeKeys(recording), curves };
}

/** Loads all keys of a stored recording. */
export async function loadStored({ skeleton, curves }: StoredRecording): Promise<LoadedRecording> {
	const runs = await Promise.all(listRuns(curves).map(loadRun));
	const byPath = new Map<string, Curve>();
	const loaded = new Map<Curve, StoredCurve>();
	for (const stored of curves) {
		const run = runs.find(({ blob, shift }) => blob === stored.blob && shift === stored.byteOffset % WORD_SIZE);
		const start = (stored.byteOffset - (run?.start ?? 0)) / WORD_SIZE;
		const words = run?.words.subarray(start, start + stored.count * stored.stride) ?? new Uint32Array();
		const curve = createStoredCurve(stored, words);
		byPath.set(stored.path, curve);
		loaded.set(curve, stored);
	}
	return { recording: moveCurves(skeleton, (curve, path) => byPath.get(path) ?? curve), loaded };
}

/** Loads a single curve. */
export async function loadCurve(stored: StoredCurve): Promise<Curve> {
	const end = stored.byteOffset + stored.count * stored.stride * WORD_SIZE;
	return createStoredCurve(stored, new Uint32Array(await stored.blob.slice(stored.byteOffset, end).arrayBuffer()));
}

function createStoredCurve({ kind, stride, preWrap, postWrap }: StoredCurve, words: Uint32Array): Curve {
	return createCurveFromWords(words, { kind, stride, preWrap, postWrap });
}

function removeKeys(recording: Recording): Recording {
	return moveCurves(recording, () => NO_KEYS);
}

interface Run {
	readonly blob: Blob;
	/** Offsets of a file need not be multiples of four, but those of its curves leave the same remainder. */
	readonly shift: number;
	start: number;
	end: number;
}

// One read per blob is much faster than one per curve.
function listRuns(curves: readonly StoredCurve[]): Run[] {
	const runs: Run[] = [];
	for (const { blob, byteOffset, count, stride } of curves) {
		const end = byteOffset + count * stride * WORD_SIZE;
		const shift = byteOffset % WORD_SIZE;
		const run = runs.find((entry) => entry.blob === blob && entry.shift === shift);
		if (run === undefined) runs.push({ blob, shift, start: byteOffset, end });
		else {
			run.start = Math.min(run.start, byteOffset);
			run.end = Math.max(run.end, end);
		}
	}
	return runs;
}

async function loadRun(run: Run): Promise<Run & { readonly words: Uint32Array }> {
	return { ...run, words: new Uint32Array(await run.blob.slice(run.start, run.end).arrayBuffer()) };
}
