import { type Curve, getKeyTime } from '@handreel/core';
import type { StoredRecording } from '../worker/stored-recording.ts';

const WORD_SIZE = 4;

/** A recording, and its file if that is a .bin file. */
interface FileSource {
	readonly bin: Blob | null;
	readonly stored: StoredRecording;
}

/** The offset of a key in the file by its index; `null` if the curve is not in a .bin file. */
export function getKeyByte({ bin, stored }: FileSource, path: string, index: number): number | null {
	const curve = stored.curves.find((entry) => entry.path === path);
	if (bin === null || curve === undefined || curve.blob !== bin || index < 0 || index >= curve.count) return null;
	return curve.byteOffset + index * curve.stride * WORD_SIZE;
}

/** The offset of a key in the file by its time. Searches all keys. */
export function findKeyByte(source: FileSource, path: string, curve: Curve, time: number): number | null {
	for (let i = 0; i < curve.count; i++) if (getKeyTime(curve, i) === time) return getKeyByte(source, path, i);
	return null;
}
