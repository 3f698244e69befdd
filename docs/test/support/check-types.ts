import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../../../scripts/workspace.mjs';
import type { CodeBlock } from './code-blocks.ts';

/** With the declarations of the built packages, as users have them. */
const OPTIONS: ts.CompilerOptions = {
	target: ts.ScriptTarget.ES2023,
	module: ts.ModuleKind.ESNext,
	moduleResolution: ts.ModuleResolutionKind.Bundler,
	moduleDetection: ts.ModuleDetectionKind.Force,
	lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
	types: ['node', 'webxr'],
	strict: true,
	skipLibCheck: true,
	noEmit: true,
};

/** Parsed declarations, most of which the pages and the doc comments share. */
const parsed = new Map<string, ts.SourceFile | undefined>();

const CONTEXT = join(root, 'docs', 'test', 'support', 'example-context.d.ts');

/** The type errors of code blocks, each with the page and line. Doc comments may use the values of example-context.d.ts. */
export function checkTypes(blocks: readonly CodeBlock[], from: 'pages' | 'doc comments'): string[] {
	// The files exist in memory only; their place decides where packages are looked up.
	const files = new Map(blocks.map((block, i) => [join(root, 'docs', `block-${i}.ts`).replaceAll('\\', '/'), block]));
	const host = ts.createCompilerHost(OPTIONS);
	const { fileExists, readFile, getSourceFile } = host;
	host.fileExists = (path) => files.has(path) || fileExists(path);
	host.readFile = (path) => files.get(path)?.code ?? readFile(path);
	host.getSourceFile = (path, language, ...rest) => {
		const block = files.get(path);
		if (block !== undefined) return ts.createSourceFile(path, block.code, language);
		if (!parsed.has(path)) parsed.set(path, getSourceFile(path, language, ...rest));
		return parsed.get(path);
	};
	const context = from === 'doc comments' ? [CONTEXT] : [];
	const program = ts.createProgram([...files.keys(), ...context], OPTIONS, host);
	return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
		const block = files.get(file?.fileName ?? '');
		const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + (block?.line ?? 0) + 1;
		return `${block?.page ?? file?.fileName}:${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
	});
}
