// Makes checksums and lengths right, so that damage reaches the code behind them.
import type { ReadableFormatName } from '@handreel/convert';
import { computeCrc32 } from '@handreel/core/internal';

/** Makes the checksums of a mutant right, in place. */
export function fixChecksums(format: ReadableFormatName, bytes: Uint8Array): void {
	if (format === 'reel') fixReel(bytes, 0, bytes.length);
	else if (format === 'journal') fixJournal(bytes);
	else if (format === 'mcap') fixMcap(bytes);
	else if (format === 'glb') fixGlb(bytes);
}

const REEL_MAGIC_SIZE = 8;
const CHUNK_HEADER_SIZE = 12;

function fixReel(bytes: Uint8Array, start: number, end: number): void {
	const view = toView(bytes);
	let at = start + REEL_MAGIC_SIZE;
	// The checksum of a small reel covers its keys, too, so readers decode them first.
	if (at < end && bytes[at + 4] === 0) return;
	while (at + CHUNK_HEADER_SIZE <= end) {
		const stop = at + CHUNK_HEADER_SIZE + view.getUint32(at + 8, true);
		if (stop > end) return;
		view.setUint32(at, computeCrc32(bytes, at + 4, stop), true);
		at = stop;
	}
}

const JOURNAL_HEADER_SIZE = 16;
const RECORD_HEADER_SIZE = 24;
const SYNC_BYTE = 0xd7;
const SYNC_WORD = 0x6a72_68d7;

function fixJournal(bytes: Uint8Array): void {
	const view = toView(bytes);
	if (bytes.length < JOURNAL_HEADER_SIZE) return;
	view.setUint32(12, computeCrc32(bytes, 0, 12), true);
	for (let at = bytes.indexOf(SYNC_BYTE); at >= 0 && at + RECORD_HEADER_SIZE <= bytes.length; ) {
		const end = at + RECORD_HEADER_SIZE + view.getUint32(at + 8, true);
		const isRecord = view.getUint32(at, true) === SYNC_WORD && end <= bytes.length;
		if (isRecord) view.setUint32(at + 4, computeCrc32(bytes, at + 8, end), true);
		at = bytes.indexOf(SYNC_BYTE, isRecord ? end : at + 1);
	}
}

const ATTACHMENT = 9;

// An attachment: two times, a name, a media type, and the data with its length and checksum.
function fixMcap(bytes: Uint8Array): void {
	const view = toView(bytes);
	for (let at = 8; at + 9 <= bytes.length; ) {
		const length = Number(view.getBigUint64(at + 1, true));
		const [start, end] = [at + 9, at + 9 + length];
		if (end > bytes.length) return;
		if (bytes[at] === ATTACHMENT) {
			let data = start + 16;
			for (let text = 0; text < 2 && data + 4 <= end; text++) data += 4 + view.getUint32(data, true);
			if (data + 8 <= end) fixReel(bytes, data + 8, end - 4);
			if (end - 4 >= start) view.setUint32(end - 4, computeCrc32(bytes, start, end - 4), true);
		}
		at = end;
	}
}

// The size of the file, and of its second chunk, which is the last.
function fixGlb(bytes: Uint8Array): void {
	if (bytes.length < 20) return;
	const view = toView(bytes);
	view.setUint32(8, bytes.length, true);
	const second = 20 + view.getUint32(12, true);
	if (second + 8 <= bytes.length) view.setUint32(second, bytes.length - second - 8, true);
}

function toView(bytes: Uint8Array): DataView {
	return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
