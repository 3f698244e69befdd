import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JournalReader, recoverJournal } from '@handreel/core/record';
import { decodeReel, encodeReel } from '@handreel/core/reel';
import type { SavedTake, ServerMessage } from '../../src/protocol/messages.ts';
import { makeTake, takeId } from './made-take.ts';

const FRAMES = 24;

/** A take of the model: what the server has promised about it. */
export class KnownTake {
	readonly id: string;
	readonly bytes: Uint8Array;
	/** Bytes that were acknowledged. */
	acked = 0;
	saved: SavedTake | null = null;
	isGone = false;
	/** Whether somebody has asked to discard it. Until that is confirmed it may be there or not. */
	isUnwanted = false;
	/** Whether it is complete: without a frame it may be dropped then. */
	isComplete = false;
	readonly #device: string;
	readonly #content: Content;

	constructor(number: number) {
		this.id = takeId(number);
		this.#device = `Device ${number}`;
		this.#content = contents[number] ??= createContent(number);
		this.bytes = this.#content.bytes;
	}

	/** Takes a promise of the server. */
	note(message: ServerMessage): void {
		if (message.type === 'ack') this.acked = Math.max(this.acked, message.length);
		else if (message.type === 'saved') this.saved = message;
		else if (message.type === 'discarded') this.isGone = true;
	}

	/** Returns which promise a folder breaks; `null` if it keeps them all. */
	findBrokenPromise(folder: string): string | null {
		const files = readdirSync(folder)
			.filter((name) => !name.startsWith('.'))
			.map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
		const journal = files.find(({ name }) => name.endsWith(`.${this.id}.hrj`));
		const reels = files.filter(({ name, bytes }) => name.endsWith('.reel') && readDevice(bytes) === this.#device);
		if (this.isGone) {
			if (!this.isUnwanted && this.#countFrames(this.acked) > 0) return 'dropped without being asked';
			const [left] = [...files.filter(({ name }) => name.includes(this.id)), ...reels];
			return left === undefined ? null : `discarded, but ${left.name} is there`;
		}
		if (this.isUnwanted) return null;
		if (this.saved !== null) {
			const { file, frames } = this.saved;
			const reel = files.find(({ name }) => name === file);
			if (frames < this.#countFrames(this.acked)) return `saved with ${frames} frames only`;
			return reel?.bytes.equals(this.#encode(frames)) ? null : `saved, but ${file} is missing or wrong`;
		}
		const wanted = this.bytes.subarray(0, this.acked);
		if (wanted.length === 0 || journal?.bytes.subarray(0, this.acked).equals(wanted)) return null;
		// Saved, and the answer was lost.
		const frames = this.#countFrames(this.acked);
		if (frames === 0 && this.isComplete) return null;
		for (let count = frames; count <= FRAMES; count++)
			if (reels.some(({ bytes }) => bytes.equals(this.#encode(count)))) return null;
		return `${this.acked} bytes were acknowledged, and the journal has ${journal?.bytes.length ?? 'gone'}`;
	}

	#countFrames(length: number): number {
		return this.#content.ends.filter((end) => end <= length).length;
	}

	#encode(frames: number): Uint8Array {
		const { bytes, ends, reels } = this.#content;
		const encode = (): Uint8Array => {
			const { recording } = recoverJournal(bytes.subarray(0, ends[frames - 1] ?? 0));
			return recording === null ? new Uint8Array() : encodeReel(recording);
		};
		reels[frames] ??= encode();
		return reels[frames];
	}
}

/** The devices of files, by their bytes. */
const devices = new Map<string, unknown>();

function readDevice(bytes: Buffer): unknown {
	const key = bytes.toString('latin1');
	if (!devices.has(key)) devices.set(key, decodeReel(bytes).info['device']);
	return devices.get(key);
}

/** The content of a take, which all histories share. */
interface Content {
	readonly bytes: Uint8Array;
	/** The ends of the frames in the journal. */
	readonly ends: readonly number[];
	/** The first frames as a file, by their number. */
	readonly reels: Uint8Array[];
}

const contents: Content[] = [];

function createContent(number: number): Content {
	const { bytes } = makeTake(FRAMES, number);
	const view = new DataView(bytes.buffer, bytes.byteOffset);
	const ends: number[] = [];
	// The size of a record is at its byte 8, and counts from its byte 24.
	const reader = new JournalReader({
		frame: () => void ends.push(reader.byteLength + 24 + view.getUint32(reader.byteLength + 8, true)),
	});
	reader.read(bytes);
	return { bytes, ends, reels: [] };
}
