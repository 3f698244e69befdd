// What must hold for any bytes at all. The fuzz test and `npm run fuzz` both check it.
import { readdirSync, readFileSync } from 'node:fs';
import {
	type ByteSpan,
	type Curve,
	ISSUE_CODES,
	type Issue,
	type IssueCode,
	listSpans,
	type Outline,
	type Recording,
	RecordingError,
	readOutline,
	readRecording,
	writeRecording,
} from '@handreel/core';
import { diagnoseBytes, repairBytes, repairRecording } from '@handreel/core/diagnose';
import { isIssueCode } from '../../src/diagnose/checks.ts';

const FIXTURES = new URL('../../../../fixtures/', import.meta.url);
const SMALL_SIZE = 10_000;

/** The readable fixtures that are small enough to make many mutants of, by their paths below `fixtures/`. */
export function listSmallFixtures(): Map<string, Uint8Array> {
	const files = new Map<string, Uint8Array>();
	for (const folder of ['recorded', 'generated']) {
		for (const name of readdirSync(new URL(folder, FIXTURES)).sort()) {
			if (!name.endsWith('.bin')) continue;
			const bytes = readFileSync(new URL(`${folder}/${name}`, FIXTURES));
			if (bytes.length > 0 && bytes.length < SMALL_SIZE) files.set(`${folder}/${name}`, new Uint8Array(bytes));
		}
	}
	return files;
}

/**
 * Reads bytes and checks every promise that reading makes. Returns the code of the error, or `'read'` when the bytes
 * could be read; throws when a promise is broken.
 *
 * Bytes that can be read are written back byte for byte, the outline agrees with the recording, and spans cover every
 * byte. Bytes that cannot be read give a `RecordingError` with a known code and an offset inside the file.
 */
export function checkBytes(bytes: Uint8Array): 'read' | IssueCode {
	const recording = attempt(() => readRecording(bytes), bytes.length);
	const outline = attempt(() => readOutline(bytes), bytes.length);
	if (recording instanceof RecordingError || outline instanceof RecordingError) {
		const [first, second] = [recording, outline].map((result) =>
			result instanceof RecordingError ? result.message : 'read',
		);
		if (first !== second || !(recording instanceof RecordingError)) {
			throw new Error(`recording: ${first}, but outline: ${second}`);
		}
		return recording.issue.code;
	}
	const written = writeRecording(recording);
	if (Buffer.compare(written, bytes) !== 0) {
		throw new Error(
			`written differently from byte ${findDifference(written, bytes)} on; the layout was ${JSON.stringify(recording.layout)}`,
		);
	}
	compareOutline(recording, outline);
	checkSpans(outline, bytes.length);
	return 'read';
}

/** More issues than this would be too many for any file: there is at most one per check and group of curves. */
const MAX_ISSUES = 2_000;

/**
 * Diagnoses and repairs bytes and checks every promise that this makes; throws when one is broken.
 *
 * Spans cover every byte, and issues point into the file. If bytes can be read, recovering them returns the same recording.
 * What is repaired can be written and read again, and repairing that finds nothing more to repair.
 */
export function checkDiagnosis(bytes: Uint8Array): 'whole' | 'repaired' | 'lost' {
	const { issues, recording, spans } = diagnoseBytes(bytes);
	coverBytes(spans, bytes.length);
	checkIssues(issues, bytes.length);
	const read = attempt(() => readRecording(bytes), bytes.length);
	const isReadable = !(read instanceof RecordingError);
	if (isReadable && recording === null) throw new Error('readable, but nothing was diagnosed');
	if (isReadable && recording !== null && Buffer.compare(writeRecording(recording), bytes) !== 0) {
		throw new Error('diagnosing changed the recording');
	}
	if (read instanceof RecordingError) expectSame('first issue', issues[0]?.message, read.message);

	const repair = repairBytes(bytes, { removeJumps: true });
	checkIssues([...repair.repaired, ...repair.remaining], bytes.length);
	if ([...repair.repaired.map(({ how }) => how), ...repair.remaining.map(({ reason }) => reason)].includes('')) {
		throw new Error('a repair without a reason');
	}
	if (repair.recording === null) {
		if (repair.remaining.length === 0) throw new Error('nothing left and no reason');
		return 'lost';
	}
	// A few files fit both key sizes; without a word about the layout they may be read as the other.
	let isAmbiguous = false;
	const reread = readRecording(writeRecording(repair.recording), {
		onIssue: ({ code }) => {
			isAmbiguous ||= code === 'ambiguous-layout';
		},
	});
	if (!isAmbiguous && reread.markers.length !== repair.recording.markers.length) {
		throw new Error('what was repaired is not what is written');
	}
	const again = repairRecording(repair.recording, { removeJumps: true });
	const open = repair.remaining.map(({ code, path }) => `${code} ${path}`);
	for (const { code, path } of again.repaired) {
		// Most of a broken pose stays as it is the first time.
		if (isReadable || ['non-finite-value', 'unsorted-keys', 'duplicate-key'].includes(code))
			throw new Error(`repaired only the second time: ${code} ${path}; open: ${open}`);
	}
	return isReadable ? 'whole' : 'repaired';
}

function checkIssues(issues: readonly Issue[], byteLength: number): void {
	if (issues.length > MAX_ISSUES) throw new Error(`${issues.length} issues`);
	for (const { code, byteOffset, message, time } of issues) {
		if (!isIssueCode(code)) throw new Error(`unknown code: ${code}: ${message}`);
		if (byteOffset !== null && !(byteOffset >= 0 && byteOffset <= byteLength)) {
			throw new Error(`offset ${byteOffset} is not in [0, ${byteLength}]: ${code}: ${message}`);
		}
		if (time !== null && !Number.isFinite(time)) throw new Error(`time ${time}: ${code}: ${message}`);
		if (/undefined|(NaN|Infinity) (s|mm)\b/.test(message)) throw new Error(`a message that helps nobody: ${message}`);
	}
}

/** The result, or the `RecordingError` if its issue is as promised. Throws anything else. */
function attempt<T>(read: () => T, byteLength: number): T | RecordingError {
	try {
		return read();
	} catch (error) {
		if (!(error instanceof RecordingError)) throw error;
		const { code, byteOffset, message } = error.issue;
		if (!Object.hasOwn(ISSUE_CODES, code)) throw new Error(`unknown code: ${code}: ${message}`, { cause: error });
		if (byteOffset === null || !(byteOffset >= 0 && byteOffset <= byteLength)) {
			throw new Error(`offset ${byteOffset} is not in [0, ${byteLength}]: ${code}: ${message}`, { cause: error });
		}
		return error;
	}
}

function compareOutline(recording: Recording, outline: Outline): void {
	const { layout, markers } = recording;
	expectSame('layout', JSON.stringify(outline.layout), JSON.stringify(layout));
	expectSame('number of markers', outline.markers.length, markers.length);
	markers.forEach((marker, i) => {
		expectSame(`markers[${i}].time`, outline.markers[i]?.time, marker.time);
		expectSame(`markers[${i}].name`, outline.markers[i]?.name, marker.name);
	});
	for (const section of ['head', 'hands', 'gaze'] as const) {
		expectSame(section, outline.sections[section], recording[section] !== null);
	}
	for (const { path, kind, keyCount, keySize, preWrap, postWrap } of outline.curves) {
		const curve = curveAt(recording, path);
		const isSame =
			curve.kind === kind &&
			curve.count === keyCount &&
			curve.stride * 4 === keySize &&
			curve.preWrap === preWrap &&
			curve.postWrap === postWrap &&
			curve.words.length === curve.floats.length;
		if (!isSame) throw new Error(`${path}: the outline and the recording tell different curves`);
	}
}

function checkSpans(outline: Outline, byteLength: number): void {
	coverBytes(listSpans(outline), byteLength);
}

function coverBytes(spans: readonly ByteSpan[], byteLength: number): void {
	let end = 0;
	for (const { path, byteOffset, byteLength: length, what } of spans) {
		expectSame(`start of the span ${what} ${path}`, byteOffset, end);
		if (length <= 0) throw new Error(`the span ${what} ${path} is empty`);
		end += length;
	}
	expectSame('end of the last span', end, byteLength);
}

function curveAt(recording: Recording, path: string): Curve {
	let node: unknown = recording;
	for (const name of path.split('.')) node = (node as Record<string, unknown>)[name];
	return node as Curve;
}

function expectSame(what: string, actual: unknown, expected: unknown): void {
	if (!Object.is(actual, expected)) throw new Error(`${what}: ${String(actual)} instead of ${String(expected)}`);
}

function findDifference(a: Uint8Array, b: Uint8Array): number {
	let i = 0;
	while (i < a.length && a[i] === b[i]) i++;
	return i;
}
