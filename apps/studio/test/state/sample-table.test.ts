import { readFileSync } from 'node:fs';
import {
	createFrameSample,
	createSampler,
	JOINT_NAMES,
	POSE_STRIDE,
	readRecording,
	SIDES,
	summarizeBytes,
} from '@handreel/core';
import { describe, expect, test } from 'vitest';
import { sampleTable } from '../../src/state/sample-table.ts';
import { bakeTable } from '../../src/worker/bake-table.ts';
import { fixturePath } from '../support/fixture-path.ts';

// Compares the baked table with the sampler of core.
describe.each(['mrtk-2.8.3-full-5s', 'mrtk-2.8.3-lost', 'mrtk-2.5.4-lost', 'mrtk-2.8.3-camera-only'])('%s', (name) => {
	const bytes = readFileSync(fixturePath(`recorded/${name}.bin`));
	const recording = readRecording(bytes);
	const summary = summarizeBytes(bytes);
	const baked = { ...bakeTable(recording, summary), summary };
	const sampler = createSampler(recording, { space: 'webxr' });
	const expected = createFrameSample();
	const actual = createFrameSample();

	test('matches the sampler of core to half a millimeter, and its states exactly', () => {
		const count = 400;
		let deviation = 0;
		for (let i = 0; i <= count; i++) {
			const time = (baked.end * i) / count;
			sampler.sampleFrame(time, expected);
			sampleTable(baked, time, actual);
			expect(actual.headPresent).toBe(expected.headPresent);
			deviation = Math.max(deviation, measureDistance(actual.head, expected.head, 0));
			for (const side of SIDES) {
				const [hand, expectedHand] = [actual.hands[side], expected.hands[side]];
				expect(hand.tracked, `${side} tracked at ${time}`).toBe(expectedHand.tracked);
				expect(hand.pinching, `${side} pinching at ${time}`).toBe(expectedHand.pinching);
				if (recording.hands === null || !expectedHand.tracked) continue;
				expect(hand.present).toEqual(expectedHand.present);
				for (let joint = 1; joint < JOINT_NAMES.length; joint++) {
					if (expectedHand.present[joint] === 0) continue;
					deviation = Math.max(deviation, measureDistance(hand.joints, expectedHand.joints, joint * POSE_STRIDE));
				}
			}
		}
		expect(deviation).toBeLessThan(0.0005);
	});
});

// NaN in the expected position counts as equal, NaN in the actual position alone as infinitely far.
function measureDistance(actual: Float32Array, expected: Float32Array, offset: number): number {
	let largest = 0;
	for (let i = offset; i < offset + 3; i++) {
		if (Number.isNaN(expected[i])) continue;
		const distance = Math.abs(actual[i]! - expected[i]!);
		largest = Math.max(largest, Number.isNaN(distance) ? Number.POSITIVE_INFINITY : distance);
	}
	return largest;
}
