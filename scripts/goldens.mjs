// npm run goldens: takes the golden screenshots of the studio again.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './workspace.mjs';

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
execFileSync(process.execPath, [vitest, 'run', 'apps/studio/test/goldens.test.ts'], {
	cwd: root,
	stdio: 'inherit',
	env: { ...process.env, HANDREEL_GOLDENS: 'write' },
});
