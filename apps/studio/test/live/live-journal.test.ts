import { createFrameSample, getKeyTime, getKeyValue, type Recording } from '@handreel/core';
import { Recorder, recoverJournal } from '@handreel/core/record';
import { beforeAll, expect, test } from 'vitest';
import { LiveJournal, type LiveJournalLimits } from '../../src/live/live-journal.ts';

const RATE = 90;
const MINUTES = 60;
const LIMITS: Required<LiveJournalLimits> = { newer: 1_000_000, older: 600_000, piece: 200_000 };
/** Seconds between loads. */
const INTERVAL = 5;
/** What arrives in an hour: a head, and a marker per minute. */
const arrivals: Uint8Array<ArrayBuffer>[] = [];
/** The time of the last frame. */
let end = 0;

beforeAll(() => {
	let parts: Uint8Array[] = [];
	const journal = { write: (bytes: Uint8Array) => void parts.push(bytes.slice()) };
	const recorder = new Recorder({ maxDuration: 1, journal, journalInterval: 0.03 });
	const frame = createFrameSample();
	frame.headPresent = true;
	recorder.setDetails({ info: { device: 'Quest 3' } });
	recorder.start();
	// Times of headsets start anywhere.
	const origin = 1000;
	for (let i = 0; i < MINUTES * 60 * RATE; i++) {
		end = i / RATE;
		frame.time = origin + end;
		frame.head.set([Math.sin(end), 1.6, 0, 0, 0, 0, 1]);
		recorder.capture(frame);
		if (i % (60 * RATE) === 0) recorder.addMarker(`minute ${end / 60}`);
		if (i % (INTERVAL * RATE) < INTERVAL * RATE - 1) continue;
		arrivals.push(new Uint8Array(Buffer.concat(parts)));
		parts = [];
	}
});

async function recover(journal: LiveJournal): Promise<Recording> {
	const { recording, issues } = recoverJournal(await journal.toFile().arrayBuffer());
	expect(issues.map(({ code }) => code)).toEqual(['journal-cut']);
	return recording!;
}

/** Checks an hour: all of it is there, the last minutes with every frame. */
function expectHour({ head, markers, info }: Recording, every: number): void {
	const { x } = head!.position;
	const times = Array.from({ length: x.count }, (_, key) => getKeyTime(x, key));
	expect(times[0]).toBe(0);
	expect(times.at(-1)).toBeCloseTo(end, 1);
	for (const [key, time] of times.entries()) {
		const step = (time - (times[key - 1] ?? time)) * RATE;
		const isNew = time > end - 120;
		if (step > (isNew ? 1 : every) + 0.1) expect.fail(`${step} frames before ${time} s`);
		if (Math.abs(getKeyValue(x, key) - Math.sin(time)) > 1e-3) expect.fail(`a wrong value at ${time} s`);
	}
	expect(markers).toHaveLength(MINUTES);
	for (const [minute, { time, name }] of markers.entries()) {
		expect(time).toBeCloseTo(minute * 60);
		expect(name).toBe(`minute ${minute}`);
	}
	expect(info['device']).toBe('Quest 3');
}

test('an hour at 90 Hz keeps growing in limited memory', async () => {
	const journal = new LiveJournal(LIMITS);
	const largest = Math.max(...arrivals.map(({ length }) => length));
	let shown = 0;
	for (const [i, bytes] of arrivals.entries()) {
		await journal.append(new Blob([bytes]));
		expect(journal.keptBytes).toBeLessThanOrEqual(LIMITS.newer + LIMITS.older + largest);
		if (((i + 1) * INTERVAL) % 1200 !== 0) continue;
		const { duration } = await recover(journal);
		expect(duration).toBeGreaterThan(shown + 1199);
		shown = duration;
	}
	expect(journal.byteLength).toBe(arrivals.reduce((sum, { length }) => sum + length, 0));
	expect(journal.byteLength).toBeGreaterThan(10 * journal.keptBytes);
	expect(journal.every).toBeGreaterThan(8);
	expectHour(await recover(journal), journal.every);
});

test('a viewer that joins after an hour sees the same', async () => {
	const journal = new LiveJournal(LIMITS);
	// Two parts that are not waited for arrive in order.
	const first = journal.append(new Blob(arrivals.slice(0, -1)));
	const second = journal.append(new Blob(arrivals.slice(-1)));
	expect(journal.byteLength).toBe(arrivals.reduce((sum, { length }) => sum + length, 0));
	await Promise.all([first, second]);
	expect(journal.keptBytes).toBeLessThanOrEqual(LIMITS.newer + LIMITS.older + LIMITS.piece);
	expectHour(await recover(journal), journal.every);
});

test('a short take is kept whole', async () => {
	const journal = new LiveJournal();
	for (const bytes of arrivals.slice(0, 12)) await journal.append(new Blob([bytes]));
	expect(journal.every).toBe(1);
	expect(Buffer.from(await journal.toFile().arrayBuffer()).equals(Buffer.concat(arrivals.slice(0, 12)))).toBe(true);
});
