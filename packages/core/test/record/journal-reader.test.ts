import { createFrameSample, type FrameSample, isRecordingError, type Marker } from '@handreel/core';
import { JournalReader, Recorder } from '@handreel/core/record';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeFrame } from '../support/made-frames.ts';
import { Journal, sometimesSparse, writeFrames } from '../support/made-journals.ts';

/** A frame with everything that a journal can hold. */
function makeFull(time: number): FrameSample {
	const frame = makeFrame(time, { pinching: ['right'] });
	const { left, right } = frame.controllers;
	frame.hands.left.aimPresent = true;
	frame.hands.left.aim.set([1, 2, 3, 0, 0, 0, 1]);
	frame.hands.right.pinchStrength = 0.25;
	Object.assign(left, { present: true, tracked: true, buttonCount: 3, axisCount: 2 });
	left.grip.set([0.5, 1, -0.5, 0, 1, 0, 0]);
	left.aim.set([0.25, 1, -0.5, 0, 0, 1, 0]);
	left.pressed.set([1, 0, 1]);
	left.touched.set([1, 1, 0]);
	left.values.set([1, 0.5, 0.75]);
	left.axes.set([-1, 0.5]);
	Object.assign(right, { present: true, tracked: false, buttonCount: 1 });
	return frame;
}

function record(frames: readonly FrameSample[]): Uint8Array {
	const journal = new Journal();
	const recorder = new Recorder({ maxDuration: 1, journal });
	recorder.setDetails({ info: { device: 'Test' } });
	recorder.start();
	for (const frame of frames) recorder.capture(frame);
	recorder.addMarker('end');
	recorder.stop();
	return journal.bytes;
}

const readAll = (bytes: Uint8Array): { reader: JournalReader; frames: FrameSample[]; used: number } => {
	const frames: FrameSample[] = [];
	const reader = new JournalReader({ frame: (frame) => frames.push(structuredClone(frame)) });
	return { reader, frames, used: reader.read(bytes) };
};

describe('JournalReader', () => {
	it('returns every frame, marker and detail', () => {
		const frames = [makeFull(10), makeFrame(10.5, sometimesSparse(0)), makeFrame(11, sometimesSparse(1))];
		const bytes = record(frames);
		const log: unknown[] = [];
		const markers: Marker[] = [];
		const seen: FrameSample[] = [];
		const reader = new JournalReader({
			start: () => log.push('start'),
			stop: () => log.push('stop'),
			details: ({ info }) => log.push(info),
			marker: (marker) => markers.push(marker),
			frame: (frame) => seen.push(structuredClone(frame)),
		});
		expect(reader.read(bytes)).toBe(bytes.length);
		expect([log, markers]).toEqual([[{ device: 'Test' }, 'start', 'stop'], [{ time: 11, name: 'end' }]]);
		expect(seen.map(({ time, headPresent, gazePresent, head }) => ({ time, headPresent, gazePresent, head }))).toEqual(
			frames.map(({ time, headPresent, gazePresent, head }) => ({ time, headPresent, gazePresent, head })),
		);
		for (const [i, frame] of frames.entries()) {
			for (const side of ['left', 'right'] as const) {
				const { joints, ...rest } = frame.hands[side];
				expect(seen[i]!.hands[side]).toMatchObject(rest);
				// Joints that are absent are not in the journal.
				frame.hands[side].present.forEach((isPresent, joint) => {
					const pose = seen[i]!.hands[side].joints.subarray(joint * 7, joint * 7 + 7);
					expect(pose).toEqual(isPresent ? joints.subarray(joint * 7, joint * 7 + 7) : new Float32Array(7).fill(NaN));
				});
			}
		}
		const { left, right } = seen[0]!.controllers;
		expect(left).toEqual(frames[0]!.controllers.left);
		expect(right).toMatchObject({ present: true, tracked: false, buttonCount: 1 });
		expect([seen[1]!.controllers.left.present, seen[2]!.controllers.right.present]).toEqual([false, false]);
	});

	it('reads the same in pieces of any size', () => {
		const bytes = record(Array.from({ length: 30 }, (_, i) => makeFrame(i / 60, sometimesSparse(i))));
		const whole = readAll(bytes).frames;
		fc.assert(
			fc.property(fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1 }), (sizes) => {
				const frames: FrameSample[] = [];
				const reader = new JournalReader({ frame: (frame) => frames.push(structuredClone(frame)) });
				for (let from = 0, to = 0, i = 0; to < bytes.length; i++) {
					to = Math.min(bytes.length, to + sizes[i % sizes.length]!);
					from += reader.read(bytes.subarray(from, to));
				}
				expect(reader.byteLength).toBe(bytes.length);
				expect(frames).toEqual(whole);
			}),
			{ numRuns: 20 },
		);
	});

	it('reports discarded frames', () => {
		const journal = new Journal();
		const recorder = new Recorder({ journal });
		recorder.start();
		recorder.capture(makeFrame(5));
		recorder.discard();
		recorder.capture(makeFrame(1));
		recorder.stop();
		const log: (string | number)[] = [];
		new JournalReader({ frame: ({ time }) => log.push(time), discard: () => log.push('discard') }).read(journal.bytes);
		expect(log).toEqual([5, 'discard', 1]);
	});

	it('stops before a record that is cut', () => {
		const { bytes, ends } = writeFrames(4, () => ({}));
		const { used, frames } = readAll(bytes.subarray(0, ends[2]! + 100));
		expect([used, frames.length]).toEqual([ends[2], 3]);
		expect(readAll(bytes.subarray(0, 15)).used).toBe(0);
	});

	it('refuses damage and reports where it is', () => {
		const { bytes, ends } = writeFrames(4, () => ({}));
		fc.assert(
			fc.property(fc.integer({ min: 0, max: bytes.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
				const damaged = bytes.slice();
				damaged[at]! ^= change;
				const reader = new JournalReader({});
				try {
					// Only a size that is too large may look like a record that is not complete.
					expect(reader.read(damaged)).toBeLessThan(bytes.length);
				} catch (error) {
					if (!isRecordingError(error)) throw error;
					expect(['not-a-journal', 'journal-version', 'journal-damaged']).toContain(error.issue.code);
				}
				const before = [0, 16, 40, ...ends].filter((end) => end <= at).at(-1)!;
				expect(reader.byteLength).toBe(before);
			}),
			{ numRuns: 300 },
		);
	});

	it('refuses a record that comes twice', () => {
		const { bytes, ends } = writeFrames(2, () => ({}));
		const reader = new JournalReader({});
		reader.read(bytes);
		expect(() => reader.read(bytes.subarray(ends[0]!, ends[1]!))).toThrow('is out of order');
	});

	it('refuses content with a correct checksum that is not a frame', () => {
		const journal = new Journal();
		const recorder = new Recorder({ journal, journalInterval: 1e-9 });
		recorder.start();
		recorder.capture(createFrameSample());
		recorder.addMarker('a frame?');
		const { bytes } = journal;
		const marker = bytes.slice(journal.ends[1]!);
		// The kind of the record: a marker becomes a frame. The checksum is that of the changed record.
		marker[20] = 2;
		const view = new DataView(marker.buffer);
		view.setUint32(4, crc32(marker.subarray(8)), true);
		const reader = new JournalReader({});
		reader.read(bytes.subarray(0, journal.ends[1]!));
		expect(() => reader.read(marker)).toThrow('is not a frame');
	});
});

function crc32(bytes: Uint8Array): number {
	let crc = 0xffff_ffff;
	for (const byte of bytes) {
		crc ^= byte;
		for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1;
	}
	return ~crc >>> 0;
}
