// npm create handreel [FOLDER]
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createProject, ProjectError } from './create-project.ts';

const HELP = `usage: npm create handreel [FOLDER]

Creates a project with a small WebXR page and tests that move hands in it.
FOLDER: must be empty or not exist. Default: hand-tests

  --version  print the version
  --help     print this text
`;

const DEFAULT_FOLDER = 'hand-tests';
const PACKAGE = new URL('../', import.meta.url);

main();

function main(): void {
	try {
		const { values, positionals } = parseArgs({
			allowPositionals: true,
			options: { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' } },
		});
		if (positionals.length > 1) throw new ProjectError(`expected one folder, found ${positionals.join(' ')}`);
		const { version } = JSON.parse(readFileSync(new URL('package.json', PACKAGE), 'utf8')) as { version: string };
		if (values.help) process.stdout.write(HELP);
		else if (values.version) console.log(version);
		else create(positionals[0] ?? DEFAULT_FOLDER, version);
	} catch (error) {
		// Errors of the arguments and of the file system explain themselves.
		if (!(error instanceof Error)) throw error;
		console.error(`create-handreel: ${error.message}`);
		process.exitCode = error instanceof ProjectError || 'code' in error ? 1 : 2;
	}
}

function create(folder: string, version: string): void {
	createProject(folder, { template: fileURLToPath(new URL('template', PACKAGE)), version });
	const path = relative('', folder);
	const steps = [
		...(path === '' ? [] : [`cd ${path.includes(' ') ? `"${path}"` : path}`]),
		'npm install',
		'npx playwright install chromium   # unless Playwright has it already',
		'npm test',
	];
	console.log(`Created ${path === '' ? 'a project in this folder' : path}. Next:\n`);
	for (const step of steps) console.log(`  ${step}`);
	console.log('\nnpm start serves the page. tests/drawer.spec.ts is the place to begin.');
}
