import { isRecordingError, type LimitOptions } from '@handreel/core';
import type { Recovered } from '../common/format.ts';
import { decodeBin } from './decode-bin.ts';

/** Reads the complete keys of a file. */
export async function recoverBin(bytes: Uint8Array, options: LimitOptions): Promise<Recovered> {
	const whole = { pieces: null, gaps: [] };
	try {
		return { ...whole, isComplete: true, ...decodeBin(bytes, options) };
	} catch (error) {
		if (!isRecordingError(error)) throw error;
		const { diagnoseBytes } = await import('@handreel/core/diagnose');
		const { recording, issues } = diagnoseBytes(bytes);
		return { ...whole, isComplete: false, recording, issues };
	}
}
