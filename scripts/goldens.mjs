// npm run tool -- goldens: takes the golden screenshots of the studio and of the libraries for scenes again.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './workspace.mjs';

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const tests = [
	'apps/studio/test/goldens.browser.test.ts',
	'packages/three/test/three.browser.test.ts',
	'packages/babylon/test/babylon.browser.test.ts',
	'packages/player/test/player.browser.test.ts',
];
execFileSync(process.execPath, [vitest, 'run', ...tests], {
	cwd: root,
	stdio: 'inherit',
	env: { ...process.env, HANDREEL_GOLDENS: 'write' },
});
