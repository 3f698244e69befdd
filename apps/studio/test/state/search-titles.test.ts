import { expect, test } from 'vitest';
import { searchTitles } from '../../src/state/search-titles.ts';

const entries = ['Zoom in', 'Follow left indexTip', 'Plot left indexTip position', 'Index of files'].map((title) => ({
	title,
	kind: title.startsWith('Plot') ? 'Channel' : 'Command',
}));
const find = (query: string): string[] => searchTitles(entries, query).map(({ title }) => title);

test('finds titles that contain every word, those that start with a word first', () => {
	expect(find('index')).toEqual(['Index of files', 'Follow left indexTip', 'Plot left indexTip position']);
	expect(find('LEFT  tip')).toEqual(['Follow left indexTip', 'Plot left indexTip position']);
	expect(find('channel left')).toEqual(['Plot left indexTip position']);
	expect(find('nothing')).toEqual([]);
});

test('a whole word comes before words that contain it', () => {
	const axes = ['Plot right indexTip position', 'Plot right indexTip position x', 'Export text'];
	const titles = searchTitles(
		axes.map((title) => ({ title, kind: 'Channel' })),
		'position x',
	);
	expect(titles.map(({ title }) => title)).toEqual([axes[1], axes[0]]);
});
