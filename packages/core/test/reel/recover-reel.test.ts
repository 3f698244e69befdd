import { evaluateCurve, iterateCurves, type Recording } from '@handreel/core';
import { getCurveWords } from '@handreel/core/internal';
import { decodeReel, encodeReel, openReel, recoverReel } from '@handreel/core/reel';
import { describe, expect, it } from 'vitest';
import { describeModel } from '../support/arbitrary-recording.ts';
import { makeLongRecording } from '../support/reel-files.ts';

const LONG = makeLongRecording(6);
const REEL = encodeReel(LONG, { blockSeconds: 0.5 });
const { blocks: BLOCKS } = await openReel(REEL);

/** The keys of a recording at times in [start, end), as text. */
function listKeys(recording: Recording, start: number, end: number): string {
	return [...iterateCurves(recording)]
		.map(([path, curve]) => {
			const words = getCurveWords(curve);
			const keys: string[] = [];
			for (let i = 0; i < curve.count; i++) {
				const time = curve.floats[curve.start + i * curve.stride]!;
				if (time >= start && time < end) keys.push(words.subarray(i * curve.stride, (i + 1) * curve.stride).join());
			}
			return `${path} ${keys.join(' ')}`;
		})
		.join('\n');
}

function damage(byteOffset: number): Uint8Array {
	const bytes = REEL.slice();
	bytes[byteOffset]! ^= 0x10;
	return bytes;
}

describe('recoverReel', () => {
	it('returns an intact reel', () => {
		const { recording, issues, isComplete, gaps, blockCount } = recoverReel(REEL);
		expect(describeModel(recording!)).toEqual(describeModel(LONG));
		expect({ issues, isComplete, gaps, blockCount }).toEqual({
			issues: [],
			isComplete: true,
			gaps: [],
			blockCount: BLOCKS.length,
		});
	});

	it.each([...BLOCKS.keys()])('loses only block %i if that is damaged', (index) => {
		const { byteOffset, byteLength, start, end } = BLOCKS[index]!;
		for (const at of [byteOffset, byteOffset + 9, byteOffset + byteLength - 1]) {
			const { recording, issues, isComplete, blockCount } = recoverReel(damage(at));
			expect(isComplete).toBe(false);
			expect(blockCount).toBe(BLOCKS.length - 1);
			expect(issues.map(({ code }) => code)).toEqual(['reel-damaged']);
			expect(issues[0]).toMatchObject({ byteOffset });
			expect(listKeys(recording!, 0, start)).toBe(listKeys(LONG, 0, start));
			expect(listKeys(recording!, end, 1e9)).toBe(listKeys(LONG, end, 1e9));
		}
	});

	it.each([...BLOCKS.keys()])('plays the other blocks as before if block %i is damaged', (index) => {
		const { recording, gaps } = recoverReel(damage(BLOCKS[index]!.byteOffset + 9));
		const isLast = index === BLOCKS.length - 1;
		const { start, end } = BLOCKS[index]!;
		expect(gaps).toEqual([
			{ start: index === 0 ? Number.NEGATIVE_INFINITY : start, end: isLast ? Number.POSITIVE_INFINITY : end },
		]);
		const curves = new Map(iterateCurves(recording!));
		for (const { start: from, end: to } of BLOCKS.filter((_, i) => i !== index)) {
			const time = (from + Math.min(to, LONG.duration)) / 2;
			for (const [path, curve] of iterateCurves(LONG)) {
				const played = evaluateCurve(curves.get(path)!, time);
				expect([path, time, played]).toEqual([path, time, evaluateCurve(curve, time)]);
			}
		}
	});

	it('loses nothing if the head, the index or the magic number is damaged', () => {
		for (const at of [3, 10, 30, REEL.length - 10]) {
			const { recording, issues } = recoverReel(damage(at));
			expect(issues).toHaveLength(1);
			expect(describeModel(recording!)).toEqual(describeModel(LONG));
			expect(() => decodeReel(damage(at))).toThrow();
		}
	});

	it('returns every complete block of a file that is cut anywhere', () => {
		const expected = new Map<number, string>();
		for (let cut = 60; cut < REEL.length; cut += 1 + (cut % 97)) {
			const { recording, blockCount, isComplete, issues } = recoverReel(REEL.subarray(0, cut));
			const complete = BLOCKS.filter(({ byteOffset, byteLength }) => byteOffset + byteLength <= cut);
			if (recording === null) {
				expect(complete).toHaveLength(0);
				continue;
			}
			expect(isComplete).toBe(false);
			expect(blockCount).toBe(complete.length);
			expect(issues.at(-1)?.code).toBe('reel-cut');
			const end = complete.at(-1)?.end ?? 0;
			if (!expected.has(end)) expected.set(end, listKeys(LONG, -1, end));
			expect(listKeys(recording, -1, end) === expected.get(end), `${cut}`).toBe(true);
			expect(recording.duration).toBeLessThanOrEqual(end);
		}
	});

	it('reads a small reel completely or not at all', () => {
		const recording = makeLongRecording(0.1);
		const bytes = encodeReel(recording);
		expect(bytes[12]).toBe(0);
		const { recording: intact, isComplete, issues } = recoverReel(bytes);
		expect({ isComplete, issues }).toEqual({ isComplete: true, issues: [] });
		expect(describeModel(intact!)).toEqual(describeModel(recording));
		for (let at = 8; at < bytes.length; at++) {
			const damaged = bytes.slice();
			damaged[at]! ^= 0x10;
			expect(recoverReel(damaged)).toMatchObject({ recording: null, isComplete: false });
		}
		expect(recoverReel(bytes.subarray(0, -1)).issues.map(({ code }) => code)).toContain('reel-cut');
	});

	it('reports that other files are not reels', () => {
		const { recording, issues } = recoverReel(new Uint8Array(1000));
		expect(recording).toBeNull();
		expect(issues.at(-1)).toMatchObject({ code: 'not-a-reel', severity: 'error' });
		expect(recoverReel(new Uint8Array())).toMatchObject({ recording: null, isComplete: false });
	});

	it('checks forged chunks without end in time that grows with the file', () => {
		const forged = new Uint8Array(400_000);
		forged.set(REEL.subarray(0, 8));
		const view = new DataView(forged.buffer);
		for (let at = 8; at + 12 < forged.length; at += 12) {
			forged.set([0x42, 0x4c, 0x43, 0x4b], at + 4);
			view.setUint32(at + 8, forged.length - at - 12, true);
		}
		expect(recoverReel(forged).recording).toBeNull();
	});
});
