import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { listFiles } from '@handreel/node/internal';
import { afterAll, expect, it } from 'vitest';

const root = mkdtempSync(join(tmpdir(), 'handreel-list-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it.runIf(process.platform === 'linux')('finds files, links, pipes and names that are not UTF-8', () => {
	mkdirSync(join(root, 'sub', 'skipped'), { recursive: true });
	for (const name of ['a', 'sub/b', 'sub/skipped/c', '\uFFFD']) writeFileSync(join(root, name), name);
	const odd = Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff])]);
	mkdirSync(odd);
	writeFileSync(Buffer.concat([odd, Buffer.from('/d')]), 'd');
	for (const [name, target] of [
		['loop', '.'],
		['nowhere', 'missing'],
		['file-link', 'a'],
		['pipe-link', 'pipe'],
	] as const)
		symlinkSync(target, join(root, name));
	execFileSync('mkfifo', [join(root, 'pipe')]);
	const found = listFiles(root, (_, name) => name === 'skipped').sort((a, b) => (a.name < b.name ? -1 : 1));
	expect(found.map(({ name, kind }) => `${kind} ${name}`)).toEqual([
		String.raw`file \xFF${sep}d`,
		'file a',
		'file file-link',
		'file nowhere',
		'stream pipe-link',
		`file sub${sep}b`,
		'file \uFFFD',
	]);
	expect(readFileSync(found[0]!.path, 'utf8')).toBe('d');
	expect(readFileSync(found.at(-1)!.path, 'utf8')).toBe('\uFFFD');
	expect(listFiles(join(root, 'missing'), () => false)).toMatchObject([{ name: '', kind: 'locked' }]);
});
