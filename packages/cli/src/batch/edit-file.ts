import { basename, extname } from 'node:path';
import type { Issue, Recording } from '@handreel/core';
import { EDITS } from '../commands/edits.ts';
import { readBytes } from '../files/read-bytes.ts';
import { checkFree, writeWhole } from '../files/write-file.ts';
import { detectFormat, loadRecording } from '../formats/decode.ts';
import { type Encoded, encodeRecording } from '../formats/encode.ts';
import { describeError, errorText } from '../print/error-text.ts';
import { countKeys } from './count-keys.ts';
import type { EditCommand, Edited } from './edit.ts';
import type { Job, JobResult, Written } from './job.ts';

/** Reads, edits and writes one file. Never throws: what went wrong is in the result. */
export async function runJob(job: Job): Promise<JobResult> {
	const { input, output, write, options } = job;
	const written: Written[] = [];
	try {
		const command = await EDITS[job.edit]();
		// Before the work, where it is known already.
		if (output !== '-' && !command.hasPieces) checkFree(output, write.force);
		const bytes = readBytes(input.path);
		const edited = await runCommand(command, bytes, options);
		const { results, notes = [], report = {}, hasProblems = false } = edited;
		const paths = results.map(({ suffix }) => (output === '-' ? '-' : insertSuffix(output, suffix)));
		// All of them before the first is written.
		for (const path of paths) if (path !== '-') checkFree(path, write.force);
		let stdout: Uint8Array | null = null;
		for (const [i, { recording }] of results.entries()) {
			const path = paths[i] ?? '-';
			const encoded = await encodeRecording(recording, write);
			if (path === '-') stdout = encoded.bytes;
			else writeWhole(path, encoded.bytes, write);
			written.push(describeWritten(path, recording, encoded));
		}
		const { readLosses = [] } = edited;
		return { input: input.path, readLosses, written, notes, report, hasProblems, error: null, stdout };
	} catch (error) {
		const failure = { text: errorText(error), detail: describeError(error) };
		const nothing = { readLosses: [], notes: [], report: {}, stdout: null };
		return { ...nothing, input: input.path, written, hasProblems: true, error: failure };
	}
}

async function runCommand(
	command: EditCommand,
	bytes: Uint8Array,
	options: Job['options'],
): Promise<Edited & { readonly readLosses?: readonly Issue[] }> {
	const { edit, editBytes } = command;
	if (editBytes !== undefined && (edit === undefined || detectFormat(bytes) === 'bin'))
		return editBytes(bytes, options);
	if (edit === undefined) throw new TypeError('an edit takes recordings or bytes');
	const { recording, losses } = await loadRecording(bytes);
	return { ...edit(recording, options), readLosses: losses };
}

/** What there is to say about a file that was written. */
export function describeWritten(path: string, recording: Recording, { bytes, losses, layout }: Encoded): Written {
	return { path, bytes: bytes.length, seconds: recording.duration, keys: countKeys(recording), layout, losses };
}

// `take.bin` and `-2` → `take-2.bin`.
function insertSuffix(path: string, suffix: string): string {
	if (suffix === '') return path;
	const ending = extname(path);
	const name = basename(path, ending);
	return `${path.slice(0, path.length - ending.length - name.length)}${name}${suffix}${ending}`;
}
