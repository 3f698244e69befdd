// npm start [-- FILE…]: installs, builds and shows what is in a recording.
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { build, install, root } from './workspace.mjs';

install();
build();
const given = process.argv
	.slice(2)
	.map((path) => (path.startsWith('-') ? path : resolve(process.env.INIT_CWD ?? '.', path)));
const bundled = join(root, 'fixtures', 'recorded', 'mrtk-2.8.3-full-5s.bin');
const files = given.some((path) => !path.startsWith('-')) ? given : [bundled, ...given];
const { status } = spawnSync(process.execPath, [join(root, 'packages', 'cli', 'dist', 'main.cjs'), 'info', ...files], {
	stdio: 'inherit',
});
process.exitCode = status ?? 1;
