import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseForeignJson, readForeignJson } from '@handreel/node/internal';
import { afterAll, describe, expect, it } from 'vitest';

const scratch = mkdtempSync(join(tmpdir(), 'handreel-json-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('JSON from a stranger', () => {
	it('is read like any other', () => {
		for (const value of [null, 5, 'a "b" \\', [1, [2]], { a: { b: ['c'] } }])
			expect(parseForeignJson(JSON.stringify(value))).toEqual(value);
		const files = Object.fromEntries(
			Array.from({ length: 100_000 }, (_, i) => [`folder/recording-${i}.bin`, `3k2.${i}.${i}.z`]),
		);
		expect(parseForeignJson(JSON.stringify({ files }))).toEqual({ files });
		expect(() => parseForeignJson('{"a":')).toThrow(SyntaxError);
	});

	it.each([
		['deep', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
		['dense', `[${'{},'.repeat(5e6)}0]`],
		['cut', '['.repeat(1e6)],
	])('that is %s is refused before it takes memory', (_, text) => {
		expect(() => parseForeignJson(text)).toThrow(
			expect.objectContaining({ issue: expect.objectContaining({ code: 'too-large' }) }),
		);
	});

	it('is read from regular files of a usual size only', () => {
		const path = join(scratch, 'a.json');
		expect(readForeignJson(path)).toBeUndefined();
		writeFileSync(path, '{"a":1}');
		expect(readForeignJson(path)).toEqual({ a: 1 });
		symlinkSync(path, join(scratch, 'link.json'));
		expect(() => readForeignJson(join(scratch, 'link.json'))).toThrow('is not a regular file');
		// Takes no space on the disk.
		truncateSync(path, 2 ** 28 + 1);
		expect(() => readForeignJson(path)).toThrow('has more than 268435456 bytes');
	});
});
