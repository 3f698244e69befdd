import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createHeader, packInstalled } from './tar.mjs';

const BLOCK = 512;

it('packs all files of a package except packages inside of it and those that are left out', () => {
	const folder = mkdtempSync(join(tmpdir(), 'handreel-tar-'));
	try {
		for (const name of ['lib', 'node_modules']) mkdirSync(join(folder, name));
		const files = { 'a.txt': 'x'.repeat(BLOCK), 'lib/b.txt': 'é', 'lib/empty': '' };
		for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
		writeFileSync(join(folder, 'node_modules', 'c.txt'), 'other');
		writeFileSync(join(folder, 'lib', 'b.map'), 'left out');
		packInstalled(folder, join(folder, 'node_modules', 'packed.tgz'), (path) => path === 'lib/b.map');
		const archive = readFileSync(join(folder, 'node_modules', 'packed.tgz'));
		expect(readArchive(archive)).toEqual(
			Object.fromEntries(Object.entries(files).map(([name, text]) => [`package/${name}`, text])),
		);
		expect(archive.subarray(-2 * BLOCK).every((byte) => byte === 0)).toBe(true);
	} finally {
		rmSync(folder, { recursive: true });
	}
});

it('divides long paths at a slash, and refuses paths that do not fit', () => {
	const path = `package/${'folder/'.repeat(20)}${'x'.repeat(60)}.js`;
	const header = createHeader(path, 0, 0o644);
	const [name, prefix] = [readText(header, 0, 100), readText(header, 345, 155)];
	expect(`${prefix}/${name}`).toBe(path);
	expect(() => createHeader(`package/${'x'.repeat(120)}`, 0, 0o644)).toThrow('too long');
});

function readArchive(archive: Buffer): Record<string, string> {
	const files: Record<string, string> = {};
	for (let at = 0; archive[at] !== 0; ) {
		const header = archive.subarray(at, at + BLOCK);
		const size = Number.parseInt(readText(header, 124, 12), 8);
		const blank = Buffer.from(header).fill(' ', 148, 156);
		expect(Number.parseInt(readText(header, 148, 8), 8)).toBe(blank.reduce((sum, byte) => sum + byte, 0));
		files[readText(header, 0, 100)] = archive.toString('utf8', at + BLOCK, at + BLOCK + size);
		at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
	}
	return files;
}

function readText(header: Buffer, start: number, length: number): string {
	return header.toString('utf8', start, start + length).replace(/\0.*$/s, '');
}
