import { Recorder, type RecorderOptions } from '@handreel/core/record';
import { type FrameGaps, makeFrame } from './made-frames.ts';

/** Bytes before the first record. */
export const HEADER_SIZE = 16;

/** A sink that stores the length of the journal after each write. */
export class Journal {
	readonly parts: Uint8Array[] = [];
	readonly ends: number[] = [];

	write(bytes: Uint8Array): void {
		this.parts.push(bytes.slice());
		this.ends.push((this.ends.at(-1) ?? 0) + bytes.length);
	}

	get bytes(): Uint8Array {
		return new Uint8Array(Buffer.concat(this.parts));
	}
}

/** A journal and its recorder. */
export interface Written {
	readonly bytes: Uint8Array;
	/** The end of each frame's record. */
	readonly ends: readonly number[];
	readonly recorder: Recorder;
}

/** A journal to which every frame is written immediately, so that the position of each frame is known. */
export function writeFrames(count: number, gaps: (i: number) => FrameGaps, options: RecorderOptions = {}): Written {
	const journal = new Journal();
	const recorder = new Recorder({ maxDuration: Number.POSITIVE_INFINITY, ...options, journal, journalInterval: 1e-9 });
	recorder.start();
	for (let i = 0; i < count; i++) recorder.capture(makeFrame(100 + i / 64, gaps(i), i / 64));
	return { bytes: journal.bytes, ends: findFrameEnds(journal.bytes), recorder };
}

/** Finds the ends of the frame records by their lengths. */
export function findFrameEnds(bytes: Uint8Array): number[] {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const ends: number[] = [];
	for (let at = HEADER_SIZE; at < bytes.length; ) {
		const end = at + 24 + view.getUint32(at + 8, true);
		if (view.getUint8(at + 20) === 2) ends.push(end);
		at = end;
	}
	return ends;
}

/** A frame with neither hands nor gaze. */
export const SPARSE: FrameGaps = { untracked: ['left', 'right'], gaze: false };

/** Every third frame is sparse; joints are missing from the others. */
export const sometimesSparse = (i: number): FrameGaps => (i % 3 === 0 ? SPARSE : { absent: [3, 4, 5] });
