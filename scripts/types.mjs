// npm run types: type-checks the whole workspace with the native TypeScript compiler. Unchanged files are skipped.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from './workspace.mjs';

const TSC = join(root, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
const SVELTE_CHECK = join(root, 'node_modules', 'svelte-check', 'bin', 'svelte-check');
const CACHE = join(root, 'node_modules', '.cache', 'handreel', 'types');
/** Has Svelte files, which TypeScript alone cannot read. */
const STUDIO = 'apps/studio';

/**
 * Packages that are checked as one program, because they have the same options and most of their code in common. Global types that one
 * of a group loads are visible to all of it. The release check compiles against each package's own declarations.
 */
const GROUPS = [
	['packages/three', 'packages/player', 'packages/immersive'],
	['packages/corpus', 'packages/playwright'],
	['packages/node', 'packages/queue'],
	['packages/plot', 'packages/text'],
];

const folders = listFolders();
mkdirSync(CACHE, { recursive: true });
// The studio and the root take longest.
const jobs = [
	() =>
		run(
			SVELTE_CHECK,
			['--tsconfig', './tsconfig.json', '--fail-on-warnings', '--tsgo', '--incremental'],
			join(root, STUDIO),
		),
	...folders
		.filter((folder) => folder !== STUDIO && !GROUPS.flat().includes(folder))
		.map((folder) => () => checkProject([folder], join(root, folder))),
	...GROUPS.map((group) => () => checkProject(group, writeConfig(group))),
];
let isFine = true;
await Promise.all(Array.from({ length: availableParallelism() }, work));
process.exitCode = isFine ? 0 : 1;

async function work() {
	for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
		const errors = await job();
		if (errors === '') continue;
		isFine = false;
		console.error(errors.trimEnd());
	}
}

/**
 * The errors of a project, given by its folders and its configuration. Projects import the sources of others, with other type
 * libraries, so errors below the folder of another project are left to that project. The root has the tests of all packages, which
 * share most of what they import; only those of the WebXR runtime have their own types, which contradict those of browsers.
 */
async function checkProject(group, config) {
	const [folder] = group;
	const cache = ['--incremental', '--tsBuildInfoFile', join(CACHE, `${folder.replaceAll('/', '-') || 'root'}.json`)];
	const output = await run(TSC, ['-p', config, '--singleThreaded', '--pretty', 'false', ...cache], root);
	const others = folder === '' ? [] : folders.filter((other) => other !== '' && !group.includes(other));
	// Lines that continue a message are indented.
	return output
		.split(/\n(?! )/)
		.filter((message) => {
			const file = message.replaceAll('\\', '/');
			return group.some((own) => isBelow(file, own)) || !others.some((other) => isBelow(file, other));
		})
		.join('\n')
		.trim();
}

/** Writes the configuration of a group and returns its path. Throws if the options of its packages differ. */
function writeConfig(group) {
	const [first, ...rest] = group.map((folder) => join(root, folder, 'tsconfig.json'));
	const normalize = (path) => JSON.stringify(JSON.parse(readFileSync(path, 'utf8')));
	for (const other of rest)
		if (normalize(other) !== normalize(first)) throw new Error(`${other} has other options than ${first}`);
	const path = join(CACHE, `tsconfig.${group[0].replaceAll('/', '-')}.json`);
	const include = group.map((folder) => join(root, folder, 'src'));
	writeFileSync(path, JSON.stringify({ extends: first, include }));
	return path;
}

function isBelow(path, folder) {
	return path.startsWith(`${folder}/`);
}

/** The folders with a tsconfig.json: the root, packages and apps, and tests with their own configuration. */
function listFolders() {
	const packages = ['packages', 'apps'].flatMap((group) =>
		readdirSync(join(root, group)).map((name) => `${group}/${name}`),
	);
	return ['', ...packages.flatMap((folder) => [folder, `${folder}/test`])].filter((folder) =>
		existsSync(join(root, folder, 'tsconfig.json')),
	);
}

/** Runs a program of a package. Returns its output if it fails, and nothing if all is well. */
function run(program, args, cwd) {
	return new Promise((resolve) => {
		// Compilers end soon: collecting garbage less often saves them a fifth of their time.
		const env = { GOGC: '300', ...process.env };
		const child = spawn(process.execPath, [program, ...args], { cwd, env });
		let output = '';
		for (const stream of [child.stdout, child.stderr]) {
			stream.on('data', (chunk) => {
				output += chunk;
			});
		}
		child.on('close', (status) => resolve(status === 0 ? '' : output || `${program}: exit code ${status}`));
	});
}
