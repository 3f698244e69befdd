import type { Format } from '../common/format.ts';
import { HEAD_LENGTH, Head } from '../common/head.ts';
import { matchFormat } from './detect-format.ts';
import { FORMATS, findFormatOfName } from './formats.ts';

/**
 * Whether a file in a folder is taken for a recording. Its name decides. For `.json`, `.csv`, `.glb` and `.gltf`, which often are
 * something else, the start of its content must be that of a recording, too.
 *
 * @param readHead - returns the first bytes of the file, at most as many as asked for. Called only if they matter. With `null`, for
 * a file that cannot be read, the name decides.
 *
 * @example
 * isRecordingFile('package.json', () => new TextEncoder().encode('{"name":"app"}')); // false
 */
export function isRecordingFile(name: string, readHead: (length: number) => Uint8Array | null): boolean {
	const format: Format | null = findFormatOfName(name);
	if (format === null || format.reads === 'no') return false;
	const bytes = format.sharesExtensions ? readHead(HEAD_LENGTH) : null;
	if (bytes === null) return true;
	const head = new Head(bytes);
	const found = matchFormat<Format>(head, { formats: FORMATS });
	return found !== null && (found.holdsRecording?.(head) ?? true);
}
