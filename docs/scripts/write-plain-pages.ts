import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

const PURPOSE =
	'Record, inspect, repair, edit, convert and replay XR motion recordings: head, hands with 26 joints, pinches, gaze, controllers. Test 3D and WebXR pages.';

/** The folders of pages in the list, in its order. */
const SECTIONS = [
	['guide', 'Guides'],
	['concepts', 'Concepts'],
	['format', 'Formats'],
	['reference', 'Reference'],
	['about', 'About'],
] as const;

/**
 * Writes every page as Markdown beside its HTML, and `llms.txt`, which lists them: programs that read text need no HTML.
 * Returns the number of pages.
 */
export function writePlainPages(pages: string, out: string, base: string): number {
	const files = readdirSync(pages, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.md'))
		.map((name) => name.split(sep).join('/'))
		.sort();
	const listed = files.map((name) => {
		const { title, order, text } = readPage(readFileSync(join(pages, name), 'utf8'));
		mkdirSync(dirname(join(out, name)), { recursive: true });
		writeFileSync(join(out, name), text);
		return { name, title: title ?? name, order };
	});
	const lists = SECTIONS.flatMap(([folder, heading]) => {
		const own = listed.filter(({ name }) => name.startsWith(`${folder}/`));
		if (own.length === 0) return [];
		const lines = own.sort((a, b) => a.order - b.order).map(({ name, title }) => `- [${title}](${base}${name})`);
		return [`## ${heading}\n\n${lines.join('\n')}\n`];
	});
	writeFileSync(join(out, 'llms.txt'), `# handreel\n\n> ${PURPOSE}\n\n${lists.join('\n')}`);
	return files.length;
}

// Without the head, and without the components that only the site can show.
function readPage(source: string): { title: string | undefined; order: number; text: string } {
	const [all = '', head = ''] = /^---\n([\s\S]*?)\n---\n/.exec(source) ?? [];
	const read = (field: string): string | undefined => new RegExp(`^${field}: "?(.+?)"?$`, 'm').exec(head)?.[1];
	const text = source
		.slice(all.length)
		.replace(/^<script setup[\s\S]*?^<\/script>\n/gm, '')
		.replace(/^<(?:[A-Z]\w*|[a-z]+-[\w-]+)\b[^>]*\/?>(?:<\/[\w-]+>)?\n/gm, '')
		.trimStart();
	return { title: read('title'), order: Number(read('order') ?? Number.POSITIVE_INFINITY), text };
}
