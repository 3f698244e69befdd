import { listKeyTimes } from '@handreel/core/internal';
import { type JournalRecovery, Recorder, recoverJournal } from '@handreel/core/record';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeModel } from '../support/arbitrary-recording.ts';
import { makeFrame } from '../support/made-frames.ts';
import { findFrameEnds, HEADER_SIZE, Journal, SPARSE, sometimesSparse, writeFrames } from '../support/made-journals.ts';
import { createRandom } from '../support/random.ts';

/** CRC-32 bit by bit. */
function slowCrc32(bytes: Uint8Array): number {
	let crc = 0xffff_ffff;
	for (const byte of bytes) {
		for (let bit = 0; bit < 8; bit++) {
			const isSet = ((crc ^ (byte >> bit)) & 1) === 1;
			crc = isSet ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1;
		}
	}
	return ~crc >>> 0;
}

const codes = ({ issues }: JournalRecovery): string[] => issues.map(({ code }) => code);

describe('a journal', () => {
	it('contains exactly the frames of the recorder', () => {
		const journal = new Journal();
		const recorder = new Recorder({ maxDuration: Number.POSITIVE_INFINITY, journal });
		recorder.start();
		for (let i = 0; i < 200; i++) {
			recorder.capture(makeFrame(50 + i / 60, sometimesSparse(i)));
			if (i === 70) recorder.addMarker('café 🖐');
			if (i === 90) recorder.addMarker('earlier', 50.5);
			if (i === 120) {
				recorder.stop();
				recorder.start();
			}
		}
		recorder.stop();
		const recovery = recoverJournal(journal.bytes);
		expect(recovery).toMatchObject({ frameCount: 200, isComplete: true, gaps: [], issues: [] });
		expect(describeModel(recovery.recording!)).toEqual(describeModel(recorder.toRecording({ keepAllKeys: true })));
		const thin = recoverJournal(journal.bytes, { tolerances: { jointPosition: 0.01 } }).recording!;
		expect(describeModel(thin)).toEqual(describeModel(recorder.toRecording({ tolerances: { jointPosition: 0.01 } })));
	});

	it('has the requested sections', () => {
		const { bytes, recorder } = writeFrames(3, () => SPARSE, { sections: ['hands', 'gaze'] });
		const { recording } = recoverJournal(bytes);
		expect([recording!.head, recording!.hands !== null, recording!.gaze !== null]).toEqual([null, true, true]);
		expect(describeModel(recording!)).toEqual(describeModel(recorder.toRecording({ keepAllKeys: true })));
	});

	it('keeps frames that a rolling buffer dropped, but not discarded frames', () => {
		const journal = new Journal();
		const recorder = new Recorder({ maxDuration: 1, journal });
		recorder.start();
		recorder.capture(makeFrame(1));
		recorder.addMarker('discarded');
		recorder.discard();
		for (let i = 0; i < 300; i++) recorder.capture(makeFrame(i / 60));
		recorder.stop();
		const { frameCount, recording, isComplete } = recoverJournal(journal.bytes);
		expect([frameCount, isComplete, recorder.frameCount]).toEqual([300, true, 61]);
		expect(recording!.markers).toEqual([]);
	});

	it('is written at least every half second, and immediately at a start, stop, or marker', () => {
		const journal = new Journal();
		const recorder = new Recorder({ journal });
		recorder.start();
		expect(journal.parts.length).toBe(1);
		let worst = 0;
		let duration = Number.NEGATIVE_INFINITY;
		let writes = 0;
		for (let i = 0; i < 600; i++) {
			recorder.capture(makeFrame(i / 60, SPARSE));
			if (journal.parts.length > writes) duration = recoverJournal(journal.bytes).recording?.duration ?? duration;
			writes = journal.parts.length;
			worst = Math.max(worst, i / 60 - duration);
		}
		expect(worst).toBeGreaterThan(0.4);
		expect(worst).toBeLessThan(0.5);
		recorder.addMarker('now');
		expect(recoverJournal(journal.bytes)).toMatchObject({ frameCount: 600, recording: { markers: [{ name: 'now' }] } });
	});

	it('stores markers with names of any length', () => {
		const journal = new Journal();
		const recorder = new Recorder({ journal });
		recorder.start();
		recorder.capture(makeFrame(0));
		const names = ['', '\ufeffa', 'é'.repeat(100_000), 'x'];
		for (const name of names) recorder.addMarker(name);
		expect(recoverJournal(journal.bytes).recording!.markers.map(({ name }) => name)).toEqual(names);
	});

	it('rethrows errors of the sink after taking the frame, and continues with a gap', () => {
		const journal = new Journal();
		let isFull = false;
		const write = (bytes: Uint8Array): void => {
			if (isFull) throw new Error('disk full');
			journal.write(bytes);
		};
		const recorder = new Recorder({ journal: { write }, journalInterval: 1e-9 });
		recorder.start();
		for (let i = 0; i < 20; i++) {
			isFull = i === 8 || i === 9;
			const capture = (): boolean => recorder.capture(makeFrame(i / 64));
			if (isFull) expect(capture).toThrow('disk full');
			else expect(capture()).toBe(true);
		}
		expect(recorder.frameCount).toBe(20);
		expect(recoverJournal(journal.bytes)).toMatchObject({
			frameCount: 18,
			gaps: [{ start: 7 / 64, end: 10 / 64, records: 2 }],
		});
	});
});

describe('recovery', () => {
	it('finds all other frames if one is damaged, overwritten, or missing', () => {
		const count = 40;
		const { bytes, ends } = writeFrames(count, sometimesSparse);
		const random = createRandom(13);
		for (let bad = 0; bad < count; bad++) {
			const [start, end] = [ends[bad - 1] ?? HEADER_SIZE + 24, ends[bad]!];
			const flipped = bytes.slice();
			flipped[start + random.below(end - start)]! ^= 1 << random.below(8);
			const overwritten = bytes.slice();
			for (let i = start; i < end; i++) overwritten[i] = random.word();
			const removed = new Uint8Array(Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]));
			const torn = new Uint8Array(Buffer.concat([bytes.subarray(0, end - 7), bytes.subarray(end)]));
			const others = Array.from({ length: count }, (_, i) => i).filter((i) => i !== bad);
			for (const damaged of [flipped, overwritten, removed, torn]) {
				const { recording, gaps, frameCount } = recoverJournal(damaged);
				expect(frameCount).toBe(count - 1);
				const times = others.map((i) => (i - others[0]!) / 64);
				expect([...listKeyTimes(recording!)]).toEqual(times);
				const isLast = bad === count - 1;
				const gap = { start: bad === 0 ? null : (bad - 1) / 64, end: bad === 0 ? 0 : (bad + 1) / 64, records: 1 };
				expect(gaps).toEqual(isLast ? [] : [gap]);
			}
		}
	});

	it('reports no gap for discarded records', () => {
		const journal = new Journal();
		const recorder = new Recorder({ journal, journalInterval: 1e-9 });
		recorder.start();
		for (let i = 0; i < 10; i++) recorder.capture(makeFrame(i / 64));
		recorder.discard();
		for (let i = 0; i < 10; i++) recorder.capture(makeFrame(i / 64));
		recorder.stop();
		const damaged = journal.bytes;
		const ends = findFrameEnds(damaged);
		for (const bad of [4, 9, 12]) damaged[ends[bad]! - 1]! ^= 1;
		expect(recoverJournal(damaged)).toMatchObject({
			frameCount: 9,
			isComplete: true,
			gaps: [{ start: 1 / 64, end: 3 / 64, records: 1 }],
		});
	});

	it('finds all other frames if many claim to extend to the end', () => {
		const { bytes, ends } = writeFrames(60, sometimesSparse);
		const damaged = bytes.slice();
		const view = new DataView(damaged.buffer);
		for (let bad = 0; bad < 20; bad++) {
			const start = ends[bad] ?? 0;
			view.setUint32(start + 8, bytes.length - start - 24, true);
		}
		const { frameCount, gaps } = recoverJournal(damaged);
		expect([frameCount, gaps]).toEqual([40, [{ start: 0, end: 21 / 64, records: 20 }]]);
	});

	it('works without the header of the journal', () => {
		const { bytes } = writeFrames(10, sometimesSparse);
		const damaged = bytes.slice();
		damaged[9]! ^= 0x40;
		expect(recoverJournal(damaged)).toMatchObject({ frameCount: 10, issues: [{ code: 'journal-damaged' }, {}] });
		damaged.fill(0, 0, HEADER_SIZE);
		expect(codes(recoverJournal(damaged))).toEqual(['not-a-journal', 'journal-damaged', 'journal-cut']);
		expect(recoverJournal(damaged).frameCount).toBe(10);
		expect(recoverJournal(bytes.subarray(5)).frameCount).toBe(10);
	});

	it('rejects unknown versions', () => {
		const { bytes } = writeFrames(3, sometimesSparse);
		const newer = bytes.slice();
		const view = new DataView(newer.buffer);
		view.setUint32(8, 3, true);
		expect(new DataView(bytes.buffer).getUint32(12, true)).toBe(slowCrc32(bytes.subarray(0, 12)));
		view.setUint32(12, slowCrc32(newer.subarray(0, 12)), true);
		const recovery = recoverJournal(newer);
		expect(recovery).toMatchObject({ recording: null, frameCount: 0 });
		expect(codes(recovery)).toEqual(['journal-version']);
	});

	it('skips a second copy of some records', () => {
		const { bytes, ends } = writeFrames(10, sometimesSparse);
		const [from, to] = [ends[3]!, ends[5]!];
		const doubled = new Uint8Array(
			Buffer.concat([bytes.subarray(0, to), bytes.subarray(from, to), bytes.subarray(to)]),
		);
		const recovery = recoverJournal(doubled);
		expect(recovery).toMatchObject({ frameCount: 10, gaps: [] });
		expect(codes(recovery)).toEqual(['journal-damaged', 'journal-damaged', 'journal-cut']);
	});

	it('separates journals that were appended to each other', () => {
		const first = writeFrames(10, sometimesSparse);
		const second = writeFrames(25, sometimesSparse);
		second.recorder.stop();
		for (const cut of [0, 5, 20]) {
			const [before, after] = [first.bytes.subarray(0, first.bytes.length - cut), second.bytes];
			const recovery = recoverJournal(Buffer.concat([before, after]));
			expect(recovery).toMatchObject({ frameCount: cut === 0 ? 10 : 9, gaps: [], isComplete: false });
			const { byteOffset } = recovery.issues.find(({ code }) => code === 'journal-followed')!;
			expect(byteOffset).toBe(before.length);
			const next = recoverJournal(Buffer.concat([before, after]).subarray(byteOffset!));
			expect(describeModel(next.recording!)).toEqual(describeModel(second.recorder.toRecording({ keepAllKeys: true })));
			expect(recovery.issues.find(({ code }) => code === 'journal-cut')?.byteOffset).toBe(before.length);
		}
		const started = first.bytes.subarray(0, HEADER_SIZE + 24 + 20);
		expect(recoverJournal(Buffer.concat([started, second.bytes])).frameCount).toBe(25);
	});

	it('reports bytes that are not a journal', () => {
		for (const bytes of [new Uint8Array([1]), new Uint8Array(1000), Buffer.from('The quick brown fox jumps')]) {
			const recovery = recoverJournal(bytes);
			expect(recovery).toMatchObject({ recording: null, frameCount: 0, isComplete: false });
			expect(recovery.issues).toMatchObject([{ code: 'not-a-journal', severity: 'error' }]);
		}
		expect(() => recoverJournal('text' as unknown as Uint8Array)).toThrow(TypeError);
	});

	it('never throws and never invents frames if bytes are damaged', () => {
		const { bytes } = writeFrames(12, sometimesSparse);
		const known = new Set(Array.from({ length: 12 }, (_, i) => i / 64));
		const edit = fc.record({
			at: fc.nat({ max: bytes.length }),
			remove: fc.nat({ max: 3000 }),
			insert: fc.uint8Array({ maxLength: 40 }),
		});
		fc.assert(
			fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
				let mutated = Buffer.from(bytes);
				for (const { at, remove, insert } of edits) {
					mutated = Buffer.concat([mutated.subarray(0, at), insert, mutated.subarray(at + remove)]);
				}
				const { recording, frameCount } = recoverJournal(mutated);
				if (recording === null) return frameCount === 0;
				const first = listKeyTimes(recording);
				// Time differences must be those of recorded frames.
				return [...first].every((time) => known.has(time)) && first.length === frameCount;
			}),
			{ seed: 17, numRuns: 400 },
		);
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => recoverJournal(noise).recording === null),
			{ seed: 19, numRuns: 400 },
		);
	});

	it('is fast with many journals without frames', () => {
		const journal = new Journal();
		new Recorder({ journal }).start();
		const { bytes } = writeFrames(3, sometimesSparse);
		const many = Buffer.concat([...Array.from({ length: 20_000 }, () => journal.bytes), bytes]);
		expect(recoverJournal(many)).toMatchObject({ frameCount: 3, gaps: [], issues: [{ code: 'journal-cut' }] });
	});

	it('is fast with bytes that look like records', () => {
		const size = 3_000_000;
		const fake = new Uint8Array(size);
		const view = new DataView(fake.buffer);
		for (let at = 0; at + 24 <= size; at += 24) {
			view.setUint32(at, 0x6a72_68d7, true);
			view.setUint32(at + 8, (size - at - 24) & ~3, true);
		}
		expect(recoverJournal(fake)).toMatchObject({ recording: null, frameCount: 0 });
	});
});
