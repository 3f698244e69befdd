// npm start [-- FILE…]: installs, builds, shows what is in a recording and then serves the studio with it. With CI set it
// ends after the first part.
import { spawn, spawnSync } from 'node:child_process';
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
if (status !== 0 || process.env.CI || args.some((argument) => argument.startsWith('-'))) process.exitCode = status ?? 1;
else serve(args);

function serve(files) {
	console.log();
	const server = spawn(process.execPath, [main, 'view', ...files], { cwd, stdio: 'inherit' });
	// Ctrl+C reaches the server by itself; it prints when it has ended.
	process.on('SIGINT', () => {});
	process.on('SIGTERM', () => server.kill());
	server.on('exit', (code) => {
		process.exitCode = code ?? 1;
	});
}
