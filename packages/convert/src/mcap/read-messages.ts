import { RecordingError } from '@handreel/core';
import { decodeUtf8 } from '../common/utf8.ts';
import { ATTACHMENT_NAME, MCAP_MAGIC, OPCODES } from './records.ts';

/** Opcode and length of a record. */
const RECORD_HEAD = 9;
/** What precedes the data of a message: its channel, its number and two times. */
const MESSAGE_HEAD = 22;

/** A message of a file. */
export interface FileMessage {
	readonly topic: string;
	readonly schema: string;
	/** Nanoseconds. */
	readonly logTime: bigint;
	readonly data: Uint8Array;
	/** Where the message is in the file, for errors. */
	readonly offset: number;
}

interface Channel {
	readonly topic: string;
	readonly schema: number;
}

/**
 * Lists the messages of an MCAP file in the order of the file, without copying them. Reads chunks that are not compressed. Throws
 * `bad-mcap` with the place.
 */
export function* readMessages(bytes: Uint8Array): Generator<FileMessage> {
	const reader = { bytes, schemas: new Map<number, string>(), channels: new Map<number, Channel>() };
	yield* readRecords(reader, MCAP_MAGIC.length, bytes.length, true);
}

interface Reader {
	readonly bytes: Uint8Array;
	readonly schemas: Map<number, string>;
	readonly channels: Map<number, Channel>;
}

function* readRecords(reader: Reader, from: number, to: number, isOutside: boolean): Generator<FileMessage> {
	const { bytes, schemas, channels } = reader;
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
	for (let at = from; at + RECORD_HEAD <= to; ) {
		const opcode = bytes[at]!;
		const length = Number(view.getBigUint64(at + 1, true));
		const start = at + RECORD_HEAD;
		if (length > to - start) fail(`a record of ${length} bytes does not fit into the file`, at);
		const record = new RecordReader(view, start, start + length);
		if (opcode === OPCODES.schema) schemas.set(record.readUint16(), record.readText());
		else if (opcode === OPCODES.channel) {
			const id = record.readUint16();
			channels.set(id, { schema: record.readUint16(), topic: record.readText() });
		} else if (opcode === OPCODES.message) {
			if (length < MESSAGE_HEAD) fail('a message ends early', at);
			const channel = channels.get(record.readUint16());
			if (channel === undefined) return fail('a message has an unknown channel', at);
			const logTime = view.getBigUint64(start + 6, true);
			const data = bytes.subarray(start + MESSAGE_HEAD, start + length);
			yield { topic: channel.topic, schema: schemas.get(channel.schema) ?? '', logTime, data, offset: at };
		} else if (opcode === OPCODES.chunk && isOutside) {
			// Two times, the size and the checksum of the content.
			record.skip(28);
			const compression = record.readText();
			if (compression !== '') {
				const reason = `its chunks are compressed with ${compression.slice(0, 20)}, which is not read`;
				fail(`the file has no attachment ${ATTACHMENT_NAME}, and ${reason}`, at);
			}
			const size = record.readSize();
			if (size !== record.left) fail(`a chunk of ${size} bytes does not fit into its record`, at);
			yield* readRecords(reader, start + length - size, start + length, false);
		} else if (opcode === OPCODES.footer) return;
		at = start + length;
	}
}

class RecordReader {
	readonly #view: DataView;
	readonly #end: number;
	#at: number;

	constructor(view: DataView, at: number, end: number) {
		this.#view = view;
		this.#at = at;
		this.#end = end;
	}

	get left(): number {
		return this.#end - this.#at;
	}

	skip(size: number): number {
		if (!(size <= this.left)) fail('a record ends early', this.#at);
		this.#at += size;
		return this.#at - size;
	}

	readUint16(): number {
		return this.#view.getUint16(this.skip(2), true);
	}

	readSize(): number {
		return Number(this.#view.getBigUint64(this.skip(8), true));
	}

	readText(): string {
		const length = this.#view.getUint32(this.skip(4), true);
		const at = this.skip(length);
		try {
			return decodeUtf8(new Uint8Array(this.#view.buffer, this.#view.byteOffset + at, length), true);
		} catch {
			return fail('a text is not UTF-8', at);
		}
	}
}

function fail(message: string, byteOffset: number): never {
	throw new RecordingError({ code: 'bad-mcap', severity: 'error', message, path: '', byteOffset, time: null });
}
