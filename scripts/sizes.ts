// npm run sizes: prints the number of source files and lines per package, the median length and the longest file, and the total.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readSources } from './guards/sources.ts';
import { root } from './workspace.mjs';

const folders = ['packages', 'apps'].flatMap((group) =>
	readdirSync(join(root, group)).map((name) => `${group}/${name}`),
);
let [allFiles, allLines] = [0, 0];
console.log(' files   lines  median  longest');
for (const folder of folders) {
	const files = readSources(folder).sort((a, b) => a.lines - b.lines);
	const lines = files.reduce((sum, file) => sum + file.lines, 0);
	const median = files[Math.floor(files.length / 2)]?.lines ?? 0;
	const longest = files.at(-1);
	allFiles += files.length;
	allLines += lines;
	printRow([files.length, lines, median, longest?.lines ?? 0], `${folder} (${longest?.path})`);
}
printRow([allFiles, allLines], 'all');

function printRow(numbers: readonly number[], text: string): void {
	const cells = [6, 6, 6, 7].map((width, i) => String(numbers[i] ?? '').padStart(width));
	console.log(`${cells.join('  ')}  ${text}`);
}
