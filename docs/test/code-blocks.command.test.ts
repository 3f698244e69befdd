// Runs the code of the guides. A text block after a command or program is what it prints; HANDREEL_DOCS=write npx vitest run
// docs/test/code-blocks.command.test.ts updates these blocks.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { COMMANDS } from '../../packages/cli/src/commands/table.ts';
import { createExampleFolder, runCode } from '../../scripts/run-example.ts';
import { root } from '../../scripts/workspace.mjs';
import { pages } from '../scripts/generate/pages.ts';
import { checkTypes } from './support/check-types.ts';
import { type CodeBlock, listBlocks, listPages } from './support/code-blocks.ts';
import { listDocExamples } from './support/doc-examples.ts';
import { createExampleFiles } from './support/example-files.ts';

const MAIN = join(root, 'packages', 'cli', 'dist', 'main.cjs');
/** `tsx` and `html` are shown only. */
const LANGUAGES = ['ts', 'sh', 'text', 'yaml', 'json', 'tsx', 'html'];
const isWriting = process.env['HANDREEL_DOCS'] === 'write';
const blocks = listPages().flatMap(listBlocks);

describe('the pages', { timeout: 240_000 }, () => {
	it('have code blocks of known languages only', () => {
		const unknown = blocks.filter(({ language }) => !LANGUAGES.includes(language));
		expect(unknown.map(({ page, line, language }) => `${page}:${line}: ${language}`)).toEqual([]);
	});

	it('show TypeScript without type errors', () => {
		const programs = blocks.filter(({ language }) => language === 'ts');
		expect(programs.length).toBeGreaterThan(5);
		expect(checkTypes(programs, 'pages')).toEqual([]);
	});

	it('and the doc comments, which the reference shows, have examples without type errors', () => {
		const examples = listDocExamples();
		expect(examples.length).toBeGreaterThan(50);
		expect(checkTypes(examples, 'doc comments')).toEqual([]);
	});

	it('show YAML and JSON that can be parsed', () => {
		for (const { language, code } of blocks) {
			if (language === 'yaml') expect(parse(code)).toBeTypeOf('object');
			if (language === 'json') expect(JSON.parse(code)).toBeTypeOf('object');
		}
	});

	it('back every row of the comparison by a link or a command', () => {
		const text = readFileSync(join(pages, 'about', 'comparison.md'), 'utf8');
		const rows = text.split('\n').filter((line) => /^\| \S/.test(line) && !line.startsWith('| | '));
		expect(rows.length).toBeGreaterThan(15);
		expect(rows.filter((row) => !/\]\(|`(npx|npm) |--layout/.test(row))).toEqual([]);
		for (const [, path = ''] of text.matchAll(/npx vitest run ([\w./-]+)/g))
			expect(existsSync(join(root, path)), path).toBe(true);
	});

	it('call commands and scripts that exist', () => {
		const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
		const known = [...COMMANDS.map(({ name }) => name), 'help'];
		for (const { code } of blocks.filter(({ language }) => language === 'sh')) {
			for (const [, name = ''] of code.matchAll(/^npx handreel (\S+)/gm)) expect(known).toContain(name);
			for (const [, name = ''] of code.matchAll(/^npm (?:run )?(start|test|[\w:]+)/gm)) {
				if (!['ci', 'create', 'init', 'install', 'pack'].includes(name)) expect(scripts).toHaveProperty([name]);
			}
		}
	});
});

describe('the code of', { timeout: 240_000 }, () => {
	const ran = listPages().filter((page) => listBlocks(page).some(isRun));

	it.each(ran)('%s runs and prints what the page shows', (page) => {
		const folder = createExampleFolder();
		try {
			createExampleFiles(folder);
			const results = listBlocks(page)
				.filter(isRun)
				.map((block) => ({ block, output: run(folder, block), shown: findOutput(block) }));
			if (isWriting) writeOutputs(page, results);
			else
				for (const { block, output, shown } of results)
					if (shown !== null) expect(output, `${page}:${block.line}`).toBe(shown);
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	});
});

function isRun({ language, note }: CodeBlock): boolean {
	return (language === 'sh' || language === 'ts') && note === '';
}

/** Runs a block and returns what it prints. Problems that a command finds are not a failure. */
function run(folder: string, { language, code, page, line }: CodeBlock): string {
	const { stdout, stderr, status } = language === 'ts' ? runCode(folder, code) : runShell(folder, code);
	const isFine = status === 0 || (status === 1 && /handreel (check|diff|repair)/.test(code));
	expect(isFine, `${page}:${line} ended with ${status}\n${stdout}\n${stderr}`).toBe(true);
	return stdout;
}

function runShell(folder: string, code: string) {
	const script = `handreel() { "${process.execPath}" "${MAIN}" "$@"; }\n${code.replace(/^npx handreel/gm, 'handreel')}`;
	return spawnSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } });
}

/** The text block that follows a block directly, or `null`. */
function findOutput({ page, line }: CodeBlock): string | null {
	const all = listBlocks(page);
	const next = all[all.findIndex((block) => block.line === line) + 1];
	if (next === undefined || next.language !== 'text') return null;
	const between = readFileSync(join(pages, page), 'utf8')
		.split('\n')
		.slice(line, next.line - 1);
	return between.slice(between.indexOf('```') + 1).every((text) => text === '') ? next.code : null;
}

function writeOutputs(page: string, results: readonly { output: string; shown: string | null }[]): void {
	const path = join(pages, page);
	let text = readFileSync(path, 'utf8');
	for (const { output, shown } of results) {
		if (shown !== null) text = text.replace(`\`\`\`text\n${shown}\`\`\``, () => `\`\`\`text\n${output}\`\`\``);
	}
	writeFileSync(path, text);
}
