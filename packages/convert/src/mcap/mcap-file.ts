import { computeCrc32 } from '@handreel/core/internal';
import { BytesWriter } from '../common/bytes-writer.ts';
import { compressLz4 } from './lz4.ts';
import { addRecord, addString, MCAP_MAGIC, OPCODES } from './records.ts';

/** A message to write. */
export interface McapMessage {
	/** The index of its channel. */
	readonly channel: number;
	/** Nanoseconds. */
	readonly time: bigint;
	readonly data: Uint8Array;
}

/** A file without its messages: records in front of them. */
export interface McapParts {
	/** The profile of the file, such as `ros2`. */
	readonly profile: string;
	/** How chunks are compressed; empty for not at all. */
	readonly compression: 'lz4' | '';
	readonly schemas: readonly Uint8Array[];
	readonly channels: readonly Uint8Array[];
	readonly attachments: readonly { readonly record: Uint8Array; readonly name: string; readonly mediaType: string }[];
	readonly metadata: readonly Uint8Array[];
	readonly messages: Iterable<McapMessage>;
}

const CHUNK_SIZE = 2 ** 20;

type Compression = McapParts['compression'];

interface ChunkIndex {
	readonly start: bigint;
	readonly end: bigint;
	readonly offset: number;
	readonly length: number;
	readonly indexOffsets: ReadonlyMap<number, number>;
	readonly indexLength: number;
	readonly compressedSize: number;
	readonly size: number;
}

/** Writes an MCAP file in pieces of about a megabyte. */
export function* writeMcap(parts: McapParts): Generator<Uint8Array<ArrayBuffer>> {
	const { profile, compression, schemas, channels, attachments, metadata, messages } = parts;
	const writer = new BytesWriter();
	writer.addBytes(Uint8Array.from(MCAP_MAGIC));
	const header = new BytesWriter();
	addString(header, profile);
	addString(header, 'handreel');
	addRecord(writer, OPCODES.header, header.take());
	for (const record of metadata) addRecord(writer, OPCODES.metadata, record);
	const places = attachments.map(({ record }) => {
		const offset = writer.length;
		addRecord(writer, OPCODES.attachment, record);
		return { offset, length: writer.length - offset };
	});
	const describe = (target: BytesWriter): void => {
		for (const record of schemas) addRecord(target, OPCODES.schema, record);
		for (const record of channels) addRecord(target, OPCODES.channel, record);
	};
	describe(writer);
	let offset = writer.length;
	yield writer.take();
	const indexes: ChunkIndex[] = [];
	const counts = new Map<number, number>();
	for (const chunk of listChunks(messages, counts)) {
		const { bytes, index } = encodeChunk(chunk, offset, compression);
		indexes.push(index);
		offset += bytes.length;
		yield bytes;
	}
	// No checksum of the data section.
	addRecord(writer, OPCODES.dataEnd, new Uint8Array(4));
	const summaryStart = offset + writer.length;
	const summary = new BytesWriter();
	describe(summary);
	for (const index of indexes) addRecord(summary, OPCODES.chunkIndex, encodeChunkIndex(index, compression));
	attachments.forEach(({ record, name, mediaType }, i) => {
		addRecord(summary, OPCODES.attachmentIndex, encodeAttachmentIndex(record, name, mediaType, places[i]!));
	});
	addRecord(summary, OPCODES.statistics, encodeStatistics(parts, indexes, counts));
	writer.addBytes(summary.take());
	const footer = new BytesWriter();
	footer.addUint64(summaryStart);
	footer.addUint64(0);
	footer.addUint32(0);
	addRecord(writer, OPCODES.footer, footer.take());
	writer.addBytes(Uint8Array.from(MCAP_MAGIC));
	yield writer.take();
}

interface ChunkContent {
	readonly bytes: Uint8Array;
	readonly start: bigint;
	readonly end: bigint;
	/** Time and offset of every message, by channel. */
	readonly entries: ReadonlyMap<number, (readonly [time: bigint, offset: number])[]>;
}

function* listChunks(messages: Iterable<McapMessage>, counts: Map<number, number>): Generator<ChunkContent> {
	const writer = new BytesWriter(CHUNK_SIZE + 65_536);
	let entries = new Map<number, (readonly [bigint, number])[]>();
	let [start, end] = [0n, 0n];
	for (const { channel, time, data } of messages) {
		if (writer.length === 0) [start, end] = [time, time];
		if (time < start) start = time;
		if (time > end) end = time;
		const sequence = counts.get(channel) ?? 0;
		counts.set(channel, sequence + 1);
		const list = entries.get(channel);
		if (list === undefined) entries.set(channel, [[time, writer.length]]);
		else list.push([time, writer.length]);
		writer.addByte(OPCODES.message);
		writer.addUint64(data.length + 22);
		writer.addUint16(channel);
		writer.addUint32(sequence);
		writer.addBigUint64(time);
		writer.addBigUint64(time);
		writer.addBytes(data);
		if (writer.length < CHUNK_SIZE) continue;
		yield { bytes: writer.take(), start, end, entries };
		entries = new Map();
	}
	if (writer.length > 0) yield { bytes: writer.take(), start, end, entries };
}

function encodeChunk(
	{ bytes, start, end, entries }: ChunkContent,
	offset: number,
	compression: Compression,
): { readonly bytes: Uint8Array<ArrayBuffer>; readonly index: ChunkIndex } {
	const compressed = compression === '' ? bytes : compressLz4(bytes);
	const content = new BytesWriter(compressed.length + 64);
	content.addBigUint64(start);
	content.addBigUint64(end);
	content.addUint64(bytes.length);
	content.addUint32(computeCrc32(bytes));
	addString(content, compression);
	content.addUint64(compressed.length);
	content.addBytes(compressed);
	const writer = new BytesWriter(content.length + 4096);
	addRecord(writer, OPCODES.chunk, content.take());
	const length = writer.length;
	const indexOffsets = new Map<number, number>();
	for (const [channel, list] of entries) {
		indexOffsets.set(channel, offset + writer.length);
		const record = new BytesWriter(list.length * 16 + 8);
		record.addUint16(channel);
		record.addUint32(list.length * 16);
		for (const [time, at] of list) {
			record.addBigUint64(time);
			record.addUint64(at);
		}
		addRecord(writer, OPCODES.messageIndex, record.take());
	}
	const indexLength = writer.length - length;
	const sizes = { compressedSize: compressed.length, size: bytes.length };
	return { bytes: writer.take(), index: { start, end, offset, length, indexOffsets, indexLength, ...sizes } };
}

function encodeChunkIndex(index: ChunkIndex, compression: Compression): Uint8Array {
	const writer = new BytesWriter();
	writer.addBigUint64(index.start);
	writer.addBigUint64(index.end);
	writer.addUint64(index.offset);
	writer.addUint64(index.length);
	writer.addUint32(index.indexOffsets.size * 10);
	for (const [channel, offset] of index.indexOffsets) {
		writer.addUint16(channel);
		writer.addUint64(offset);
	}
	writer.addUint64(index.indexLength);
	addString(writer, compression);
	writer.addUint64(index.compressedSize);
	writer.addUint64(index.size);
	return writer.take();
}

function encodeAttachmentIndex(
	record: Uint8Array,
	name: string,
	mediaType: string,
	{ offset, length }: { readonly offset: number; readonly length: number },
): Uint8Array {
	const writer = new BytesWriter();
	writer.addUint64(offset);
	writer.addUint64(length);
	// The times at the start of the attachment.
	writer.addBytes(record.subarray(0, 16));
	const overhead = 16 + 4 + name.length + 4 + mediaType.length + 8 + 4;
	writer.addUint64(record.length - overhead);
	addString(writer, name);
	addString(writer, mediaType);
	return writer.take();
}

function encodeStatistics(
	{ schemas, channels, attachments, metadata }: McapParts,
	indexes: readonly ChunkIndex[],
	counts: ReadonlyMap<number, number>,
): Uint8Array {
	const writer = new BytesWriter();
	writer.addUint64([...counts.values()].reduce((sum, count) => sum + count, 0));
	writer.addUint16(schemas.length);
	writer.addUint32(channels.length);
	writer.addUint32(attachments.length);
	writer.addUint32(metadata.length);
	writer.addUint32(indexes.length);
	writer.addBigUint64(indexes.reduce((least, { start }) => (start < least ? start : least), indexes[0]?.start ?? 0n));
	writer.addBigUint64(indexes.reduce((most, { end }) => (end > most ? end : most), 0n));
	writer.addUint32(counts.size * 10);
	for (const [channel, count] of counts) {
		writer.addUint16(channel);
		writer.addUint64(count);
	}
	return writer.take();
}
