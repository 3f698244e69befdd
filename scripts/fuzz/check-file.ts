// What must hold for any bytes in any format.
import { decodeRecording, detectFormat, FORMATS, type ReadableFormatName, recoverRecording } from '@handreel/convert';
import { ISSUE_CODES, type Issue, isRecordingError } from '@handreel/core';
import { listChecks } from '@handreel/core/diagnose';
import { checkCapture } from '../../packages/convert/test/support/capture-check.ts';
import { checkBytes, checkDiagnosis } from '../../packages/core/test/support/fuzz-check.ts';

/** The codes of core, of its checks and of all formats. */
const CODES: ReadonlySet<string> = new Set([
	...[ISSUE_CODES, ...FORMATS.map(({ issues }) => issues)].flatMap(Object.keys),
	...listChecks().map(({ code }) => code),
]);
/** Longer messages would fill a terminal. */
const MAX_MESSAGE = 2000;

/** Reads, detects and recovers a file. Returns what came of reading; throws if a promise is broken. */
export async function checkFile(format: ReadableFormatName, bytes: Uint8Array): Promise<string> {
	await detectFormat(bytes);
	const verdict = await readFile(format, bytes);
	const { recording, issues } = await recoverRecording(bytes, { format });
	for (const issue of issues) checkIssue(issue, bytes.length);
	if (verdict === 'read' && recording === null) throw new Error('readable, but nothing is recovered');
	if (format === 'bin') return `${checkBytes(bytes)}, ${checkDiagnosis(bytes)}`;
	if (format === 'handsbin') return checkCapture(bytes);
	return verdict;
}

async function readFile(format: ReadableFormatName, bytes: Uint8Array): Promise<string> {
	try {
		const { issues } = await decodeRecording(bytes, { format });
		for (const issue of issues) checkIssue(issue, bytes.length);
		return 'read';
	} catch (error) {
		if (!isRecordingError(error)) throw error;
		checkIssue(error.issue, bytes.length);
		return error.issue.code;
	}
}

function checkIssue({ code, byteOffset, message }: Issue, byteLength: number): void {
	if (!CODES.has(code)) throw new Error(`unknown code ${code}: ${message}`);
	if (byteOffset !== null && !(byteOffset >= 0 && byteOffset <= byteLength)) {
		throw new Error(`offset ${byteOffset} is not in [0, ${byteLength}]: ${code}: ${message}`);
	}
	if (message === '' || message.length > MAX_MESSAGE) throw new Error(`a message of ${message.length} characters`);
}
