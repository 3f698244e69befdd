import { listCurves } from './order.ts';
import type { Recording } from './recording.ts';

/**
 * The buffers behind a recording, for `worker.postMessage(recording, getTransferList(recording))`.
 *
 * A recording that was read has one. The recording, and every other one that shares its curves, must not be used
 * afterwards: its memory is gone.
 * Shared buffers are left out: they are shared, not transferred.
 */
export function getTransferList(recording: Recording): ArrayBuffer[] {
	const buffers = new Set<ArrayBuffer>();
	for (const { floats } of listCurves(recording)) {
		if (floats.buffer instanceof ArrayBuffer && floats.buffer.byteLength > 0) buffers.add(floats.buffer);
	}
	return [...buffers];
}
