/** Longer texts are cut, so that the work stays small. */
const MAX_LENGTH = 64;

/**
 * Returns the name with the smallest edit distance to a text, the first of several, or `null` if no distance is within
 * `maxEdits`. Upper and lower case do not matter. For messages about unknown names: the text is cut at 64 letters.
 *
 * @example findNearestName('indxTip', JOINT_NAMES, 3) // 'indexTip'
 */
export function findNearestName(
	text: string,
	names: Iterable<string>,
	maxEdits: number = Number.POSITIVE_INFINITY,
): string | null {
	const wanted = text.toLowerCase().slice(0, MAX_LENGTH);
	let nearest: string | null = null;
	let limit = maxEdits + 1;
	for (const name of names) {
		const edits = countEdits(wanted, name.toLowerCase());
		if (edits >= limit) continue;
		limit = edits;
		nearest = name;
	}
	return nearest;
}

/**
 * Lists the names that share pairs of letters with a text, the most similar names first. Unlike
 * {@link findNearestName} it also finds names that contain the text.
 *
 * @example listSimilarNames('tip', ['wrist', 'indexTip']) // ['indexTip']
 */
export function listSimilarNames(text: string, names: readonly string[]): string[] {
	const pairs = listPairs(text);
	return names
		.map((name) => {
			const own = listPairs(name);
			const shared = [...own].filter((pair) => pairs.has(pair)).length;
			return { name, similarity: (2 * shared) / (own.size + pairs.size) };
		})
		.filter(({ similarity }) => similarity > 0)
		.sort((a, b) => b.similarity - a.similarity)
		.map(({ name }) => name);
}

// The pairs of neighboring letters in lower case. Signs between words do not count: `index-tip` is near `indexTip`.
function listPairs(text: string): Set<string> {
	const letters = text.toLowerCase().replace(/[^a-z\d]/g, '');
	return new Set(Array.from({ length: Math.max(0, letters.length - 1) }, (_, i) => letters.slice(i, i + 2)));
}

// Levenshtein distance: insertions, deletions and replacements.
function countEdits(a: string, b: string): number {
	let row = Array.from({ length: b.length + 1 }, (_, i) => i);
	for (let i = 1; i <= a.length; i++) {
		const next = [i];
		for (let j = 1; j <= b.length; j++) {
			const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
			next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
		}
		row = next;
	}
	return row[b.length]!;
}
