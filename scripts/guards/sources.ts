// Reads the sources of a package and what they import.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from '../workspace.mjs';

/** An import of a file in the same package (`path`), or of another package (`path` is `null`). */
export interface SourceImport {
	readonly specifier: string;
	readonly path: string | null;
	/** Erased when compiled. */
	readonly isType: boolean;
	/** Loaded when it is needed. */
	readonly isLazy: boolean;
}

/** A TypeScript or Svelte file. `path` starts at the `src` folder. */
export interface SourceFile {
	readonly path: string;
	readonly lines: number;
	readonly imports: readonly SourceImport[];
}

const CLAUSE = String.raw`(type\s+)?([\w$*\s{},]+?)\s*from\s*'([^']+)'`;
const STATIC = new RegExp(String.raw`(?:^|\n)\s*(?:import|export)\s+${CLAUSE}`, 'g');
const SIDE_EFFECT = /(?:^|\n)\s*import\s+'([^']+)'/g;
const DYNAMIC = /\bimport\(\s*'([^']+)'\s*\)|new URL\(\s*'(\.[^']+\.ts)',\s*import\.meta\.url\s*\)/g;

/** The sources below a folder such as `packages/core`. */
export function readSources(folder: string): SourceFile[] {
	const src = join(root, folder, 'src');
	return readdirSync(src, { recursive: true, encoding: 'utf8' })
		.map((path) => path.replaceAll('\\', '/'))
		.filter((path) => /\.(ts|svelte)$/.test(path))
		.sort()
		.map((path) => {
			const text = readFileSync(join(src, path), 'utf8');
			return { path, lines: text.trimEnd().split('\n').length, imports: listImports(path, text) };
		});
}

function listImports(path: string, text: string): SourceImport[] {
	const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
	const found: Omit<SourceImport, 'path'>[] = [];
	for (const [, type, names = '', specifier = ''] of code.matchAll(STATIC)) {
		found.push({ specifier, isType: type !== undefined || hasTypesOnly(names), isLazy: false });
	}
	for (const [, specifier = ''] of code.matchAll(SIDE_EFFECT)) found.push({ specifier, isType: false, isLazy: false });
	for (const [, module, url] of code.matchAll(DYNAMIC))
		found.push({ specifier: module ?? url ?? '', isType: false, isLazy: true });
	return found.map((one) => {
		const isLocal = one.specifier.startsWith('.');
		return { ...one, path: isLocal ? posix.join(posix.dirname(path), one.specifier) : null };
	});
}

function hasTypesOnly(names: string): boolean {
	const [, list] = /^\{([^}]*)\}$/.exec(names.trim()) ?? [];
	const entries = list?.split(',').map((name) => name.trim()) ?? [];
	return list !== undefined && entries.every((name) => name === '' || name.startsWith('type '));
}
