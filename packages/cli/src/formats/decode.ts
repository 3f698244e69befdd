import { type Issue, isRecording, type Recording, readRecording } from '@handreel/core';
import { recoverJournal } from '@handreel/core/record';
import type { FormatName } from './formats.ts';

/** A recording and the problems found while reading it. */
export interface Decoded {
	readonly recording: Recording;
	readonly issues: readonly Issue[];
}

const decoder = new TextDecoder();

/**
 * Reads a recording in any format. The content decides, not the file name. The recording may borrow the bytes. Throws
 * a `RecordingError`.
 */
export async function decodeBytes(bytes: Uint8Array): Promise<Decoded> {
	switch (detectFormat(bytes)) {
		case 'json': {
			const { recordingFromJson } = await import('@handreel/convert/json');
			return withIssues(recordingFromJson(decoder.decode(bytes)));
		}
		case 'csv': {
			const { recordingFromCsv } = await import('@handreel/convert/csv');
			return withIssues(recordingFromCsv(decoder.decode(bytes)));
		}
		case 'glb': {
			const { recordingFromGlb } = await import('@handreel/convert/gltf');
			return withIssues(recordingFromGlb(bytes));
		}
		case 'gltf': {
			const { recordingFromGltf } = await import('@handreel/convert/gltf');
			return withIssues(recordingFromGltf(decoder.decode(bytes)));
		}
		case 'journal': {
			const { recording, issues } = recoverJournal(bytes);
			return recording === null ? readBin(bytes) : { recording, issues };
		}
		default:
			return readBin(bytes);
	}
}

/** The format of a file, detected from its first bytes. */
export function detectFormat(bytes: Uint8Array): FormatName {
	if (isRecording(bytes) || bytes.length === 0) return 'bin';
	const head = decoder.decode(bytes.subarray(0, 256)).replace(/^\ufeff/, '');
	if (head.startsWith('glTF')) return 'glb';
	if (/^\s*\{/.test(head)) return /"asset"\s*:/.test(head) ? 'gltf' : 'json';
	// The first line of a table holds column names, one of which is the time.
	const heading = head.split('\n')[0] ?? '';
	if (/time/i.test(heading) && !heading.includes('\0')) return 'csv';
	return recoverJournal(bytes.subarray(0, 64)).issues.some(({ code }) => code === 'not-a-journal') ? 'bin' : 'journal';
}

function withIssues({
	recording,
	losses,
}: {
	readonly recording: Recording;
	readonly losses: readonly Issue[];
}): Decoded {
	return { recording, issues: losses };
}

function readBin(bytes: Uint8Array): Decoded {
	const issues: Issue[] = [];
	const recording = readRecording(bytes, { keep: true, onIssue: (issue) => issues.push(issue) });
	return { recording, issues };
}
