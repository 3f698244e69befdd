// npm test: installs everything and runs every check.
import { spawnSync } from 'node:child_process';
import { ensureChromium } from './browser.mjs';
import { install, root } from './workspace.mjs';

install();
ensureChromium();
const { status } = spawnSync('npm', ['run', '--silent', 'verify'], {
	cwd: root,
	stdio: 'inherit',
	shell: process.platform === 'win32',
});
process.exitCode = status ?? 1;
