import { createFrameSample, type FrameSample, JOINT_COUNT } from '@handreel/core';
import { JournalReader, Recorder } from '@handreel/core/record';

/** A journal with two hands. */
export interface MadeTake {
	readonly bytes: Uint8Array;
	readonly frames: number;
}

/** Fills a frame with two hands and a head that depend on the time. */
export function fillFrame(frame: FrameSample, time: number): FrameSample {
	frame.time = time;
	frame.headPresent = true;
	frame.head.set([Math.sin(time), 1.6, 0, 0, 0, 0, 1]);
	for (const hand of [frame.hands.left, frame.hands.right]) {
		hand.tracked = true;
		hand.present.fill(1);
		for (let joint = 0; joint < JOINT_COUNT; joint++)
			hand.joints.set([Math.cos(time + joint), 1, 0.4, 0, 0, 0, 1], joint * 7);
	}
	return frame;
}

/** Makes a journal. `seed` changes its content. */
export function makeTake(frames: number, seed = 0, markers: Readonly<Record<number, string>> = {}): MadeTake {
	const parts: Uint8Array[] = [];
	const recorder = new Recorder({ maxDuration: 1, journal: { write: (bytes) => parts.push(bytes.slice()) } });
	const frame = createFrameSample();
	recorder.setDetails({ info: { device: `Device ${seed}` } });
	recorder.start();
	for (let i = 0; i < frames; i++) {
		recorder.capture(fillFrame(frame, seed + i / 90));
		const name = markers[i];
		if (name !== undefined) recorder.addMarker(name);
	}
	recorder.stop();
	return { bytes: new Uint8Array(Buffer.concat(parts)), frames };
}

/** An id of a take. */
export const takeId = (n: number): string => n.toString(16).padStart(32, '0');

/** The end of the last whole record in the start of a journal. */
export const recordEnd = (journal: Uint8Array): number => new JournalReader({}).read(journal);
