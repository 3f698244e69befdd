import { describe, expect, it } from 'vitest';
import { Recorder } from '../../src/record/recorder.ts';
import { recoverJournal } from '../../src/record/recover-journal.ts';
import { thinJournal } from '../../src/record/thin-journal.ts';
import { createFrameSample } from '../../src/sample/frame-sample.ts';

function record(frames: number): Uint8Array {
	const parts: Uint8Array[] = [];
	const recorder = new Recorder({ journal: { write: (bytes) => parts.push(bytes.slice()) } });
	const frame = createFrameSample();
	frame.headPresent = true;
	recorder.setDetails({ info: { device: 'x' } });
	recorder.start();
	for (let i = 0; i < frames; i++) {
		frame.time = 5 + i / 8;
		frame.head[0] = i;
		recorder.capture(frame);
		if (i === 3) recorder.addMarker('now');
	}
	recorder.stop();
	return new Uint8Array(Buffer.concat(parts));
}

describe('thinJournal', () => {
	it('keeps the first of each group of frames, and everything else', () => {
		const { bytes, byteLength } = thinJournal(record(10), 4);
		expect(byteLength).toBe(record(10).length);
		const { recording, frameCount, isComplete, issues, gaps } = recoverJournal(bytes);
		expect([frameCount, isComplete, issues]).toEqual([3, true, []]);
		expect(gaps.map(({ records }) => records)).toEqual([3, 3, 1]);
		expect(recording!.markers).toEqual([{ time: 3 / 8, name: 'now' }]);
		expect(recording!.info).toMatchObject({ device: 'x' });
	});

	it('takes parts, and leaves a record that is not complete', () => {
		const all = record(10);
		const { bytes, byteLength } = thinJournal(all.subarray(0, 400), 1);
		expect(byteLength).toBeLessThan(400);
		expect(Buffer.from(bytes).equals(all.subarray(0, byteLength))).toBe(true);
		const rest = thinJournal(all.subarray(byteLength), 1);
		expect(Buffer.concat([bytes, rest.bytes]).equals(all)).toBe(true);
		expect(thinJournal(new Uint8Array(), 2)).toEqual({ bytes: new Uint8Array(), byteLength: 0 });
	});

	it('refuses bytes that are not records, and a wrong number', () => {
		const all = record(10);
		expect(() => thinJournal(all.subarray(20), 2)).toThrow(
			expect.objectContaining({ issue: expect.objectContaining({ code: 'journal-damaged', byteOffset: 0 }) }),
		);
		for (const every of [0, -1, 1.5, Number.NaN]) expect(() => thinJournal(all, every)).toThrow(RangeError);
	});
});
