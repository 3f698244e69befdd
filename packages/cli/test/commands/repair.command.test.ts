import { readFileSync, writeFileSync } from 'node:fs';
import { decodeHandsbin, encodeHandsbin } from '@handreel/convert/handsbin';
import { createCurve, createRecording, getCurveKeys, readRecording } from '@handreel/core';
import { decodeReel, encodeReel } from '@handreel/core/reel';
import { afterAll, describe, expect, it } from 'vitest';
import { createScratch, recorded } from '../support/run-handreel.ts';
import { readStart } from '../support/small-recordings.ts';

const scratch = createScratch({ 'new.bin': 'mrtk-2.8.3-full-5s' });
// The same second of the same motion, without W and with it.
writeFileSync(scratch.path('old.bin'), readStart('mrtk-2.6.0-full-5s', 1));
writeFileSync(scratch.path('second.bin'), readStart('mrtk-2.8.3-full-5s', 1));
afterAll(() => scratch.remove());
const { run, json, path } = scratch;

describe('handreel repair', () => {
	it('restores W and reports how sure it is', () => {
		const { stdout, status } = run('repair', 'old.bin', 'repaired.bin');
		expect(stdout).toMatch(/repaired: .*\(rotation-w-lost\)/);
		expect([0, 1]).toContain(status);
		const [entry] = json('check', 'repaired.bin', '--json');
		expect(entry.issues.map(({ code }: { code: string }) => code)).not.toContain('rotation-w-lost');
		const difference = json('diff', 'repaired.bin', 'second.bin', '--json');
		expect(difference.rotation.mean).toBeLessThan(0.2);
	});

	it('saves what is left of a cut file', () => {
		writeFileSync(path('cut.bin'), readFileSync(path('new.bin')).subarray(0, 200_000));
		const { stdout, status } = run('repair', 'cut.bin', 'saved.bin');
		expect(status).toBe(0);
		expect(stdout).toMatch(/repaired: .*\(truncated\); kept \d+ complete keys/);
		for (const command of [
			['info', 'cut.bin'],
			['convert', 'cut.bin', 'cut.json'],
			['measure', 'cut.bin'],
		]) {
			expect(run(...command).stderr).toMatch(/\(truncated\); 'handreel repair' keeps what is readable\n$/);
		}
		const share = /\d+ of 395 curves, about [\d.]+% of the keys and about [\d.]+ of [\d.]+ s per curve/;
		expect(stdout).toMatch(new RegExp(`data lost: kept only ${share.source}`));
		expect(run('check', 'cut.bin').stdout).toMatch(new RegExp(`readable: ${share.source}`));
		expect(run('check', 'saved.bin').stdout).not.toContain('readable:');
		expect(readRecording(readFileSync(path('saved.bin'))).head?.position.x.count).toBeGreaterThan(0);
	});

	it('saves the complete frames of a capture that is cut', () => {
		const { bytes } = encodeHandsbin(readRecording(readFileSync(path('new.bin'))));
		writeFileSync(path('cut.handsbin'), bytes.subarray(0, bytes.length / 2));
		const check = run('check', 'cut.handsbin');
		expect(check.status).toBe(1);
		expect(check.stdout).toMatch(
			/error +(\d+) of \d+ frames are complete, the others are lost: frame \1: the file ends/,
		);
		const repaired = run('repair', 'cut.handsbin', 'saved.handsbin');
		expect(repaired.stdout).toMatch(/recovered: \d+ complete frames; the frames are lost after 2\.\d+ s/);
		expect(run('check', 'saved.handsbin').stdout).not.toContain('error');
		expect(decodeHandsbin(readFileSync(path('saved.handsbin'))).recording.duration).toBeGreaterThan(2);
	});

	it('saves the intact blocks of a damaged reel', () => {
		const keys = Array.from({ length: 24_000 }, (_, i) => [i / 160, Math.sin(i / 200) / 10]).flat();
		const x = createCurve(keys);
		const long = createRecording({ head: { position: { x, y: x, z: x } } });
		const reel = encodeReel(long, { blockSeconds: 5 });
		writeFileSync(path('cut.reel'), reel.subarray(0, reel.length / 2));
		const check = run('check', 'cut.reel');
		expect(check.status).toBe(1);
		expect(check.stdout).toContain('(reel-cut)');
		expect(run('convert', 'cut.reel', 'refused.bin').status).toBe(1);
		const { stdout, status } = run('repair', 'cut.reel', 'saved.reel');
		expect(status).toBe(0);
		expect(stdout).toMatch(/recovered: \d+ intact blocks?; the keys are lost after \d+\.\d+ s/);
		const saved = decodeReel(readFileSync(path('saved.reel'))).head!.position.x;
		expect(saved.count).toBeGreaterThan(100);
		expect([...getCurveKeys(saved)]).toEqual([...getCurveKeys(x)].slice(0, 2 * saved.count));
		expect(run('check', 'saved.reel').status).toBe(0);
	});

	it('explains why no block of a reel could be saved', () => {
		const makeReel = (keys: number): Uint8Array => {
			const x = createCurve(Array.from({ length: 2 * keys }, (_, i) => (i % 2 === 0 ? i / 100 : Math.sin(i ** 2))));
			return encodeReel(createRecording({ head: { position: { x } } }));
		};
		// Small reels are a single piece.
		for (const [reel, size] of [
			[makeReel(2), 20],
			[makeReel(2000), 60],
		] as const) {
			writeFileSync(path('empty.reel'), reel.subarray(0, size));
			const { stderr, status } = run('repair', 'empty.reel', 'nothing.bin');
			expect(status).toBe(1);
			expect(stderr).toContain('empty.reel');
		}
	});

	it('explains why nothing could be saved', () => {
		const { stderr, status } = run('repair', recorded('mrtk-2.8.3-0bytes'), 'nothing.bin');
		expect(status).toBe(1);
		expect(stderr).toMatch(/the file could not be repaired[\s\S]*empty-file/);
	});
});
