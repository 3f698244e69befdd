import { type Issue, isRecordingError, type LimitOptions, type Recording } from '@handreel/core';
import type { Recovered } from '../common/format.ts';
import { ByteReader } from './byte-reader.ts';
import { decodeHandsbin } from './decode-handsbin.ts';
import { toFloat } from './frame-times.ts';
import { type Header, readHeader } from './header.ts';
import { MIN_FRAME_BYTES } from './layout.ts';
import { countFrames } from './scan-frames.ts';

/** What {@link recoverHandsbin} found. */
export interface HandsbinRecovery {
	/** The complete frames; `null` if there are none. */
	readonly recording: Recording | null;
	/** The number of complete frames. */
	readonly frameCount: number;
	/** The number of frames that the header announces. */
	readonly announced: number;
	/** Whether no frame is missing. */
	readonly isComplete: boolean;
	/** The damage, then everything that reading the rest reports. */
	readonly issues: readonly Issue[];
}

/** Bytes from the start of a frame of version 2 to its time. */
const STAMP_OFFSET = 4;

/**
 * Reads a capture that may be cut off or damaged: all frames before the first damaged frame. Frames have no marks to find, so
 * those after it are lost.
 *
 * Throws `RecordingError` if the header is damaged, and `too-large` for files beyond `limits`.
 *
 * @example const { recording, frameCount, announced } = recoverHandsbin(bytes);
 */
export function recoverHandsbin(bytes: Uint8Array, options: LimitOptions = {}): HandsbinRecovery {
	const reader = new ByteReader(bytes);
	const header = readHeader(reader, { allowsMissing: true });
	const { frameCount: announced, version } = header;
	const start = reader.offset;
	const most = Math.floor(reader.left / MIN_FRAME_BYTES[version]);
	// A negative count is damage as well; then the bytes tell how many frames there are.
	const possible = announced < 0 ? most : Math.min(announced, most);
	const { count, end, stamps, error } = countFrames(reader, { ...header, frameCount: possible });
	if (count === announced) {
		const { recording, issues } = decodeHandsbin(bytes, options);
		return { recording, frameCount: count, announced, isComplete: true, issues };
	}
	const message =
		announced < 0
			? `the header announces ${announced} frames; ${count} complete frames were found`
			: `${count} of ${announced} frames are complete, the others are lost`;
	const reason = isRecordingError(error) ? `: ${error.message}` : '';
	const damage: Issue = {
		code: isRecordingError(error) ? error.issue.code : 'truncated',
		severity: 'error',
		message: message + reason,
		path: `frame ${count}`,
		byteOffset: end,
		time: count === 0 ? null : toFloat(stamps[count - 1]!),
	};
	if (count === 0) return { recording: null, frameCount: 0, announced, isComplete: false, issues: [damage] };
	// A valid file with these frames is read like any other.
	const rest = bytes.slice(0, end);
	const view = new DataView(rest.buffer, rest.byteOffset, rest.byteLength);
	view.setInt32(start - 4, count, true);
	view.setUint32(header.durationOffset, findDuration(header, stamps.subarray(0, count), reader.view, end), true);
	const { recording, issues } = decodeHandsbin(rest, options);
	return { recording, frameCount: count, announced, isComplete: false, issues: [damage, ...issues] };
}

/** {@link recoverHandsbin} with what is lost as a gap. */
export function recoverHandsbinFile(bytes: Uint8Array, options: LimitOptions): Recovered {
	const { recording, frameCount, isComplete, issues } = recoverHandsbin(bytes, options);
	const start = recording?.duration ?? Number.NEGATIVE_INFINITY;
	const gaps = isComplete ? [] : [{ start, end: Number.POSITIVE_INFINITY }];
	return { recording, isComplete, issues, pieces: { kind: 'frame', count: frameCount }, gaps };
}

// Stamps that lag by a frame end with the duration, which is the time of the last frame. It is the stamp of the next frame, if
// the file has it.
function findDuration({ version }: Header, stamps: Uint32Array, view: DataView, end: number): number {
	const last = stamps[stamps.length - 1]!;
	if (version !== 2 || stamps.length < 2 || stamps[0] !== stamps[1]) return last;
	const at = end + STAMP_OFFSET;
	const next = at + 4 <= view.byteLength ? view.getUint32(at, true) : last;
	const [before, time] = [toFloat(stamps[stamps.length - 2]!), toFloat(last)];
	// Damage may be in the stamp itself.
	if (toFloat(next) > time && toFloat(next) - time < 1) return next;
	return toBits(time + Math.max(time - before, 1 / 90));
}

function toBits(value: number): number {
	return new Uint32Array(Float32Array.of(value).buffer)[0]!;
}
