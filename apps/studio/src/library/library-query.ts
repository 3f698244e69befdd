/** A range of a figure. Recordings without a value are outside of every range with a limit. */
export interface FigureRange {
	/** The name of a column, such as `left_tracking_share`. */
	readonly name: string;
	/** Inclusive; `null` for no limit. */
	readonly min: number | null;
	readonly max: number | null;
}

/** The recordings of a library that are listed, and their order. */
export interface LibraryQuery {
	/** Words that all occur in a recording's path, device, markers, problems or other texts. */
	readonly text: string;
	/** `all`, `none`, `some`, `errors`, `unreadable`, or the code of an issue. */
	readonly problems: string;
	readonly ranges: readonly FigureRange[];
	/** A column of the list, or a figure. */
	readonly sort: string;
	readonly isDescending: boolean;
}

/** Lists everything, sorted by path. */
export const ALL_RECORDINGS: LibraryQuery = {
	text: '',
	problems: 'all',
	ranges: [],
	sort: 'path',
	isDescending: false,
};

/** A library in an address. */
export interface LibraryLink {
	/** The path of the catalog relative to the page; `null` for a local file. */
	readonly address: string | null;
	readonly query: LibraryQuery;
}

/** Formats a library as the part of an address after `#`: `library=a/.handreel/catalog.parquet&sort=-duration`. */
export function formatLibraryLink({ address, query }: LibraryLink): string {
	const parts = [`library=${(address ?? '').split('/').map(encodeURIComponent).join('/')}`];
	if (query.text.trim() !== '') parts.push(`q=${encodeURIComponent(query.text.trim())}`);
	if (query.problems !== 'all') parts.push(`problems=${encodeURIComponent(query.problems)}`);
	for (const { name, min, max } of query.ranges)
		parts.push(`where=${encodeURIComponent(name)},${min ?? ''},${max ?? ''}`);
	const { sort, isDescending } = query;
	if (sort !== ALL_RECORDINGS.sort || isDescending)
		parts.push(`sort=${isDescending ? '-' : ''}${encodeURIComponent(sort)}`);
	return parts.join('&');
}

/** Parses the part of an address after `#`; `null` if it shows no library. Invalid values are ignored. */
export function parseLibraryLink(hash: string): LibraryLink | null {
	const params = new URLSearchParams(hash.replace(/^#/, ''));
	const address = params.get('library');
	// A link must not request other hosts or leave the folder of the page.
	const isOwn = address?.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
	if (address === null || (address !== '' && !isOwn)) return null;
	const sort = params.get('sort') ?? ALL_RECORDINGS.sort;
	return {
		address: address === '' ? null : address,
		query: {
			text: params.get('q') ?? '',
			problems: params.get('problems') ?? ALL_RECORDINGS.problems,
			ranges: params.getAll('where').flatMap((text): FigureRange[] => {
				const [name = '', min = '', max = ''] = text.split(',');
				return name === '' ? [] : [{ name, min: parseLimit(min), max: parseLimit(max) }];
			}),
			sort: sort.replace(/^-/, ''),
			isDescending: sort.startsWith('-'),
		},
	};
}

/** Parses a limit of a range; `null` without a number. */
export function parseLimit(text: string): number | null {
	return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : null;
}
