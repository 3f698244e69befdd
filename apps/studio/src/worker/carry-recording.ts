import { trimRecording } from '@handreel/core/edit';
import { encodeReel } from '@handreel/core/reel';
import type { CarriedRecording, CarryRequest } from './protocol.ts';
import { loadStored } from './stored-recording.ts';

/** Encodes a recording, or a part of it, in at most some bytes: exactly if that fits, otherwise within tolerances. */
export async function carryRecording({ stored, part, maxBytes, maxSeconds }: CarryRequest): Promise<CarriedRecording> {
	const { recording: whole } = await loadStored(stored);
	const recording = part === null ? whole : trimRecording(whole, part);
	if (recording.duration > maxSeconds) return { bytes: null, isExact: false, size: null };
	const exact = encodeReel(recording);
	if (exact.length <= maxBytes) return { bytes: exact.slice(), isExact: true, size: exact.length };
	const close = encodeReel(recording, { tolerances: {} });
	return { bytes: close.length <= maxBytes ? close.slice() : null, isExact: false, size: close.length };
}
