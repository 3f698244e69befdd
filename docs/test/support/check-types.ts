import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createExampleFolder } from '../../../scripts/run-example.ts';
import { root } from '../../../scripts/workspace.mjs';
import type { CodeBlock } from './code-blocks.ts';

const TSC = join(root, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
const CONTEXT = join(root, 'docs', 'test', 'support', 'example-context.d.ts');

/** With the declarations of the built packages, as users have them. */
const OPTIONS = {
	target: 'es2023',
	module: 'esnext',
	moduleResolution: 'bundler',
	moduleDetection: 'force',
	lib: ['es2023', 'dom', 'dom.iterable'],
	types: ['node', 'webxr'],
	strict: true,
	skipLibCheck: true,
	noEmit: true,
};

/** The type errors of code blocks, each with the page and line. Doc comments may use the values of example-context.d.ts. */
export function checkTypes(blocks: readonly CodeBlock[], from: 'pages' | 'doc comments'): string[] {
	const folder = createExampleFolder();
	try {
		mkdirSync(join(folder, 'blocks'));
		const files = blocks.map(({ code }, i) => {
			const file = `blocks/${i}.ts`;
			writeFileSync(join(folder, file), code);
			return file;
		});
		if (from === 'doc comments') files.push(CONTEXT);
		writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files }));
		const args = [TSC, '-p', '.', '--singleThreaded', '--pretty', 'false'];
		const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
		if (status === 0) return [];
		// Lines that continue a message are indented.
		const messages = `${stdout}${stderr}`.trim().split(/\n(?! )/);
		return messages.map((message) =>
			message.replace(/^blocks\/(\d+)\.ts\((\d+),\d+\)/, (_, i, line) => {
				const block = blocks[Number(i)];
				return `${block?.page}:${(block?.line ?? 0) + Number(line)}`;
			}),
		);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
