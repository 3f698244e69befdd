import { join } from 'node:path';
import { root } from '../../../scripts/workspace.mjs';

/** The folder of the documentation. */
export const docs: string = join(root, 'docs');

/** The folder of all pages, written and generated. */
export const pages: string = join(docs, 'pages');

/** The head of a page: data that VitePress and the sidebar read. */
export function formatFrontMatter(data: Readonly<Record<string, unknown>>): string {
	const lines = Object.entries(data).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
	return `---\n${lines.join('\n')}\n---\n`;
}
