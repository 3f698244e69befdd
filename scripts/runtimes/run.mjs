// npm run tool -- runtimes: reads and writes the fixtures with the built packages in Node 22, Deno and Bun. The tests do it in this Node.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { folder, here, installRuntimes } from './install.mjs';

// Links in .bin are batch files on Windows, which Node does not start.
const WINDOWS_PROGRAMS = { node: 'node/bin/node.exe', deno: 'deno/deno.exe', bun: 'bun/bin/bun.exe' };
const bin = (name) =>
	join(folder, 'node_modules', process.platform === 'win32' ? WINDOWS_PROGRAMS[name] : `.bin/${name}`);
const script = join(here, 'check.mjs');
const runtimes = [
	['Node 22', bin('node'), [script]],
	['Deno', bin('deno'), ['run', '--allow-read', '--no-remote', '--node-modules-dir=manual', '--no-lock', script]],
	['Bun', bin('bun'), ['run', script]],
];

installRuntimes();
let failed = 0;
for (const [name, command, args] of runtimes) {
	const env = { ...process.env, DENO_NO_UPDATE_CHECK: '1', DENO_DIR: join(folder, 'deno-cache') };
	const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env });
	if (status === 0) continue;
	failed++;
	console.error(`${name} failed: ${error ?? `exit code ${status}`}`);
}
process.exitCode = failed > 0 ? 1 : 0;
