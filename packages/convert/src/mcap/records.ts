import { computeCrc32 } from '@handreel/core/internal';
import { BytesWriter } from '../common/bytes-writer.ts';
import { encodeText } from './proto.ts';

/** The attachment that holds the whole recording. */
export const ATTACHMENT_NAME = 'recording.reel';
/** The first and the last eight bytes of a file. */
export const MCAP_MAGIC: readonly number[] = [0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a];

/** The kinds of records. */
export const OPCODES = {
	header: 1,
	footer: 2,
	schema: 3,
	channel: 4,
	message: 5,
	chunk: 6,
	messageIndex: 7,
	chunkIndex: 8,
	attachment: 9,
	attachmentIndex: 10,
	statistics: 11,
	metadata: 12,
	dataEnd: 15,
} as const;

/** Adds a record: its kind, its length and its content. */
export function addRecord(writer: BytesWriter, opcode: number, content: Uint8Array): void {
	writer.addByte(opcode);
	writer.addUint64(content.length);
	writer.addBytes(content);
}

/** Adds text with its length. */
export function addString(writer: BytesWriter, text: string): void {
	const bytes = encodeText(text);
	writer.addUint32(bytes.length);
	writer.addBytes(bytes);
}

/** Encodes a schema. */
export function encodeSchemaRecord(id: number, name: string, encoding: string, data: Uint8Array): Uint8Array {
	const writer = new BytesWriter();
	writer.addUint16(id);
	addString(writer, name);
	addString(writer, encoding);
	writer.addUint32(data.length);
	writer.addBytes(data);
	return writer.take();
}

/** Encodes a channel. */
export function encodeChannel(id: number, schema: number, topic: string, encoding: string): Uint8Array {
	const writer = new BytesWriter();
	writer.addUint16(id);
	writer.addUint16(schema);
	addString(writer, topic);
	addString(writer, encoding);
	writer.addUint32(0);
	return writer.take();
}

/** Encodes an attachment with its checksum. */
export function encodeAttachment(time: bigint, name: string, mediaType: string, data: Uint8Array): Uint8Array {
	const writer = new BytesWriter(data.length + 128);
	writer.addBigUint64(time);
	writer.addBigUint64(time);
	addString(writer, name);
	addString(writer, mediaType);
	writer.addUint64(data.length);
	writer.addBytes(data);
	const bytes = writer.take();
	const whole = new BytesWriter(bytes.length + 4);
	whole.addBytes(bytes);
	whole.addUint32(computeCrc32(bytes));
	return whole.take();
}

/** Encodes named texts. */
export function encodeMetadata(name: string, entries: readonly (readonly [key: string, value: string])[]): Uint8Array {
	const map = new BytesWriter();
	for (const [key, value] of entries) {
		addString(map, key);
		addString(map, value);
	}
	const writer = new BytesWriter();
	addString(writer, name);
	writer.addUint32(map.length);
	writer.addBytes(map.take());
	return writer.take();
}
