import { type Issue, isRecording, type Recording, readRecording } from '@handreel/core';
import { recoverJournal } from '@handreel/core/record';
import type { FormatName } from './formats.ts';

/** A recording, and what was left out or doubtful while reading it. */
export interface Loaded {
	readonly recording: Recording;
	readonly losses: readonly Issue[];
}

const decoder = new TextDecoder();

/**
 * The recording in the bytes of a file, in whichever format. The content decides, not the name. The recording may
 * borrow the bytes. Throws an error that says what is wrong and where.
 */
export async function loadRecording(bytes: Uint8Array): Promise<Loaded> {
	switch (detectFormat(bytes)) {
		case 'json':
		case 'csv':
		case 'glb':
		case 'gltf': {
			const { decodeRecording } = await import('@handreel/convert');
			const { recording, issues } = await decodeRecording(bytes, { keep: true });
			return { recording, losses: issues };
		}
		case 'journal': {
			const { recording, issues } = recoverJournal(bytes);
			return recording === null ? readBin(bytes) : { recording, losses: issues };
		}
		default:
			return readBin(bytes);
	}
}

/** The format of the bytes of a file, by what they begin with. */
export function detectFormat(bytes: Uint8Array): FormatName {
	if (isRecording(bytes) || bytes.length === 0) return 'bin';
	const head = decoder.decode(bytes.subarray(0, 256)).replace(/^\ufeff/, '');
	if (head.startsWith('glTF')) return 'glb';
	if (/^\s*\{/.test(head)) return /"asset"\s*:/.test(head) ? 'gltf' : 'json';
	// A table begins with a line of names, one of which is the time.
	const heading = head.split('\n')[0] ?? '';
	if (/time/i.test(heading) && !heading.includes('\0')) return 'csv';
	return recoverJournal(bytes.subarray(0, 64)).issues.some(({ code }) => code === 'not-a-journal') ? 'bin' : 'journal';
}

function readBin(bytes: Uint8Array): Loaded {
	const losses: Issue[] = [];
	const recording = readRecording(bytes, { keep: true, onIssue: (issue) => losses.push(issue) });
	return { recording, losses };
}
