import { type Issue, type LimitOptions, RecordingError } from '@handreel/core';
import { computeCrc32, ReadBudget } from '@handreel/core/internal';
import { decodeReel } from '@handreel/core/reel';
import type { ReadResult } from '../common/format.ts';
import { decodeUtf8 } from '../common/utf8.ts';
import { createWarning } from '../common/warning.ts';
import { decodeIsaac } from './decode-isaac.ts';
import { ATTACHMENT_NAME, MCAP_MAGIC, OPCODES } from './records.ts';

/** Opcode and length of a record. */
const RECORD_HEAD = 9;
/** Two times in front of the name of an attachment. */
const ATTACHMENT_TIMES = 16;

/**
 * Returns the recording that {@link encodeMcap} attached to a file, or else what Isaac Teleop recorded. A file that was cut off after the attachment can be
 * read; `issues` lists what. Throws `bad-mcap` for damaged files and for files of other programs, `too-large` for files beyond `limits`,
 * and like core's `decodeReel`.
 *
 * @example decodeMcap(new Uint8Array(await file.arrayBuffer())).recording
 */
export function decodeMcap(bytes: Uint8Array, options: LimitOptions = {}): ReadResult {
	if (!hasMagic(bytes, 0)) fail('the file does not start with the magic number of MCAP', 0);
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
	for (let at = MCAP_MAGIC.length; at + RECORD_HEAD <= bytes.length; ) {
		const opcode = bytes[at]!;
		const length = Number(view.getBigUint64(at + 1, true));
		const start = at + RECORD_HEAD;
		if (length > bytes.length - start) fail(`a record of ${length} bytes does not fit into the file`, at);
		if (opcode === OPCODES.attachment) {
			const attachment = readAttachment(bytes, start, start + length);
			if (attachment.name === ATTACHMENT_NAME) return readReel(bytes, attachment.data, options);
		}
		if (opcode === OPCODES.footer) break;
		at = start + length;
	}
	const read = decodeIsaac(bytes, new ReadBudget(options.limits, bytes.length));
	if (read !== null) return read;
	return fail(
		`the file was written neither by handreel nor by Isaac Teleop: it has no attachment ${ATTACHMENT_NAME} and no messages of hands, head, controllers or bodies`,
		null,
	);
}

function readReel(bytes: Uint8Array, reel: Uint8Array, { limits }: LimitOptions): ReadResult {
	const issues: Issue[] = [];
	const recording = decodeReel(reel, { limits, onIssue: (issue) => void issues.push(issue) });
	if (!hasMagic(bytes, bytes.length - MCAP_MAGIC.length)) {
		issues.push(
			createWarning('bad-mcap', 'end', 'the file is cut off; its recording is complete, its messages are not'),
		);
	}
	return { recording, issues };
}

function readAttachment(
	bytes: Uint8Array,
	start: number,
	end: number,
): { readonly name: string; readonly data: Uint8Array } {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
	let at = start + ATTACHMENT_TIMES;
	const take = (size: number): number => {
		const from = at;
		if (!(size <= end - at)) fail('an attachment ends early', start);
		at += size;
		return from;
	};
	const takeText = (): string => {
		const length = view.getUint32(take(4), true);
		const from = take(length);
		try {
			return decodeUtf8(bytes.subarray(from, from + length), true);
		} catch {
			return fail('a text is not UTF-8', from);
		}
	};
	if (at > end) fail('an attachment ends early', start);
	const name = takeText();
	takeText();
	const length = Number(view.getBigUint64(take(8), true));
	const from = take(length);
	const crcAt = take(4);
	const crc = view.getUint32(crcAt, true);
	// 0 means that there is no checksum.
	if (crc !== 0 && crc !== computeCrc32(bytes.subarray(start, crcAt))) {
		fail(`the attachment ${JSON.stringify(name.slice(0, 40))} is damaged: its checksum is wrong`, start);
	}
	return { name, data: bytes.subarray(from, from + length) };
}

function hasMagic(bytes: Uint8Array, at: number): boolean {
	return at >= 0 && MCAP_MAGIC.every((byte, i) => bytes[at + i] === byte);
}

function fail(message: string, byteOffset: number | null): never {
	throw new RecordingError({ code: 'bad-mcap', severity: 'error', message, path: '', byteOffset, time: null });
}
