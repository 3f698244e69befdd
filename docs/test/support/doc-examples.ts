import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { root } from '../../../scripts/workspace.mjs';
import { listDoors } from '../../scripts/generate/doors.ts';
import type { CodeBlock } from './code-blocks.ts';

const NAMED_EXPORTS = /export (?:type )?\{([^}]*)\}/g;
const DECLARATION = /^\s*export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/;
const DECLARED_EXPORTS = /export (?:async )?(?:function|const|class) (\w+)/g;

/**
 * The examples of doc comments in the packages that the reference covers, as programs: with imports for the exported names
 * that they use.
 */
export function listDocExamples(): CodeBlock[] {
	const folders = new Set(listDoors().map(({ source }) => source.slice(0, source.indexOf(`${sep}src${sep}`))));
	const imports = mapExports();
	return [...folders]
		.flatMap((folder) =>
			readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
				.filter((name) => name.endsWith('.ts'))
				.flatMap((name) => readExamples(join(folder, 'src', name), imports)),
		)
		.map((block) => ({ ...block, code: addImports(block.code, imports) }));
}

/** The entry point of each exported name. */
function mapExports(): ReadonlyMap<string, string> {
	const exports = new Map<string, string>();
	for (const { source, specifier } of listDoors()) {
		const text = readFileSync(source, 'utf8');
		const listed = [...text.matchAll(NAMED_EXPORTS)].flatMap(([, names = '']) => names.split(','));
		const declared = [...text.matchAll(DECLARED_EXPORTS)].map(([, name = '']) => name);
		for (const entry of [...listed, ...declared]) {
			const name = entry.trim().replace(/^type /, '');
			if (name !== '' && !exports.has(name)) exports.set(name, specifier);
		}
	}
	return exports;
}

// The reference does not show what packages share among themselves.
function readExamples(path: string, exports: ReadonlyMap<string, string>): CodeBlock[] {
	if (basename(path) === 'internal.ts') return [];
	const text = readFileSync(path, 'utf8');
	const isShown = ({ index, 0: comment }: RegExpExecArray): boolean => {
		const [, name] = DECLARATION.exec(text.slice(index + comment.length)) ?? [];
		return name === undefined || exports.has(name);
	};
	return [...text.matchAll(/\/\*\*[\s\S]*?\*\//g)].filter(isShown).flatMap(({ index, 0: comment }) =>
		[...comment.matchAll(/@example\b([\s\S]*?)(?=\n\s*\* @(?!handreel)\w|\*\/$)/g)].map((match) => ({
			page: relative(root, path),
			line: text.slice(0, index + match.index).split('\n').length - 1,
			language: 'ts',
			note: 'check',
			code: (match[1] ?? '').replace(/\n\s*\* ?/g, '\n'),
		})),
	);
}

/** Imports stand on the first line, so that line numbers stay. */
function addImports(code: string, exports: ReadonlyMap<string, string>): string {
	const imported = new Set(
		[...code.matchAll(/import \{([^}]*)\}/g)].flatMap(([, names = '']) => names.split(',').map((name) => name.trim())),
	);
	const used = new Set([...code.matchAll(/[A-Za-z_]\w*/g)].map(([name]) => name));
	const missing = [...used].filter((name) => exports.has(name) && !imported.has(name));
	return missing.map((name) => `import { ${name} } from '${exports.get(name)}'; `).join('') + code;
}
