// npm run docs:build [-- --base /x/] [--out DIR]: builds the site into docs/dist. Dead links fail the build.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vitepress';
import { build as buildPackages, root } from '../../scripts/workspace.mjs';
import { buildExamples } from './build-examples.ts';
import { checkLinks } from './check-links.ts';
import { generatePages } from './generate/generate.ts';
import { docs, pages } from './generate/pages.ts';
import { writePlainPages } from './write-plain-pages.ts';

await main();

async function main(): Promise<void> {
	const options = readOptions();
	if (options === null) return;
	const { base, out } = options;
	buildPackages();
	await generatePages();
	await build(docs, { base, outDir: out });
	writePlainPages(pages, out, base);
	await buildExamples(join(out, 'examples'));
	cpSync(join(root, 'apps', 'studio', 'dist'), join(out, 'studio'), { recursive: true });
	const problems = checkLinks(out, base);
	for (const problem of problems) console.error(problem);
	if (problems.length > 0) process.exitCode = 1;
	else console.log(`Built ${out} for ${base}`);
}

function readOptions(): { base: string; out: string } | null {
	try {
		const { values } = parseArgs({ options: { base: { type: 'string' }, out: { type: 'string' } } });
		const { base = '/', out = join(docs, 'dist') } = values;
		if (/^\/([\w.-]+\/)*$/.test(base)) return { base, out };
		console.error(`--base: '${base}' must start and end with a slash, for example /handreel/`);
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
	}
	process.exitCode = 2;
	return null;
}
