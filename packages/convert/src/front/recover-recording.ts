import type { ByteSource } from '@handreel/core';
import type { DecodeOptions } from './decode-recording.ts';
import type { RecoverResult } from './recover-source.ts';

/**
 * Reads as much as possible of a file that may be damaged: the complete keys of a .bin file, the intact blocks of a reel, the
 * complete frames of a Unity XR Hands capture or of a journal. Other formats are read completely or not at all. Does not
 * repair values; core's `repairRecording` does.
 *
 * Never rejects because of the content. The code of the format is loaded on first use.
 *
 * @example
 * const { recording, isComplete, issues } = await recoverRecording(await file.arrayBuffer());
 */
export async function recoverRecording(source: ByteSource, options: DecodeOptions = {}): Promise<RecoverResult> {
	const { recoverSource } = await import('./recover-source.ts');
	return recoverSource(source, options);
}
