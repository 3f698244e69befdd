import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pages } from '../../scripts/generate/pages.ts';

/** A fenced block of a page. */
export interface CodeBlock {
	/** The path of the page below `pages/`. */
	readonly page: string;
	/** The line of the opening fence, counting from 1. */
	readonly line: number;
	readonly language: string;
	/** `check` for blocks that are type-checked only, `serve` for commands that do not end by themselves. */
	readonly note: string;
	readonly code: string;
}

const GENERATED = /^(format|reference)\//;
const FENCE = /^```(\w*)(?: (\w+))?\n([\s\S]*?)^```$/gm;

/** The written pages, without those that are generated. */
export function listPages(): string[] {
	return readdirSync(pages, { recursive: true, encoding: 'utf8' })
		.map((path) => path.replaceAll('\\', '/'))
		.filter((path) => path.endsWith('.md') && !GENERATED.test(path))
		.sort();
}

/** The code blocks of a page, in order. */
export function listBlocks(page: string): CodeBlock[] {
	const text = readFileSync(join(pages, page), 'utf8');
	return [...text.matchAll(FENCE)].map(({ index, 1: language = '', 2: note = '', 3: code = '' }) => ({
		page,
		line: text.slice(0, index).split('\n').length,
		language,
		note,
		code,
	}));
}
