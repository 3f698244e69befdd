import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFrameSample, createSampler, type Recording, readRecording, type SampleOptions } from '@handreel/core';
import { createSimdSampler } from '@handreel/core/simd';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { recordings, wrap } from '../support/arbitrary-curves.ts';
import { expectSame } from '../support/same-samples.ts';

const FIXTURES = readdirSync(join(root, 'fixtures/recorded')).filter(
	(name) => name.endsWith('.bin') && !name.includes('0bytes'),
);

/** Evenly on from a start, with times that keys may have, some twice; then the last half again. */
function listTimes(start: number, step: number, count: number): number[] {
	const played = Array.from({ length: count }, (_, i) => start + i * step);
	const twice = played.filter((_, i) => i % 5 === 0);
	const times = [...played, ...played.map(Math.fround), ...twice].toSorted((a, b) => a - b);
	return [...times, ...times.slice(times.length >> 1)];
}

/** Compares samplers that play through all times with one that jumps to each of them. */
function expectSamePlayback(recording: Recording, times: readonly number[], options: SampleOptions): void {
	const players = {
		played: createSampler(recording, options),
		'played with SIMD': createSimdSampler(recording, options),
	};
	const jumper = createSampler(recording, options);
	const [expected, actual] = [createFrameSample(), createFrameSample()];
	for (const time of times) {
		jumper.sampleFrame(Number.NaN, expected);
		jumper.sampleFrame(time, expected);
		for (const [how, player] of Object.entries(players)) {
			expectSame(player.sampleFrame(time, actual), expected, `${how}, ${JSON.stringify(options)} at ${time}`);
		}
	}
}

describe('playing returns what jumping to the same times returns, to the bit,', () => {
	it.each(FIXTURES)('for %s', (name) => {
		const recording = readRecording(readFileSync(join(root, 'fixtures/recorded/', name)));
		const rate = 77;
		const count = Math.ceil((Math.min(recording.duration, 5) + 0.2) * rate);
		for (const raw of [false, true]) expectSamePlayback(recording, listTimes(-0.1, 1 / rate, count), { raw });
	});

	// Without weighted segments: their solver starts from the last answer, which shows in the smallest numbers there are.
	it('for any recording', () => {
		const start = fc.double({ min: -1, max: 3, noNaN: true });
		const step = fc.oneof(fc.double({ min: 0, max: 0.5, noNaN: true }), fc.constantFrom(1 / 8, 1e-4, 1e-7));
		const property = fc.property(
			recordings(['simple', 'line', 'cubic']),
			start,
			step,
			wrap,
			fc.boolean(),
			(recording, from, by, defaultWrap, raw) =>
				expectSamePlayback(recording, listTimes(from, by, 12), { defaultWrap, raw }),
		);
		fc.assert(property, { numRuns: 500, seed: 20_261_115 });
	});
});
