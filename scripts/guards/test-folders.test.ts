import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../workspace.mjs';

/** Folders of tests that do not correspond to a folder of sources. */
const OWN_FOLDERS = ['support', 'guards', 'suite', 'pages', 'goldens'];

const folders = ['packages', 'apps']
	.flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`))
	.filter((folder) => existsSync(join(root, folder, 'test')));

it.each(folders)('the test folders of %s have the names of source folders or files', (folder) => {
	const src = join(root, folder, 'src');
	const unknown = listFolders(join(root, folder, 'test')).filter(
		(path) => !existsSync(join(src, path)) && !existsSync(join(src, `${path}.ts`)),
	);
	expect(unknown).toEqual([]);
});

function listFolders(folder: string, below = ''): string[] {
	return readdirSync(join(folder, below), { withFileTypes: true })
		.filter((entry) => entry.isDirectory() && !OWN_FOLDERS.includes(entry.name))
		.flatMap((entry) => [join(below, entry.name), ...listFolders(folder, join(below, entry.name))]);
}
