import { basename, extname } from 'node:path';
import { type DecodeOptions, type DecodeResult, decodeRecording, recoverRecording } from '@handreel/convert';
import type { Issue, Recording } from '@handreel/core';
import { countKeys, listDroppedParts } from '@handreel/core/internal';
import { readBytes } from '../files/read-file.ts';
import { checkFree, writeWhole } from '../files/write-file.ts';
import { describeRecovery } from '../formats/describe-recovery.ts';
import { decodeOutput, type EncodedOutput, encodeOutput, type OutputOptions } from '../formats/encode-output.ts';
import { nameRecording, pickOptions, READ_FLAGS } from '../formats/find-format.ts';
import { listFaultIssues } from '../formats/known-faults.ts';
import { isBin } from '../formats/read-input.ts';
import { describeError, errorText, readingErrorText } from '../print/errors.ts';
import { type Edit, type Edited, type EditTarget, type FileContent, NO_PROBLEMS } from './edit.ts';
import type { EditJob, EditResult, Failure, Written } from './job.ts';

/** Reads, edits and writes a file. Does not throw: the result holds the error. */
export async function editFile(edit: Edit, job: EditJob): Promise<EditResult> {
	const { input, output, write, options } = job;
	const written: Written[] = [];
	try {
		// Refuses before the work if the name of the result is known.
		if (output !== '-' && !edit.hasPieces) checkFree(output, write.force);
		const bytes = input.bytes ?? (await readBytes(input.path));
		const edited = await runEdit(edit, bytes, options, write);
		const { results, readIssues } = edited;
		const paths = results.map(({ suffix }) => (output === '-' ? '-' : insertSuffix(output, suffix)));
		// Checks all names before writing the first file.
		for (const path of paths) if (path !== '-') checkFree(path, write.force);
		let stdout: Uint8Array | null = null;
		const contents: FileContent[] = [];
		for (const [i, { recording }] of results.entries()) {
			const path = paths[i] ?? '-';
			const name = nameRecording(path === '-' ? input.path : path);
			const encoded = await encodeOutput(recording, { ...write, name });
			if (path === '-') stdout = encoded.bytes;
			else await writeWhole(path, encoded.bytes, write);
			const dropped = edited.read === null ? [] : listDroppedParts(edited.read, recording);
			const made = await describeWritten(path, recording, encoded, write);
			const file = { ...made, issues: [...dropped, ...made.issues] };
			if (edited.measure === undefined) written.push(file);
			else {
				const decoded = await decodeOutput(encoded, recording);
				contents.push({ bytes: file.bytes, recording: decoded });
				const known = decoded ?? recording;
				written.push({ ...file, seconds: known.duration, keys: countKeys(known) });
			}
		}
		const { notes = [], report = {}, hasProblems = false } = edited.measure?.(contents, bytes.length) ?? edited;
		return { input: input.path, readIssues, written, notes, report, hasProblems, error: null, stdout };
	} catch (error) {
		const text = edit.recoversDamaged ? errorText(error) : readingErrorText(error);
		return { ...failEdit(job, { text, detail: describeError(error) }), written };
	}
}

/** The result of a file that cannot be edited. */
export function failEdit({ input }: EditJob, error: Failure): EditResult {
	const nothing = { readIssues: [], notes: [], report: {}, stdout: null };
	return { ...nothing, input: input.path, written: [], hasProblems: true, error };
}

async function runEdit(
	{ edit, editBytes, mentionsFaults = false, recoversDamaged = false }: Edit,
	bytes: Uint8Array,
	options: EditJob['options'],
	target: EditTarget,
): Promise<Edited & { readonly readIssues: readonly Issue[]; readonly read: Recording | null }> {
	if (editBytes !== undefined && (edit === undefined || (await isBin(bytes)))) {
		return { ...editBytes(bytes, options), readIssues: [], read: null };
	}
	if (edit === undefined) throw new TypeError('an edit needs edit or editBytes');
	const { recording, issues, note } = await readContent(bytes, recoversDamaged, {
		keep: true,
		...(pickOptions(options, READ_FLAGS) as DecodeOptions),
	});
	const faults = mentionsFaults ? listFaultIssues(recording) : [];
	const edited = edit(recording, options, target);
	const readIssues = [...issues, ...faults];
	if (note === null) return { ...edited, readIssues, read: recording };
	return {
		...edited,
		read: recording,
		notes: [note, ...(edited.notes ?? []).filter((line) => line !== NO_PROBLEMS)],
		readIssues,
	};
}

interface Content extends DecodeResult {
	/** What is lost of a damaged file. */
	readonly note: string | null;
}

async function readContent(bytes: Uint8Array, recoversDamaged: boolean, options: DecodeOptions): Promise<Content> {
	if (recoversDamaged) {
		const recovered = await recoverRecording(bytes, options);
		const { format, recording, issues } = recovered;
		if (format !== null && recording !== null) return { format, recording, issues, note: describeRecovery(recovered) };
	}
	// Where nothing is intact, reading explains why.
	return { ...(await decodeRecording(bytes, options)), note: null };
}

/** Describes a file that was written, and reads it back if it is to be verified. */
export async function describeWritten(
	path: string,
	recording: Recording,
	encoded: EncodedOutput,
	{ verify = false, options: { tolerances } }: OutputOptions,
): Promise<Written> {
	const { bytes, issues, layout } = encoded;
	const facts = { bytes: bytes.length, seconds: recording.duration, keys: countKeys(recording), layout, issues };
	if (!verify) return { path, ...facts };
	// Comparing is code that most edits do not need.
	const { verifyOutput } = await import('./verify-output.ts');
	return { path, ...facts, differences: await verifyOutput(path, encoded, recording, tolerances) };
}

// `take.bin` and `-2` → `take-2.bin`.
function insertSuffix(path: string, suffix: string): string {
	if (suffix === '') return path;
	const extension = extname(path);
	const name = basename(path, extension);
	return `${path.slice(0, path.length - extension.length - name.length)}${name}${suffix}${extension}`;
}
