import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFrameSample, createSampler, type Recording, readRecording, type SampleOptions } from '@handreel/core';
import { createSimdSampler } from '@handreel/core/simd';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { recordings, wrap } from '../support/arbitrary-curves.ts';

const FIXTURES = readdirSync(join(root, 'fixtures/recorded')).filter((name) => name.endsWith('.bin'));

/** From a little before the start to after the end in even steps, with some keys' own times, some times twice, a jump. */
function listTimes(start: number, step: number, count: number): number[] {
	const played = Array.from({ length: count }, (_, i) => start + i * step);
	const onKeys = played.map((time) => Math.fround(time));
	const all = [...played, ...onKeys, ...played.filter((_, i) => i % 5 === 0)].toSorted((a, b) => a - b);
	return [...all, ...all.slice(all.length >> 1)];
}

/** Compares samplers that play through all times with one that is made anew for each, and so always jumps. */
function expectSamePlayback(recording: Recording, times: readonly number[], options: SampleOptions): void {
	const replay = { ...options, replay: true };
	const players = [
		createSampler(recording, options),
		createSampler(recording, replay),
		createSimdSampler(recording, replay),
	];
	for (const time of times) {
		const expected = createSampler(recording, options).sampleFrame(time, createFrameSample());
		for (const player of players) expect(player.sampleFrame(time, createFrameSample())).toEqual(expected);
	}
}

describe('playback gives what a jump to the same time gives, to the bit,', () => {
	it.each(FIXTURES)('for %s', (name) => {
		const recording = readRecording(readFileSync(join(root, 'fixtures/recorded', name)));
		for (const raw of [false, true]) expectSamePlayback(recording, listTimes(-0.05, 0.04, 12), { raw });
	});

	it('for any recording', () => {
		const start = fc.double({ min: -1, max: 3, noNaN: true });
		const step = fc.double({ min: 0, max: 0.5, noNaN: true });
		const property = fc.property(recordings(), start, step, wrap, fc.boolean(), (recording, from, by, defaultWrap, raw) =>
			expectSamePlayback(recording, listTimes(from, by, 8), { defaultWrap, raw }),
		);
		fc.assert(property, { numRuns: 200, seed: 20_261_115 });
	});
});
