import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
	type ByteReader,
	createRecording,
	evaluateCurve,
	iterateCurves,
	type Recording,
	RecordingError,
	readRecording,
} from '@handreel/core';
import { encodeReel, openReel } from '@handreel/core/reel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeModel } from '../support/arbitrary-recording.ts';
import { arbitraryScene } from '../support/arbitrary-scene.ts';
import { listFixtures, makeLongRecording } from '../support/reel-files.ts';

const LONG = makeLongRecording(12);
const LONG_REEL = encodeReel(LONG, { blockSeconds: 0.5 });

/** A reader that counts what is read, in pieces of at most `most` bytes. */
function countReads(bytes: Uint8Array, most = Number.POSITIVE_INFINITY): ByteReader & { total: number } {
	return {
		total: 0,
		byteLength: bytes.length,
		async read(offset, length) {
			const piece = bytes.slice(offset, offset + Math.min(length, most));
			this.total += piece.length;
			return piece;
		},
	};
}

function expectSamePlay(part: Recording, whole: Recording, times: readonly number[]): void {
	const curves = new Map(iterateCurves(part));
	for (const [path, curve] of iterateCurves(whole)) {
		for (const time of times) {
			expect([path, time, evaluateCurve(curves.get(path)!, time)]).toEqual([path, time, evaluateCurve(curve, time)]);
		}
	}
}

describe('openReel', () => {
	it('reports duration, markers, layout and sections without reading a block', async () => {
		const reader = countReads(LONG_REEL);
		const { duration, markers, layout, sections, blocks } = await openReel(reader);
		expect(duration).toBe(LONG.duration);
		expect(markers).toEqual(LONG.markers);
		expect(layout).toEqual(LONG.layout);
		expect(sections).toEqual(['head', 'hands']);
		expect(blocks.length).toBeGreaterThan(4);
		expect(reader.total).toBeLessThan(1200);
	});

	it('reads parts from a server with range requests', async () => {
		const ranges: string[] = [];
		const server = createServer(({ headers: { range = '' } }, response) => {
			ranges.push(range);
			const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
			response.writeHead(206).end(LONG_REEL.subarray(Number(from), Number(to) + 1));
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
		let total = 0;
		const reel = await openReel({
			byteLength: LONG_REEL.length,
			async read(offset, length) {
				total += length;
				const response = await fetch(url, { headers: { range: `bytes=${offset}-${offset + length - 1}` } });
				return new Uint8Array(await response.arrayBuffer());
			},
		});
		const part = await reel.read({ start: 6, end: 6.1 });
		await new Promise((resolve) => server.close(resolve));
		expectSamePlay(part, LONG, [6, 6.05, 6.1]);
		expect(ranges.length).toBeLessThan(6);
		expect(total).toBeLessThan(LONG_REEL.length / 3);
	});

	it('reads a small reel with its head', async () => {
		for (const recording of [createRecording({}), makeLongRecording(0.1)]) {
			const bytes = encodeReel(recording);
			expect(bytes.length).toBeLessThan(1000);
			const reel = await openReel(countReads(bytes, 5));
			expect(reel.duration).toBe(recording.duration);
			expect(reel.sections).toEqual(recording.head === null ? [] : ['head', 'hands']);
			expect(reel.blocks.map(({ start, end }) => [start, end])).toEqual(
				recording.head === null ? [] : [[0, Number.POSITIVE_INFINITY]],
			);
			expect(describeModel(await reel.read())).toEqual(describeModel(recording));
			expect(describeModel(await reel.read({ start: 0, end: 0 }))).toEqual(describeModel(recording));
			await expect(reel.read({ start: 1, end: 0 })).rejects.toThrow(RangeError);
			for (let cut = 0; cut < bytes.length; cut++) {
				await expect(openReel(bytes.subarray(0, cut)), `${cut}`).rejects.toThrow(RecordingError);
			}
		}
	});

	it('reads a range that plays as the whole recording does', async () => {
		const reel = await openReel(LONG_REEL);
		await fc.assert(
			fc.asyncProperty(
				fc.double({ min: -2, max: 14, noNaN: true }),
				fc.double({ min: 0, max: 4, noNaN: true }),
				async (start, length) => {
					const part = await reel.read({ start, end: start + length });
					expectSamePlay(part, LONG, [start, start + length / 3, start + length / 2, start + length]);
				},
			),
			{ numRuns: 30 },
		);
	});

	it('reads ranges that start and end at the edges of blocks', async () => {
		const reel = await openReel(LONG_REEL);
		for (const { start, end, cover } of reel.blocks.slice(0, -1)) {
			for (const time of [start, cover, end]) expectSamePlay(await reel.read({ start: time, end: time }), LONG, [time]);
			expectSamePlay(await reel.read({ start, end: cover }), LONG, [start, (start + cover) / 2, cover]);
		}
	});

	it('reads any scene in parts', async () => {
		await fc.assert(
			fc.asyncProperty(arbitraryScene(), fc.double({ min: -1, max: 5, noNaN: true }), async (recording, time) => {
				const part = await (await openReel(encodeReel(recording))).read({ start: time, end: time });
				expectSamePlay(part, recording, [time]);
			}),
			{ numRuns: 30 },
		);
	});

	it('reads the whole recording without a range, in pieces of any size', async () => {
		for (const [name, bytes] of listFixtures()) {
			if (bytes.length > 10_000) continue;
			const recording = readRecording(bytes);
			const reel = await openReel(countReads(encodeReel(recording), 7));
			expect(describeModel(await reel.read()), name).toEqual(describeModel(recording));
		}
	});

	it('reads at most 5 % of 60 blocks to seek to the middle', async () => {
		const bytes = encodeReel(makeLongRecording(30, 90), { blockSeconds: 0.5 });
		const reader = countReads(bytes);
		const reel = await openReel(reader);
		await reel.read({ start: 15, end: 15.1 });
		expect(reader.total / bytes.length).toBeLessThan(0.05);
	});

	it('rejects ranges that are none', async () => {
		const reel = await openReel(LONG_REEL);
		await expect(reel.read({ start: 2, end: 1 })).rejects.toThrow(RangeError);
		await expect(reel.read({ start: Number.NaN })).rejects.toThrow(RangeError);
	});

	it('rejects files that are cut anywhere', async () => {
		for (let cut = 0; cut < LONG_REEL.length; cut += 397) {
			await expect(openReel(LONG_REEL.subarray(0, cut)), `${cut}`).rejects.toThrow(RecordingError);
		}
	});

	it('reports when a source becomes shorter', async () => {
		const reel = await openReel({
			byteLength: LONG_REEL.length,
			read: (offset, length) =>
				offset > 8 && offset < 5000 ? new Uint8Array() : LONG_REEL.slice(offset, offset + length),
		});
		await expect(reel.read({ start: 0, end: 1 })).rejects.toMatchObject({ issue: { code: 'reel-cut' } });
	});
});
