// What must hold for any bytes that are read as a Unity XR Hands capture. The fuzz test and `npm run fuzz` both check it.
import { decodeHandsbin, encodeHandsbin, handsbinFormat } from '@handreel/convert/handsbin';
import { ISSUE_CODES, iterateCurves, RecordingError } from '@handreel/core';
import { type CaptureFrame, type CaptureHand, createJoints, delay, writeCapture } from './capture-writer.ts';

/** Keys that a byte of a file may expand to. A frame of 8 bytes has a key in each of a few tracks. */
const MOST_KEYS_PER_BYTE = 1;

/**
 * Reads bytes and checks every promise that reading makes. Returns the code of the error, or `'read'`. Bytes that are read
 * without the report of a loss are written back byte for byte.
 */
export function checkCapture(bytes: Uint8Array): string {
	let result: ReturnType<typeof decodeHandsbin>;
	try {
		result = decodeHandsbin(bytes);
	} catch (error) {
		if (!(error instanceof RecordingError)) throw error;
		const { code, byteOffset } = error.issue;
		if (!Object.hasOwn({ ...ISSUE_CODES, ...handsbinFormat.issues }, code))
			throw new Error(`unknown code ${code}`, { cause: error });
		if (byteOffset === null || byteOffset < 0 || byteOffset > bytes.length) {
			throw new Error(`offset ${byteOffset} is not in [0, ${bytes.length}]`, { cause: error });
		}
		return code;
	}
	let keys = 0;
	for (const [, curve] of iterateCurves(result.recording)) keys += curve.count;
	if (keys > MOST_KEYS_PER_BYTE * bytes.length) throw new Error(`${keys} keys come from ${bytes.length} bytes`);
	const isLossy = result.issues.some(({ code }) => code.endsWith('-lost') || code === 'trailing-bytes');
	const written = encodeHandsbin(result.recording).bytes;
	if (isLossy) return 'read with a loss';
	if (Buffer.compare(written, bytes) !== 0) throw new Error('written differently, without a report of a loss');
	return 'read';
}

/** Small captures of both versions, with and without every part. */
export function listCaptures(): Uint8Array[] {
	const times = [0, 0.25, 0.5];
	const pose = [0.1, 0.2, 0.3, 0, 0, 0, 1];
	const hand = (time: number, side: 1 | -1): CaptureHand => ({
		dynamic: { tracked: true, joints: createJoints(time, side) },
	});
	const frames = times.map(
		(time, i): CaptureFrame => ({ time, left: i === 1 ? {} : hand(time, 1), right: hand(time, -1) }),
	);
	const rich = (extra: CaptureHand): CaptureFrame[] =>
		frames.map((frame, i) => ({
			...frame,
			time: delay(times)[i] ?? 0,
			head: { state: 3, pose },
			left: { ...frame.left, ...extra },
		}));
	const gestures = [pose, 0.5, 0.25, pose, pose, 1, pose, true, false, true];
	const aim = { flags: 35, state: 3, metaFlags: [7, 0] as const, pinch: [1, 0, 0, 0], pose };
	const second = { version: 2, name: 'a', duration: 0.5 } as const;
	return [
		{ version: 1, name: '', duration: 0, frames: [] } as const,
		{ version: 1, name: 'take', duration: 0.5, frames } as const,
		{ ...second, frames: [] },
		{ ...second, frames: times.map((time): CaptureFrame => ({ time })) },
		{ ...second, frames: rich({ gestures }) },
		{ ...second, frames: rich({ aim }) },
		{ ...second, options: 1, frames: rich({ before: { tracked: true, joints: createJoints(1) } }) },
	].map(writeCapture);
}
