import { checkMarkers, DEFAULT_SPACE, type Issue, type Recording } from '@handreel/core';
import { bakeFramesSimd } from '@handreel/core/simd';
import { listLostDetails } from '../common/details.ts';
import { joinChunks } from '../common/join-chunks.ts';
import { createWarning } from '../common/warning.ts';
import { listPresent } from '../frames/columns.ts';
import { listFrameIssues } from '../frames/issues.ts';
import type { FrameOptions } from '../frames/options.ts';
import { listRowTimes } from '../frames/row-times.ts';
import { listUntrackedIssues } from '../frames/untracked.ts';
import { listArrays } from './list-arrays.ts';
import { encodeNpy } from './npy.ts';
import { writeZip, type ZipEntry } from './zip.ts';

/** A recording as a NumPy archive. */
export interface NpzResult {
	readonly bytes: Uint8Array<ArrayBuffer>;
	/** Data that the archive does not hold, as warnings. */
	readonly issues: readonly Issue[];
}

/** A NumPy archive in pieces. */
export interface NpzChunks {
	/** Two pieces per array. */
	readonly chunks: Iterable<Uint8Array<ArrayBuffer>>;
	/** Data that the archive does not hold, as warnings. */
	readonly issues: readonly Issue[];
}

/**
 * Returns sampled frames as an `.npz` file, which `numpy.load` reads: arrays such as `time`, `head` and `left_joints` with
 * a row per frame. Poses are NaN while a hand is not tracked. `docs/npz.md` lists the arrays.
 *
 * Throws `RangeError` for a frame rate that is not above 0, for times that do not increase, for marker times that are NaN
 * and for more than 4 GB.
 *
 * @example encodeNpz(recording, { frameRate: 60 }).bytes
 */
export function encodeNpz(recording: Recording, options: FrameOptions = {}): NpzResult {
	const { chunks, issues } = encodeNpzChunks(recording, options);
	return { bytes: joinChunks([...chunks]), issues };
}

/** {@link encodeNpz} in pieces, without a copy of the arrays. */
export function encodeNpzChunks(recording: Recording, options: FrameOptions = {}): NpzChunks {
	checkMarkers(recording.markers);
	const { space = DEFAULT_SPACE, frameRate: _, ...sampling } = options;
	const times = listRowTimes(recording, options);
	const columns = listPresent(recording);
	const write = (): Generator<Uint8Array<ArrayBuffer>> => {
		const table = bakeFramesSimd(recording, { ...sampling, space, times });
		return writeZip(listEntries(listArrays(recording, table, space)));
	};
	return {
		chunks: { [Symbol.iterator]: write },
		issues: [
			...listFrameIssues(recording, times, options, columns, ['sections', 'layout', 'details'], false),
			...listLostDetails(recording).map((path) => createWarning('values-lost', path, 'JSON cannot hold it')),
			...listUntrackedIssues(recording),
		],
	};
}

function* listEntries(arrays: ReturnType<typeof listArrays>): Generator<ZipEntry> {
	for (const [name, array] of arrays) yield { name: `${name}.npy`, pieces: encodeNpy(array) };
}
