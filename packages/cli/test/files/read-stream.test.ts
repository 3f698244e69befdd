import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readStream } from '../../src/files/read-stream.ts';

const folder = mkdtempSync(join(tmpdir(), 'handreel-stream-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(path: string, limit?: number): Buffer {
	const fd = openSync(path, 'r');
	try {
		return readStream(fd, limit);
	} finally {
		closeSync(fd);
	}
}

it('reads to the end, up to the limit', () => {
	const path = join(folder, 'stream');
	const bytes = Buffer.alloc(3_000_001, 'abc');
	writeFileSync(path, bytes);
	expect(read(path).equals(bytes)).toBe(true);
	expect(read(path, bytes.length).equals(bytes)).toBe(true);
	expect(() => read(path, bytes.length - 1)).toThrow('from a pipe or device; use the path of a file');
});

it.runIf(process.platform === 'linux')('gives up on a device that never ends', () => {
	expect(() => read('/dev/zero', 5_000_000)).toThrow(/^more than 5,000,000 bytes \(5 MB\) from a pipe or device/);
	expect(read('/dev/null')).toHaveLength(0);
});
