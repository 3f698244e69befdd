import { readFileSync } from 'node:fs';
import { createFrameSample, createSampler, readRecording, summarizeBytes } from '@handreel/core';
import { describe, expect, test } from 'vitest';
import { sampleTable } from '../../src/state/sample-table.ts';
import { bakeTable } from '../../src/worker/bake-table.ts';
import { fixturePath } from '../support/fixture-path.ts';

// What the picture is drawn from, beside what the core says at the same time.
describe.each(['mrtk-2.8.3-full-5s', 'mrtk-2.8.3-lost', 'mrtk-2.5.4-lost', 'mrtk-2.8.3-camera-only'])('%s', (name) => {
	const bytes = readFileSync(fixturePath(`recorded/${name}.bin`));
	const recording = readRecording(bytes);
	const summary = summarizeBytes(bytes);
	const baked = { ...bakeTable(recording, summary), summary };
	const sampler = createSampler(recording, { space: 'webxr' });
	const expected = createFrameSample();
	const actual = createFrameSample();

	test('the table shows what the core samples, to half a millimetre, and states exactly', () => {
		const count = 400;
		for (let i = 0; i <= count; i++) {
			const time = (baked.end * i) / count;
			sampler.sampleFrame(time, expected);
			sampleTable(baked, time, actual);
			expect(actual.headPresent).toBe(expected.headPresent);
			expectNear(actual.head, expected.head);
			for (const side of ['left', 'right'] as const) {
				expect(actual.hands[side].tracked, `${side} tracked at ${time}`).toBe(expected.hands[side].tracked);
				expect(actual.hands[side].pinching, `${side} pinching at ${time}`).toBe(expected.hands[side].pinching);
				if (recording.hands === null || !expected.hands[side].tracked) continue;
				const present = [...expected.hands[side].present];
				expect([...actual.hands[side].present]).toEqual(present);
				present.forEach((flag, joint) => {
					if (flag === 1 && joint > 0) expectNear(joints(actual, side, joint), joints(expected, side, joint));
				});
			}
		}
	});
});

function joints(frame: ReturnType<typeof createFrameSample>, side: 'left' | 'right', joint: number): Float32Array {
	return frame.hands[side].joints.subarray(joint * 7, joint * 7 + 3);
}

function expectNear(actual: Float32Array, expected: Float32Array): void {
	for (let i = 0; i < 3; i++) {
		if (Number.isNaN(expected[i])) continue;
		expect(Math.abs(actual[i]! - expected[i]!)).toBeLessThan(0.0005);
	}
}
