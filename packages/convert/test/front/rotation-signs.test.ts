import { decodeRecording, encodeRecording, type WritableFormatName } from '@handreel/convert';
import { createFrameSample, JOINT_COUNT, type Recording, sampleFrame } from '@handreel/core';
import { angleBetweenQuaternions, getCurveWords, mapCurves, replaceKeys } from '@handreel/core/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isReadable, WRITABLE } from '../support/encode-all.ts';
import { findFixture } from '../support/fixture-recordings.ts';
import { readNpz } from '../support/read-npz.ts';

// The joints have keys at different times, so that rows of tables fall between the keys of a joint.
const { recording } = findFixture('mrtk-2.8.3-full-5s.bin');
const FRAME_RATE = 30;
/** BVH stores rotations relative to others, IWER rounds. */
const MAX_DEGREES = 0.05;

/** Negates keys of rotations, which does not change the motion. */
function flipKeys(given: Recording, seed: number): Recording {
	return mapCurves(given, (curve, path) => {
		if (!/rotation\.[xyzw]$/.test(path)) return curve;
		const words = getCurveWords(curve).slice();
		for (let key = 0; key < curve.count; key++) {
			if ((Math.imul(key + 1, seed | 1) >>> 7) % 2 === 0) continue;
			const fields = curve.stride === 2 ? [1] : [1, 2, 3];
			for (const field of fields) words[key * curve.stride + field]! ^= 0x8000_0000;
		}
		return replaceKeys(curve, words);
	});
}

function findLargestAngle(a: Recording, b: Recording): number {
	const [first, second] = [createFrameSample(), createFrameSample()];
	let largest = 0;
	for (let time = 0; time < a.duration; time += 1 / FRAME_RATE) {
		sampleFrame(a, time, first);
		sampleFrame(b, time, second);
		largest = Math.max(largest, angleBetweenQuaternions(first.head, second.head, 3, 3));
		for (const side of ['left', 'right'] as const) {
			const [hand, other] = [first.hands[side], second.hands[side]];
			if (!hand.tracked || !other.tracked) continue;
			// The first joint is not an anatomical one; captures leave it out.
			for (let joint = 1; joint < JOINT_COUNT; joint++) {
				const at = joint * 7 + 3;
				if (Number.isNaN(other.joints[at]!)) continue;
				largest = Math.max(largest, angleBetweenQuaternions(hand.joints, other.joints, at, at));
			}
		}
	}
	return (largest * 180) / Math.PI;
}

async function convert(given: Recording, format: WritableFormatName): Promise<Recording> {
	const { bytes } = await encodeRecording(given, format, { frameRate: FRAME_RATE });
	return (await decodeRecording(bytes)).recording;
}

describe('signs of rotations', () => {
	it.each(WRITABLE.filter(isReadable))('do not change the motion in %s', async (format) => {
		const expected = await convert(recording, format);
		await fc.assert(
			fc.asyncProperty(fc.integer(), async (seed) => {
				const written = await convert(flipKeys(recording, seed), format);
				expect(findLargestAngle(expected, written)).toBeLessThan(MAX_DEGREES);
			}),
			{ numRuns: 2 },
		);
	});

	it('do not change the rows of NumPy archives', async () => {
		const { bytes } = await encodeRecording(recording, 'npz', { frameRate: FRAME_RATE });
		const flipped = await encodeRecording(flipKeys(recording, 5), 'npz', { frameRate: FRAME_RATE });
		const rotations = (archive: Uint8Array): number[] =>
			(readNpz(archive).get('left_joints')?.values ?? []).map((value) => Math.abs(Number(value)));
		const [a, b] = [rotations(bytes), rotations(flipped.bytes)];
		expect(a.length).toBeGreaterThan(0);
		expect(Math.max(...a.map((value, i) => (Number.isNaN(value) ? 0 : Math.abs(value - b[i]!))))).toBeLessThan(1e-5);
	});
});
