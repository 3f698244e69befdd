// npm run test:runtimes: reads and writes the fixtures with the built packages in Node 22, Deno and Bun.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../workspace.mjs';

const here = join(root, 'scripts', 'runtimes');
const folder = join(root, '.cache', 'runtimes');
const bin = (name) => join(folder, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name);
const script = join(here, 'check.mjs');
const runtimes = [
	['this Node', process.execPath, [script]],
	['Node 22', bin('node'), [script]],
	['Deno', bin('deno'), ['run', '--allow-read', '--no-remote', '--node-modules-dir=manual', '--no-lock', script]],
	['Bun', bin('bun'), ['run', script]],
];

install();
let failed = 0;
for (const [name, command, args] of runtimes) {
	const env = { ...process.env, DENO_NO_UPDATE_CHECK: '1', DENO_DIR: join(folder, 'deno-cache') };
	const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env });
	if (status === 0) continue;
	failed++;
	console.error(`${name} failed: ${error ?? `exit code ${status}`}`);
}
process.exitCode = failed > 0 ? 1 : 0;

// Into a folder of their own: a `node` in the workspace's node_modules/.bin would replace the Node that runs this.
function install() {
	const manifest = join(here, 'package.json');
	const stamp = join(folder, 'installed');
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === readFileSync(manifest, 'utf8')) return;
	console.error('Installing Node 22, Deno and Bun (about 380 MB, once) …');
	mkdirSync(folder, { recursive: true });
	copyFileSync(manifest, join(folder, 'package.json'));
	// The manifest pins exact versions; a lock file would have to list the packages of every platform.
	run('npm', ['install', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'], folder);
	copyFileSync(manifest, stamp);
}
