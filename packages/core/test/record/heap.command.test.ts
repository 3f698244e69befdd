import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleCore, type CoreBundle, HEAP_LIMIT, measureGrowth } from '../support/heap-growth.ts';

const SETUP = `
	const frame = core.createFrameSample();
	frame.headPresent = frame.gazePresent = true;
	for (const hand of [frame.hands.left, frame.hands.right]) {
		hand.tracked = true;
		hand.present.fill(1);
	}
	let written = 0;
	const journal = { write(bytes) { written += bytes.length; } };
	const recorder = new core.Recorder();
	const journaled = new core.Recorder({ journal, maxDuration: 5 });
	const unlimited = new core.Recorder({ maxDuration: Infinity });
	for (const one of [recorder, journaled, unlimited]) one.start();
	const capture = (one, time) => {
		frame.time = time;
		frame.hands.left.tracked = Math.floor(time) % 7 !== 0;
		if (!one.capture(frame)) throw new Error('not taken');
	};`;

let bundle: CoreBundle;

beforeAll(async () => {
	bundle = await bundleCore();
});

afterAll(() => bundle.remove());

describe('the heap does not grow', () => {
	it('over a million frames in a rolling buffer', () => {
		expect(measureGrowth(bundle, SETUP, 1_000_000, 'capture(recorder, i / 90)')).toBeLessThan(HEAP_LIMIT);
	});

	it('over 100,000 frames with a journal', () => {
		expect(measureGrowth(bundle, SETUP, 100_000, 'capture(journaled, i / 90)')).toBeLessThan(HEAP_LIMIT);
	});

	it('and the test would notice if it did', () => {
		expect(measureGrowth(bundle, SETUP, 1000, 'capture(unlimited, i / 90)')).toBeGreaterThan(HEAP_LIMIT);
	});
});
