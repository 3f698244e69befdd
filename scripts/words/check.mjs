// npm run words: refuses words that the project does not use, in prose, identifiers and file names. With --count it prints the
// number of hits per package.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../workspace.mjs';
import { findWords } from './find-words.mjs';

const CHECKED = /\.(ts|mjs|cjs|js|svelte|vue|md|json|html|css|yml)$/;
const SKIPPED_FOLDERS = /^(node_modules|dist|test-results|\.git|\.cache|\.svelte-check)$/;

/** Recorded data, generated pages, texts by others, history, and the list itself. */
const SKIPPED_FILES =
	/^(fixtures\/.*\.json|docs\/pages\/(reference|format)\/.*|package-lock\.json|.*LICENSE[^/]*|.*CHANGELOG\.md|scripts\/words\/.*)$/;

const hits = listFiles('').flatMap((path) => {
	const inName = findWords(path).map((hit) => ({ ...hit, path, line: 0 }));
	return [...inName, ...findWords(readFileSync(join(root, path), 'utf8')).map((hit) => ({ ...hit, path }))];
});
if (process.argv.includes('--count')) printCounts();
else for (const { path, line, word, replacement } of hits) console.error(`${path}:${line}: ${word} → ${replacement}`);
if (hits.length > 0) console.error(`${hits.length} refused words; scripts/words/refused-words.json has the list`);
process.exitCode = hits.length > 0 ? 1 : 0;

function listFiles(folder) {
	return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
		const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
		if (entry.isDirectory()) return SKIPPED_FOLDERS.test(entry.name) ? [] : listFiles(path);
		return CHECKED.test(path) && !SKIPPED_FILES.test(path) ? [path] : [];
	});
}

function printCounts() {
	const counts = new Map();
	for (const { path } of hits) {
		const group = /^(packages|apps|examples)\/[^/]+/.exec(path)?.[0] ?? path.split('/')[0];
		counts.set(group, (counts.get(group) ?? 0) + 1);
	}
	for (const [group, count] of [...counts].sort((a, b) => b[1] - a[1]))
		console.log(`${String(count).padStart(5)}  ${group}`);
}
