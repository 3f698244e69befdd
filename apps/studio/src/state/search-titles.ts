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
			// A word at the start of the title counts most, then words at the start of a word.
			const rank = words.reduce((sum, word) => {
				const at = title.indexOf(word);
				return sum + (at === 0 ? 0 : at > 0 && /\W/.test(title[at - 1] ?? '') ? 1 : at > 0 ? 2 : 3);
			}, 0);
			return [{ entry, rank }];
		})
		.sort((a, b) => a.rank - b.rank || a.entry.title.length - b.entry.title.length)
		.map(({ entry }) => entry);
}
