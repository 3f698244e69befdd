import { listCurves } from './order.ts';
import type { Recording } from './recording.ts';

/**
 * The buffers behind a recording, for `worker.postMessage(recording, transferList(recording))`.
 *
 * A recording that was read has one. The recording, and every other one that shares its curves, is empty afterwards.
 * Shared buffers are left out: they are shared, not transferred.
 */
export function transferList(recording: Recording): ArrayBuffer[] {
	const buffers = new Set<ArrayBuffer>();
	for (const { keys } of listCurves(recording)) {
		if (keys.buffer instanceof ArrayBuffer && keys.buffer.byteLength > 0) buffers.add(keys.buffer);
	}
	return [...buffers];
}
