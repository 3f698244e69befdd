// npm run words: refuses words that the project does not use, in prose, identifiers and file names. refused-words.json has
// the list with replacements; `*` stands for any letters. With --count it prints the number of hits per package.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../workspace.mjs';

const CHECKED = /\.(ts|mjs|cjs|js|svelte|md|json|html|css|yml)$/;
const SKIPPED_FOLDERS = /^(node_modules|dist|test-results|\.git|\.cache|\.svelte-check)$/;

/** Recorded data, texts by others, history, and the list itself. */
const SKIPPED_FILES =
	/^(fixtures\/.*\.json|package-lock\.json|.*LICENSE[^/]*|.*CHANGELOG\.md|scripts\/words\/.*\.json)$/;

/** Names that others have given. */
const FOREIGN_NAMES = /MonoBehaviour/g;

const list = JSON.parse(readFileSync(fileURLToPath(new URL('refused-words.json', import.meta.url)), 'utf8'));
const rules = Object.entries(list).map(([pattern, replacement]) => ({
	...parsePattern(pattern),
	replace: (word) => word.replace(pattern.replaceAll('*', ''), replacement),
}));

const hits = listFiles('').flatMap(findHits);
if (process.argv.includes('--count')) printCounts(hits);
else for (const { path, line, word, replacement } of hits) console.error(`${path}:${line}: ${word} → ${replacement}`);
if (hits.length > 0) console.error(`${hits.length} refused words; scripts/words/refused-words.json has the list`);
process.exitCode = hits.length > 0 ? 1 : 0;

function findHits(path) {
	const text = readFileSync(join(root, path), 'utf8').replace(FOREIGN_NAMES, (name) => '-'.repeat(name.length));
	return [...searchText(path, path).map((hit) => ({ ...hit, line: 0 })), ...searchText(path, text)];
}

function searchText(path, text) {
	const hits = [];
	// The words inside identifiers count: camelCase, UPPER_CASE and kebab-case.
	for (const { 0: word, index } of text.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)) {
		const rule = rules.find(({ isPhrase, test }) => !isPhrase && test.test(word));
		if (rule !== undefined) hits.push({ path, index, word, replacement: rule.replace(word.toLowerCase()) });
	}
	for (const { isPhrase, test, replace } of rules) {
		if (!isPhrase) continue;
		for (const { 0: word, index } of text.matchAll(test)) {
			const phrase = word.replaceAll(/[\s/*]+/g, ' ');
			hits.push({ path, index, word: phrase, replacement: replace(phrase.toLowerCase()) });
		}
	}
	return hits
		.sort((a, b) => a.index - b.index)
		.map(({ index, ...hit }) => ({ ...hit, line: text.slice(0, index).split('\n').length }));
}

/** A phrase may go on in the next line, also of a comment. */
function parsePattern(pattern) {
	const isPhrase = pattern.includes(' ');
	const source = pattern.replaceAll('*', '[a-z]*');
	return isPhrase
		? { isPhrase, test: new RegExp(`\\b${source.replaceAll(' ', '[\\s/*]+')}\\b`, 'gi') }
		: { isPhrase, test: new RegExp(`^(?:${source})$`, 'i') };
}

function listFiles(folder) {
	return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
		const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
		if (entry.isDirectory()) return SKIPPED_FOLDERS.test(entry.name) ? [] : listFiles(path);
		return CHECKED.test(path) && !SKIPPED_FILES.test(path) ? [path] : [];
	});
}

function printCounts(found) {
	const counts = new Map();
	for (const { path } of found) {
		const group = /^(packages|apps|examples)\/[^/]+/.exec(path)?.[0] ?? path.split('/')[0];
		counts.set(group, (counts.get(group) ?? 0) + 1);
	}
	for (const [group, count] of [...counts].sort((a, b) => b[1] - a[1]))
		console.log(`${String(count).padStart(5)}  ${group}`);
}
