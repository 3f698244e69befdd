import { type Issue, type Recording, writeRecording } from '@handreel/core';
import { type DecodeOptions, decodeRecording } from './decode-recording.ts';
import { detectFormat } from './detect-format.ts';
import type { ReadableFormatName } from './formats.ts';

/** A file as a .bin file. */
export interface BinResult<B extends ArrayBufferLike = ArrayBufferLike> {
	readonly bytes: Uint8Array<B>;
	/** The format of the given file. */
	readonly format: ReadableFormatName;
	/**
	 * Questionable content of the given file, and data that MRTK's format cannot store, once per kind. Empty for .bin files,
	 * which are not read.
	 */
	readonly issues: readonly Issue[];
	/** The recording with all its data; absent for .bin files. */
	readonly recording?: Recording;
}

/**
 * Converts a file of any format to MRTK's format. Returns the bytes of a .bin file as they are, even if they are damaged.
 *
 * `recording` names the recording to read from a file with several. Rejects with `RecordingError` for other content that is
 * damaged or unknown.
 *
 * @example
 * const { bytes } = await convertToBin(new Uint8Array(await file.arrayBuffer()));
 */
export async function convertToBin<B extends ArrayBufferLike>(
	bytes: Uint8Array<B>,
	options: Pick<DecodeOptions, 'recording'> = {},
): Promise<BinResult<B | ArrayBuffer>> {
	const detected = await detectFormat(bytes);
	if (detected === 'bin') return { bytes, format: 'bin', issues: [] };
	const { recording, format, issues } = await decodeRecording(bytes, { ...options, format: detected, keep: true });
	const lost: Issue[] = [];
	const written = writeRecording(recording, { onIssue: (issue) => lost.push(issue) });
	return { bytes: written, format, issues: [...issues, ...groupByCode(lost)], recording };
}

// The first issue of each code, with the number of others.
function groupByCode(issues: readonly Issue[]): Issue[] {
	const counts = new Map<string, number>();
	for (const { code } of issues) counts.set(code, (counts.get(code) ?? 0) + 1);
	const firsts = issues.filter((issue, i) => issues.findIndex(({ code }) => code === issue.code) === i);
	return firsts.map((issue) => {
		const more = (counts.get(issue.code) ?? 1) - 1;
		return more === 0 ? issue : { ...issue, message: `${issue.message} (and ${more} more)` };
	});
}
