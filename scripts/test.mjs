// npm test: installs everything and runs every check.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expectChromium } from './browser.mjs';
import { install, root } from './workspace.mjs';

install();
if (expectChromium()) {
	const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'verify.mjs')], {
		cwd: root,
		stdio: 'inherit',
	});
	process.exitCode = status ?? 1;
} else {
	process.exitCode = 1;
}
