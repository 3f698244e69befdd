// Makes pages of documents that the repository has anyway, so that each text has one source.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { root } from '../../../scripts/workspace.mjs';
import { formatFrontMatter } from './pages.ts';

interface Source {
	/** The path from the root of the repository. */
	readonly path: string;
	/** The name of the page in `format/`. */
	readonly slug: string;
	/** The title in the sidebar. */
	readonly title: string;
	/** Sections for contributors, which the site leaves out. */
	readonly without?: readonly string[];
}

const FORMATS = 'packages/convert/docs';

/** Every format that `@handreel/convert` documents gets a page. */
function listSources(): Source[] {
	const formats = readdirSync(join(root, FORMATS)).sort();
	return [
		{ path: 'FORMAT.md', slug: 'input-animation', title: 'Input animation (.bin)' },
		{ path: 'docs/DIAGNOSE.md', slug: 'problems', title: 'Problems and repairs', without: ['Adding a check'] },
		{ path: 'REEL.md', slug: 'reel-file', title: 'Reels (.reel)' },
		{ path: 'docs/MEASURES.md', slug: 'measures', title: 'Measures' },
		...formats.map((name) => {
			const text = readFileSync(join(root, FORMATS, name), 'utf8');
			const title = /^# (.+)$/m.exec(text)?.[1] ?? name;
			return { path: `${FORMATS}/${name}`, slug: basename(name, '.md'), title };
		}),
	];
}

/** Writes the pages of the formats into a folder. */
export function generateDocuments(folder: string): void {
	const sources = listSources();
	mkdirSync(folder, { recursive: true });
	for (const [order, source] of sources.entries()) {
		const text = removeSections(readFileSync(join(root, source.path), 'utf8'), source.without ?? []);
		const front = formatFrontMatter({ title: source.title, order, outline: [2, 3] });
		writeFileSync(join(folder, `${source.slug}.md`), `${front}\n${rewriteLinks(text, source, sources)}`);
	}
}

function removeSections(text: string, titles: readonly string[]): string {
	const [head = '', ...sections] = text.split(/^(?=## )/m);
	return [head, ...sections.filter((section) => !titles.some((title) => section.startsWith(`## ${title}\n`)))].join('');
}

/** Links between documents, and their names in sentences, become links between pages. Other files are named only. */
function rewriteLinks(text: string, source: Source, sources: readonly Source[]): string {
	const findPage = (path: string) => sources.find((other) => other.path === path);
	const linked = text.replace(/\[([^\]]+)\]\(([^)#:]+)(#[^)]*)?\)/g, (_, label: string, target: string, hash = '') => {
		const page = findPage(posix.join(dirname(source.path), target));
		return page === undefined ? label : `[${label}](./${page.slug}.md${hash})`;
	});
	return linked.replace(/(?<![\w/`([])([A-Z]+\.md)\b/g, (name) => {
		const page = sources.find(({ path }) => basename(path) === name);
		return page === undefined ? name : `[${page.title}](./${page.slug}.md)`;
	});
}
