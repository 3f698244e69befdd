// Checks every link, image, script and anchor of the built site.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

/** A page of the site: what it links to, and what can be linked to in it. */
interface Page {
	readonly links: readonly Link[];
	readonly anchors: ReadonlySet<string>;
}

interface Link {
	readonly url: string;
	/** Whether the link leaves the single-page application. */
	readonly isFull: boolean;
}

const TAG = /<(a|img|script|link|source)\b([^>]*)>/g;
/** Pages outside of VitePress: its router would look for one of its pages there. */
const FOREIGN = ['studio/', 'examples/'];

/** The problems of a built site, one sentence each. `base` is the path of the site on its host. */
export function checkLinks(folder: string, base: string): string[] {
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.map((path) => path.replaceAll('\\', '/'))
		.filter((path) => path.endsWith('.html') && !isForeign(path));
	const pages = new Map(files.map((path) => [path, readPage(join(folder, path))]));
	return [...pages].flatMap(([path, { links }]) =>
		links.flatMap((link) => {
			const problem = checkLink(link, path, { folder, base, pages });
			return problem === null ? [] : [`${path}: ${link.url} ${problem}`];
		}),
	);
}

function isForeign(path: string): boolean {
	return FOREIGN.some((folder) => path.startsWith(folder));
}

function readPage(path: string): Page {
	const text = readFileSync(path, 'utf8').replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, (script) =>
		script.replace(/>[\s\S]*$/, '>'),
	);
	const links = [...text.matchAll(TAG)].flatMap(([, , attributes = '']) => {
		const url = /\s(?:href|src)="([^"]*)"/.exec(attributes)?.[1];
		return url === undefined ? [] : [{ url: decode(url), isFull: /\starget="/.test(attributes) }];
	});
	const anchors = new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => decode(id)));
	return { links, anchors };
}

interface Site {
	readonly folder: string;
	readonly base: string;
	readonly pages: ReadonlyMap<string, Page>;
}

function checkLink({ url, isFull }: Link, from: string, { folder, base, pages }: Site): string | null {
	// Other hosts cannot be asked in a build that must work offline.
	if (/^(https?:|mailto:|data:)/.test(url)) return url.startsWith('http://') ? 'is not encrypted' : null;
	const [path = '', hash = ''] = url.split('#');
	const absolute =
		path === '' ? `${base}${from}` : posix.join(path.startsWith('/') ? '' : posix.dirname(`${base}${from}`), path);
	if (!absolute.startsWith(base)) return `is outside of ${base}`;
	const inside = absolute.slice(base.length);
	if (isForeign(inside) && !isFull) return 'needs a <StudioLink>, because it is not a page of VitePress';
	const file = inside === '' || inside.endsWith('/') ? `${inside}index.html` : inside;
	if (!existsSync(join(folder, file)) || !statSync(join(folder, file)).isFile()) return 'does not exist';
	const page = pages.get(file);
	if (hash !== '' && page !== undefined && !page.anchors.has(decodeURIComponent(hash))) return 'has no such anchor';
	return null;
}

function decode(text: string): string {
	return text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'");
}
