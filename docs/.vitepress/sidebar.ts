// The sidebar is made from the front matter of the pages: a new page appears by itself.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DefaultTheme } from 'vitepress';

const pages = fileURLToPath(new URL('../pages/', import.meta.url));

/** The folders of pages, in the order of the sidebar. */
const SECTIONS = [
	{ folder: 'guide', text: 'Guides' },
	{ folder: 'concepts', text: 'Concepts' },
	{ folder: 'format', text: 'Formats' },
	{ folder: 'reference', text: 'Reference' },
	{ folder: 'about', text: 'About' },
] as const;

/** Every page of every section, sorted by `order` in the front matter. */
export function createSidebar(): DefaultTheme.SidebarItem[] {
	return SECTIONS.map(({ folder, text }) => ({ text, items: listPages(folder) }));
}

function listPages(folder: string): DefaultTheme.SidebarItem[] {
	return readdirSync(`${pages}${folder}`)
		.filter((name) => name.endsWith('.md'))
		.map((name) => {
			const [, head = ''] = /^---\n([\s\S]*?)\n---/.exec(readFileSync(`${pages}${folder}/${name}`, 'utf8')) ?? [];
			const read = (field: string) => new RegExp(`^${field}: "?(.+?)"?$`, 'm').exec(head)?.[1];
			const title = read('title');
			const order = Number(read('order'));
			if (title === undefined || Number.isNaN(order)) throw new Error(`${folder}/${name}: needs a title and an order`);
			return { text: title, link: `/${folder}/${name.replace(/\.md$/, '')}`, order };
		})
		.sort((a, b) => a.order - b.order)
		.map(({ text, link }) => ({ text, link }));
}
