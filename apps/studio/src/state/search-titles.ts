/** Finds the entries whose title or kind contains every word, the best first and short titles before long titles. */
export function searchTitles<Entry extends { readonly title: string; readonly kind: string }>(
	entries: readonly Entry[],
	query: string,
): Entry[] {
	const words = query.toLowerCase().split(/\s+/).filter(Boolean);
	return entries
		.flatMap((entry) => {
			const title = entry.title.toLowerCase();
			const text = `${title} ${entry.kind.toLowerCase()}`;
			if (!words.every((word) => text.includes(word))) return [];
			const rank = words.reduce((sum, word) => sum + rankWord(title, word), 0);
			return [{ entry, rank }];
		})
		.sort((a, b) => a.rank - b.rank || a.entry.title.length - b.entry.title.length)
		.map(({ entry }) => entry);
}

// A whole word counts most, at the start of the title more than elsewhere, then the start of a word.
function rankWord(title: string, word: string): number {
	const parts = title.split(/[\s().,]+/);
	if (parts.includes(word)) return parts[0] === word ? 0 : 0.5;
	if (parts.some((part) => part.startsWith(word))) return parts[0]?.startsWith(word) ? 1 : 1.5;
	return title.includes(word) ? 2.5 : 3;
}
