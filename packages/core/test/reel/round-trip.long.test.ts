import { brotliCompressSync, constants } from 'node:zlib';
import { createCurve, createRecording, readRecording, writeRecording } from '@handreel/core';
import { createCurveFromWords, isReel } from '@handreel/core/internal';
import { decodeReel, encodeReel } from '@handreel/core/reel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryLooseRecording, arbitraryRecording, describeModel } from '../support/arbitrary-recording.ts';
import { arbitraryScene } from '../support/arbitrary-scene.ts';
import { listFixtures, makeLongRecording } from '../support/reel-files.ts';

describe('a reel', () => {
	it.each([...listFixtures()])('restores the bytes of %s', (_, bytes) => {
		const reel = encodeReel(readRecording(bytes));
		expect(isReel(reel)).toBe(true);
		expect(Buffer.compare(writeRecording(decodeReel(reel)), bytes)).toBe(0);
	});

	it('keeps any recording of any layout, bit for bit', () => {
		fc.assert(
			fc.property(arbitraryRecording(), (recording) => {
				expect(describeModel(decodeReel(encodeReel(recording)))).toEqual(describeModel(recording));
			}),
		);
	});

	it('keeps recordings that fit no layout', () => {
		fc.assert(
			fc.property(arbitraryLooseRecording(), (recording) => {
				expect(describeModel(decodeReel(encodeReel(recording)))).toEqual(describeModel(recording));
			}),
		);
	});

	it('keeps moving poses, jumps and unsorted keys', () => {
		fc.assert(
			fc.property(arbitraryScene(), (recording) => {
				expect(describeModel(decodeReel(encodeReel(recording)))).toEqual(describeModel(recording));
			}),
		);
	});

	it('keeps any scene in blocks of any length', () => {
		fc.assert(
			fc.property(arbitraryScene(), fc.double({ min: 1e-4, max: 2, noNaN: true }), (recording, blockSeconds) => {
				expect(describeModel(decodeReel(encodeReel(recording, { blockSeconds })))).toEqual(describeModel(recording));
			}),
		);
	});

	it('keeps recordings of many blocks', () => {
		const recording = makeLongRecording(20);
		expect(describeModel(decodeReel(encodeReel(recording, { blockSeconds: 0.25 })))).toEqual(describeModel(recording));
	});

	it('keeps times that are far apart, and many keys at one time', () => {
		const times = [-1e30, -0, 0, 0, 1e-40, 5, 5, 5, 1e9, 3e38];
		const keys = times.flatMap((time, i) => [time, i]);
		const crowd = Array.from({ length: 200 }, (_, i) => [1, i]).flat();
		const recording = createRecording({
			head: { position: { x: createCurve(keys), y: createCurve(crowd), z: createCurve([Number.NaN, 1, 0, 2]) } },
		});
		expect(describeModel(decodeReel(encodeReel(recording)))).toEqual(describeModel(recording));
	});

	it('keeps a time of −0', () => {
		const recording = createRecording({
			head: { position: { x: createCurve([-0, 1]), y: createCurve([-0, 1, 1, 2]) } },
		});
		expect(describeModel(decodeReel(encodeReel(recording)))).toEqual(describeModel(recording));
	});

	it('keeps the payload of every NaN', () => {
		const words = new Uint32Array(2 * 64);
		for (let i = 0; i < 64; i++) {
			words[2 * i] = new Uint32Array(Float32Array.of(i / 10).buffer)[0]!;
			words[2 * i + 1] = (0x7f80_0001 + i * 0x1_2345) | (i % 2 ? 0x8000_0000 : 0);
		}
		const recording = createRecording({ gaze: { origin: { x: createCurveFromWords(words) } } });
		expect(describeModel(decodeReel(encodeReel(recording)))).toEqual(describeModel(recording));
	});

	it('keeps marker names that UTF-8 cannot, and any marker time', () => {
		const markers = [Number.NEGATIVE_INFINITY, -0, 1 / 3, Number.MAX_VALUE].map((time, i) => ({
			time,
			name: `\ud800${i}`,
		}));
		expect(decodeReel(encodeReel(createRecording({ markers }))).markers).toEqual(markers);
	});

	it('refuses markers at NaN', () => {
		expect(() => encodeReel(createRecording({ markers: [{ time: Number.NaN, name: '' }] }))).toThrow(RangeError);
	});

	it('takes at most 70 % of the file that it was made from', () => {
		for (const [name, bytes] of listFixtures()) {
			if (bytes.length > 10_000) expect(encodeReel(readRecording(bytes)).length, name).toBeLessThan(0.7 * bytes.length);
		}
	});

	it('is never larger than brotli makes the file', () => {
		for (const [name, bytes] of listFixtures()) {
			if (bytes.length > 100_000) continue;
			const limit = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
			expect(encodeReel(readRecording(bytes)).length, name).toBeLessThanOrEqual(limit);
		}
	});

	it('repeats tangents, weights and texts at little cost', () => {
		const tangents = [0, 1, 0.5, Number.POSITIVE_INFINITY, -2.25, 1e-7, 340_000];
		const keys = Array.from({ length: 700 }, (_, i) => {
			const tangent = tangents[(i * i) % 7]!;
			return [i / 60, 1, tangent, tangents[(i * 3) % 7]!, 1 / 3, i % 3, 3];
		});
		const recording = createRecording({
			layout: 'mrtk-1.0',
			head: { position: { x: createCurve(keys.flat(), { stride: 7 }) } },
			markers: Array.from({ length: 500 }, (_, i) => ({ time: i, name: `the marker of step ${i % 10}` })),
		});
		const reel = encodeReel(recording);
		expect(describeModel(decodeReel(reel))).toEqual(describeModel(recording));
		expect(reel.length).toBeLessThan(2500);
	});

	it('of a still recording cannot grow without limit when it is read', () => {
		const still = createCurve(Array.from({ length: 40_000 }, (_, i) => [i / 4000, 1]).flat());
		const parts = { x: still, y: still, z: still };
		const recording = createRecording({
			head: { position: parts, rotation: parts },
			gaze: { origin: parts, direction: parts },
		});
		const reel = encodeReel(recording);
		expect(reel.length).toBeGreaterThan(12 * 40 - 64);
		expect(describeModel(decodeReel(reel))).toEqual(describeModel(recording));
	});

	it('reports progress and stops when aborted', () => {
		const shares: number[] = [];
		encodeReel(makeLongRecording(10), { blockSeconds: 1, onProgress: (share) => shares.push(share) });
		expect(shares.at(-1)).toBe(1);
		expect(shares).toEqual(shares.toSorted((a, b) => a - b));
		expect(() => encodeReel(makeLongRecording(1), { signal: AbortSignal.abort(new Error('stop')) })).toThrow('stop');
	});
});
