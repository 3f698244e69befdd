import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRecording, writeRecording } from '@handreel/core';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { borrowBytes, borrowSmall } from '../../src/files/borrow-bytes.ts';

const folder = mkdtempSync(join(tmpdir(), 'handreel-borrow-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fixture = (name: string): string => join(root, 'fixtures', name);

describe('borrowBytes', () => {
	it('returns the bytes of files of all sizes, one after the other and at the same time', async () => {
		const sizes = [1, 15, 16, 600_000, 3_000_000, 9_000_000, 2, 70_000];
		const files = sizes.map((size) => {
			const path = join(folder, `${size}`);
			writeFileSync(path, Buffer.alloc(size, size % 251));
			return { path, size };
		});
		const look = async (path: string): Promise<readonly [number, number, number]> =>
			borrowBytes(path, async (bytes) => {
				await new Promise(setImmediate);
				return [bytes.length, bytes[0] ?? -1, bytes.at(-1) ?? -1];
			});
		for (const { path, size } of files) expect(await look(path)).toEqual([size, size % 251, size % 251]);
		const together = await Promise.all(files.map(({ path }) => look(path)));
		expect(together).toEqual(sizes.map((size) => [size, size % 251, size % 251]));
	});

	it.each(['generated/mrtk-1.0.bin', 'generated/mrtk-1.1.bin', 'recorded/mrtk-2.8.3-full-5s.bin'])(
		'lends %s so that its keys need not be copied',
		async (name) => {
			const bytes = readFileSync(fixture(name));
			await borrowBytes(fixture(name), (borrowed) => {
				expect(Buffer.compare(borrowed, bytes)).toBe(0);
				const recording = readRecording(borrowed, { keep: true });
				const curve = recording.head?.position.x ?? recording.hands?.left.tracked;
				expect(curve?.floats.buffer).toBe(borrowed.buffer);
				expect(Buffer.compare(writeRecording(recording), bytes)).toBe(0);
			});
		},
	);

	it('passes errors on and can be used again', async () => {
		await expect(borrowBytes(join(folder, 'missing'), () => 1)).rejects.toThrow('ENOENT');
		const path = join(folder, 'a.bin');
		copyFileSync(fixture('generated/mrtk-1.1.bin'), path);
		const fail = (): never => {
			throw new Error('no');
		};
		await expect(borrowBytes(path, fail)).rejects.toThrow('no');
		expect(borrowSmall(path, (bytes) => bytes.length)).toBe(readFileSync(path).length);
	});

	it('leaves empty and large files to others', async () => {
		const path = join(folder, 'empty');
		writeFileSync(path, '');
		expect(borrowSmall(path, () => 1)).toBeNull();
		expect(await borrowBytes(path, (bytes) => bytes.length)).toBe(0);
		expect(borrowSmall('-', () => 1)).toBeNull();
	});
});
