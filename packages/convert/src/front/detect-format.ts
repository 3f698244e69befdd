import { type ByteReader, type BytesLike, isRecording, loadBytes } from '@handreel/core';
import { JSON_FORMAT, TIME_COLUMN } from '../common/signatures.ts';
import type { ReadableFormatName } from './formats.ts';
import { isCapture } from './inspect-capture.ts';
import { decodeUtf8, findForeignEncoding, type JsonField, listCsvColumns, listJsonFields } from './inspect-text.ts';

/** Bytes that are looked at. The longest heading of a table has 8 kB. */
const HEAD_LENGTH = 16_384;
/** Core takes fewer bytes for a journal that was cut off. */
const JOURNAL_MAGIC_LENGTH = 8;
/** The first byte of a reel. Other files do not load the code of reels. */
const REEL_BYTE = 0x8a;
/** The first bytes of formats whose code need not be loaded to find them. */
const SIGNATURES: readonly { readonly format: ReadableFormatName; readonly bytes: readonly number[] }[] = [
	{ format: 'glb', bytes: [0x67, 0x6c, 0x54, 0x46] },
	{ format: 'parquet', bytes: [0x50, 0x41, 0x52, 0x31] },
	{ format: 'mcap', bytes: [0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a] },
];
/** Fields that decide where the first kilobytes of an object hold neither `format` nor `asset`. */
const RECORDING_FIELDS = ['formatVersion', 'layout', 'markers', 'head', 'hands', 'gaze'];
const GLTF_FIELDS = [
	'accessors',
	'animations',
	'buffers',
	'bufferViews',
	'materials',
	'meshes',
	'nodes',
	'scene',
	'scenes',
];

/**
 * Returns the format of a file, judged by its content, or `null` if the content is unknown. File names play no role.
 * Reads the first 16 kB at most. A detected file may still be damaged; {@link decodeRecording} finds out.
 *
 * @example
 * await detectFormat(await file.arrayBuffer()); // 'glb'
 */
export async function detectFormat(source: BytesLike | ByteReader | Blob): Promise<ReadableFormatName | null> {
	const head = await readHead(source);
	return findFormat(head) ?? ((await isReelHead(head)) ? 'reel' : (await isJournal(head)) ? 'journal' : null);
}

async function readHead(source: BytesLike | ByteReader | Blob): Promise<Uint8Array> {
	if (source instanceof Blob) return loadBytes(source.slice(0, HEAD_LENGTH));
	if (!('read' in source)) return (await loadBytes(source)).subarray(0, HEAD_LENGTH);
	const byteLength = Math.min(HEAD_LENGTH, source.byteLength);
	return loadBytes({ byteLength, read: (offset, length) => source.read(offset, length) });
}

function findFormat(head: Uint8Array): ReadableFormatName | null {
	if (isRecording(head)) return 'bin';
	const signed = SIGNATURES.find(({ bytes }) => bytes.every((byte, i) => head[i] === byte));
	if (signed !== undefined) return signed.format;
	if (isCapture(head)) return 'handsbin';
	if (findForeignEncoding(head) !== null) return null;
	const text = decodeUtf8(head);
	const fields = listJsonFields(text);
	if (fields !== null) return findJsonFormat(fields, head.length < HEAD_LENGTH);
	if (/^\s*HIERARCHY\s/i.test(text)) return 'bvh';
	return listCsvColumns(text).includes(TIME_COLUMN) ? 'csv' : null;
}

function findJsonFormat(fields: readonly JsonField[], isWhole: boolean): 'json' | 'gltf' | 'iwer' | null {
	for (const { name, text } of fields) {
		if (name === 'format' && text === JSON_FORMAT) return 'json';
		if (name === 'asset') return 'gltf';
	}
	const has = (wanted: string): boolean => fields.some(({ name }) => name === wanted);
	if (has('frames') && (has('schema') || !isWhole)) return 'iwer';
	if (isWhole) return null;
	if (fields.some(({ name }) => RECORDING_FIELDS.includes(name))) return 'json';
	return fields.some(({ name }) => GLTF_FIELDS.includes(name)) ? 'gltf' : null;
}

async function isReelHead(head: Uint8Array): Promise<boolean> {
	if (head[0] !== REEL_BYTE) return false;
	const { isReel } = await import('@handreel/core/reel');
	return isReel(head);
}

async function isJournal(head: Uint8Array): Promise<boolean> {
	if (head.length < JOURNAL_MAGIC_LENGTH) return false;
	const { recoverJournal } = await import('@handreel/core/record');
	return recoverJournal(head.subarray(0, 64)).issues.every(({ code }) => code !== 'not-a-journal');
}
