// npm run sizes: prints the number of source files per package, their median length and the longest file.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readSources } from './guards/sources.ts';
import { root } from './workspace.mjs';

const folders = ['packages', 'apps'].flatMap((group) =>
	readdirSync(join(root, group)).map((name) => `${group}/${name}`),
);
console.log('files  median  longest');
for (const folder of folders) {
	const files = readSources(folder).sort((a, b) => a.lines - b.lines);
	const median = files[Math.floor(files.length / 2)]?.lines ?? 0;
	const longest = files.at(-1);
	const numbers = [
		String(files.length).padStart(5),
		String(median).padStart(6),
		String(longest?.lines ?? 0).padStart(7),
	];
	console.log(`${numbers.join('  ')}  ${folder} (${longest?.path})`);
}
