// Finds refused words in a text. refused-words.json has the list with replacements; `*` stands for any letters.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Names that others have given, and idioms with a refused word. */
const ALLOWED = /MonoBehaviour|\.initialise\(|\b(there|here) (is|are) no\b|\b(is|are) no longer\b|\bgives (up|way)\b/gi;

/** The words inside identifiers count: camelCase, UPPER_CASE and kebab-case. */
const WORD = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g;

const list = JSON.parse(readFileSync(fileURLToPath(new URL('refused-words.json', import.meta.url)), 'utf8'));
const rules = Object.entries(list).map(([pattern, replacement]) => ({
	pattern,
	isPhrase: pattern.includes(' '),
	replace: (word) => word.toLowerCase().replace(pattern.replaceAll('*', ''), replacement),
}));
const words = rules
	.filter(({ isPhrase }) => !isPhrase)
	.map((rule) => ({ ...rule, test: new RegExp(`^${rule.pattern.replaceAll('*', '[a-z]*')}$`, 'i') }));
// A phrase may go on in the next line, also of a comment.
const phrases = rules
	.filter(({ isPhrase }) => isPhrase)
	.map((rule) => ({ ...rule, test: new RegExp(`\\b${rule.pattern.replaceAll(' ', '[\\s/*]+')}\\b`, 'gi') }));
const known = new Map();

/**
 * The refused words in a text, with their lines and replacements.
 * @param {string} text
 * @returns {{ line: number, word: string, replacement: string }[]}
 */
export function findWords(text) {
	const own = text.replace(ALLOWED, (found) => found.replaceAll(/\S/g, '-'));
	const hits = [];
	for (const { 0: word, index } of own.matchAll(WORD)) {
		const rule = findRule(word);
		if (rule !== undefined) hits.push({ index, word, replacement: rule.replace(word) });
	}
	for (const { test, replace } of phrases) {
		for (const { 0: found, index } of own.matchAll(test)) {
			const word = found.replaceAll(/[\s/*]+/g, ' ');
			hits.push({ index, word, replacement: replace(word) });
		}
	}
	return hits
		.sort((a, b) => a.index - b.index)
		.map(({ index, word, replacement }) => ({ line: own.slice(0, index).split('\n').length, word, replacement }));
}

function findRule(word) {
	if (!known.has(word)) {
		known.set(
			word,
			words.find(({ test }) => test.test(word)),
		);
	}
	return known.get(word);
}
