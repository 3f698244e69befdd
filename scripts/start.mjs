// npm start [-- FILE…]: installs, builds and shows what is in a recording.
import { spawnSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { build, install, root } from './workspace.mjs';

install();
build();
// npm runs scripts in the root; files are given as seen from where npm was called.
const cwd = process.env.INIT_CWD ?? process.cwd();
const given = process.argv.slice(2);
const bundled = relative(cwd, join(root, 'fixtures', 'recorded', 'mrtk-2.8.3-full-5s.bin'));
const args = given.some((argument) => !argument.startsWith('-')) ? given : [bundled, ...given];
const main = join(root, 'packages', 'cli', 'dist', 'main.cjs');
const { status } = spawnSync(process.execPath, [main, 'info', ...args], { cwd, stdio: 'inherit' });
process.exitCode = status ?? 1;
