import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRecording } from '@handreel/core';
import { borrowMemory, type ReadOpenFile, readFully, readOpenFile } from '@handreel/node';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../../../scripts/workspace.mjs';

const folder = mkdtempSync(join(tmpdir(), 'handreel-read-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FILES = ['generated/mrtk-1.0.bin', 'generated/mrtk-1.1.bin', 'recorded/mrtk-2.8.3-full-5s.bin'];
const fixture = (name: string): string => join(root, 'fixtures', name);

function readWith(read: ReadOpenFile, path: string, byteLength = statSync(path).size): Uint8Array {
	const fd = openSync(path, 'r');
	try {
		return read(fd, byteLength);
	} finally {
		closeSync(fd);
	}
}

function isAligned(bytes: Uint8Array): boolean {
	const { head, hands } = readRecording(bytes, { keep: true });
	return (head?.position.x ?? hands?.left.tracked)?.floats.buffer === bytes.buffer;
}

describe('readOpenFile', () => {
	it.each(FILES)('aligns %s in new memory', (name) => {
		const bytes = readWith(readOpenFile, fixture(name));
		expect(Buffer.compare(bytes, readFileSync(fixture(name)))).toBe(0);
		expect(isAligned(bytes)).toBe(true);
		expect(readWith(readOpenFile, fixture(name)).buffer).not.toBe(bytes.buffer);
	});

	it('returns the bytes that a shorter file has', () => {
		const path = join(folder, 'short');
		for (const size of [0, 3, 20]) {
			writeFileSync(path, Buffer.alloc(size, 7));
			expect([...readWith(readOpenFile, path, 30)]).toEqual(new Array(size).fill(7));
		}
	});
});

describe('borrowMemory', () => {
	it('reuses memory for files of any version, one after the other', () => {
		const buffers = FILES.map((name) =>
			borrowMemory((read) => {
				const bytes = readWith(read, fixture(name));
				expect(Buffer.compare(bytes, readFileSync(fixture(name)))).toBe(0);
				expect(isAligned(bytes)).toBe(true);
				return bytes.buffer;
			}),
		);
		expect(buffers[1]).toBe(buffers[0]);
		expect(borrowMemory((read) => readWith(read, fixture(FILES[0]!)).buffer)).toBe(buffers[2]);
	});

	it('lends memory until a promise settles, and uses separate memory for other files', async () => {
		const path = fixture(FILES[0]!);
		const own = borrowMemory((read) => readWith(read, path).buffer);
		const [first, second] = await Promise.all([
			borrowMemory(async (read) => {
				const { buffer } = readWith(read, path);
				await new Promise(setImmediate);
				return buffer;
			}),
			borrowMemory(async (read) => readWith(read, path).buffer),
		]);
		expect(first).toBe(own);
		expect(second).not.toBe(own);
	});

	it('uses separate memory for the second file of a call', () => {
		const [a, b] = [fixture(FILES[0]!), fixture(FILES[1]!)];
		borrowMemory((read) => {
			const [first, second] = [readWith(read, a), readWith(read, b)];
			expect(Buffer.compare(first, readFileSync(a))).toBe(0);
			expect(Buffer.compare(second, readFileSync(b))).toBe(0);
		});
	});

	it('lends nothing after the call', () => {
		const path = fixture(FILES[0]!);
		const own = borrowMemory((read) => readWith(read, path).buffer);
		const kept = borrowMemory((read) => read);
		expect(readWith(kept, path).buffer).not.toBe(own);
	});

	it('lends memory until any thenable settles', async () => {
		const path = fixture(FILES[0]!);
		const own = borrowMemory((read) => readWith(read, path).buffer);
		let settle = (): void => {};
		const ended = borrowMemory((read): PromiseLike<ArrayBufferLike> => {
			const { buffer } = readWith(read, path);
			const promise = new Promise<ArrayBufferLike>((resolve) => {
				settle = () => resolve(buffer);
			});
			// biome-ignore lint/suspicious/noThenProperty: a promise of another library
			return { then: (...handlers) => promise.then(...handlers) };
		});
		expect(borrowMemory((read) => readWith(read, path).buffer)).not.toBe(own);
		settle();
		expect(await ended).toBe(own);
		expect(borrowMemory((read) => readWith(read, path).buffer)).toBe(own);
	});

	it('takes memory back after an error', async () => {
		const path = fixture(FILES[0]!);
		const own = borrowMemory((read) => readWith(read, path).buffer);
		const fail = (): never => {
			throw new Error('no');
		};
		expect(() => borrowMemory(fail)).toThrow('no');
		await expect(borrowMemory(async () => fail())).rejects.toThrow('no');
		expect(borrowMemory((read) => readWith(read, path).buffer)).toBe(own);
	});
});

describe('readFully', () => {
	it('reads from a position to the end of the target or the file', () => {
		const path = join(folder, 'digits');
		writeFileSync(path, '0123456789');
		const fd = openSync(path, 'r');
		const target = Buffer.alloc(4);
		expect(readFully(fd, target, 3)).toBe(4);
		expect(target.toString()).toBe('3456');
		expect(readFully(fd, target, 8)).toBe(2);
		expect(target.toString()).toBe('8956');
		closeSync(fd);
	});
});
