import type { Recording } from '@handreel/core';
import { checkMarkers, DEFAULT_SPACE } from '@handreel/core/internal';
import { bakeFramesSimd } from '@handreel/core/simd';
import { listLostDetails } from '../common/details.ts';
import type { EncodeChunks, EncodeResult } from '../common/format.ts';
import { joinFile } from '../common/join-chunks.ts';
import { createWarning } from '../common/warning.ts';
import { listPresent } from '../frames/columns.ts';
import { listFrameIssues } from '../frames/issues.ts';
import type { FrameOptions } from '../frames/options.ts';
import { listRowTimes } from '../frames/row-times.ts';
import { listUntrackedIssues } from '../frames/untracked.ts';
import { listArrays } from './list-arrays.ts';
import { encodeNpy } from './npy.ts';
import { writeZip, type ZipEntry } from './zip.ts';

/**
 * Returns sampled frames as an `.npz` file, which `numpy.load` reads: arrays such as `time`, `head` and `left_joints` with
 * a row per frame. Poses are NaN while a hand is not tracked. `docs/npz.md` lists the arrays.
 *
 * Throws `RangeError` for a frame rate that is not above 0, for times that do not increase, for marker times that are NaN
 * and for more than 4 GB.
 *
 * @example encodeNpz(recording, { frameRate: 60 }).bytes
 */
export function encodeNpz(recording: Recording, options: FrameOptions = {}): EncodeResult {
	return joinFile(encodeNpzChunks(recording, options));
}

/** {@link encodeNpz} in pieces, without a copy of the arrays. */
export function encodeNpzChunks(recording: Recording, options: FrameOptions = {}): EncodeChunks {
	checkMarkers(recording.markers);
	const { space = DEFAULT_SPACE, frameRate: _, joints, ...sampling } = options;
	const times = listRowTimes(recording, options);
	const columns = listPresent(recording, joints);
	const write = (): Generator<Uint8Array<ArrayBuffer>> => {
		const table = bakeFramesSimd(recording, { ...sampling, space, times });
		return writeZip(listEntries(listArrays(recording, table, space, joints)));
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
