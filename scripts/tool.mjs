// npm run tool -- NAME: runs one of the tools below. Without a name it lists them.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, root } from './workspace.mjs';

/**
 * @typedef {object} Tool
 * @property {string} file The script, from the root of the workspace.
 * @property {string} does
 * @property {string} [usage] Its arguments.
 * @property {boolean} [needsBuild]
 */

/** @type {Readonly<Record<string, Tool>>} */
export const TOOLS = {
	fixtures: {
		file: 'scripts/fixtures.ts',
		does: 'writes fixtures/generated, fixtures/broken and their lists in fixtures/README.md',
	},
	samples: {
		file: 'scripts/samples.ts',
		does: 'performs the recordings of packages/samples again, and writes their list and the tables of the README',
	},
	kernel: {
		file: 'scripts/kernel.ts',
		does: 'compiles packages/core/simd/kernel.ts to WebAssembly; a test fails if you forget it after a change',
	},
	goldens: {
		file: 'scripts/goldens.mjs',
		does: 'takes the golden pictures of the studio and of the packages for scenes again; look at them before you commit',
	},
	screenshot: { file: 'scripts/screenshot.ts', does: 'takes the screenshot in README.md', needsBuild: true },
	pictures: { file: 'docs/scripts/pictures.ts', does: 'takes the pictures of the guides again', needsBuild: true },
	metadata: {
		file: 'scripts/release/metadata.mjs',
		does: 'writes addresses and common keywords from package.json into the packages; a test compares them',
	},
	names: {
		file: 'scripts/release/names.mjs',
		does: 'lists whether the names of the packages are free on npm, or ours; needs the registry',
	},
	'write-reel-vectors': {
		file: 'scripts/reel-vectors/make.ts',
		does: 'writes the test vectors again after a change of scripts/reel-vectors/vectors.ts',
	},
	'compare-golden': {
		file: 'scripts/check-golden.ts',
		usage: 'DIR…',
		does: 'compares each recording in a folder with its sidecar, key by key, and writes it back',
	},
	'import-golden': {
		file: 'scripts/import-golden.ts',
		usage: 'DIR',
		does: 'copies golden recordings into fixtures/recorded, with their sidecars made small',
	},
	'restore-w': {
		file: 'scripts/measure-restore-w.ts',
		usage: '[PAIRS] [SEED] [KIND]',
		does: 'measures how well a lost rotation W is restored (docs/DIAGNOSE.md)',
	},
	runtimes: {
		file: 'scripts/runtimes/run.mjs',
		does: 'runs the built libraries in Node 22, Deno and Bun, which it downloads into .cache',
		needsBuild: true,
	},
	platforms: {
		file: 'scripts/platforms/check.mjs',
		usage: '[OS] [CPU]',
		does: 'installs for Linux, macOS and Windows on x64 and ARM, and lists missing native binaries; needs the registry',
	},
};

if (process.argv[1] === fileURLToPath(import.meta.url)) runTool(process.argv.slice(2));

function runTool([name = '', ...args]) {
	if (!Object.hasOwn(TOOLS, name)) {
		listTools();
		if (name === '') return;
		console.error(`no tool is called '${name}'`);
		process.exitCode = 2;
		return;
	}
	const { file, needsBuild } = TOOLS[name];
	if (needsBuild) build();
	const typescript = file.endsWith('.ts') ? ['--conditions=@handreel/source', '--import', 'tsx'] : [];
	const command = [...typescript, join(root, file), ...args];
	const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' });
	process.exitCode = status ?? 1;
}

function listTools() {
	console.log('npm run tool -- NAME [ARGUMENTS]\n');
	for (const [name, { usage = '', does }] of Object.entries(TOOLS)) {
		console.log(`  ${`${name} ${usage}`.trimEnd()}\n      ${does}`);
	}
}
