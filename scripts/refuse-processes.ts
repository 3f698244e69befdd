// Unit tests are quick because they start no processes. A test that needs one imports node:child_process itself or through
// a helper, which makes it a command test.
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

for (const name of ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'] as const) {
	Object.assign(childProcess, {
		[name]: () => {
			throw new Error(`a unit test called ${name}(): scripts/test-projects.ts says which tests may start processes`);
		},
	});
}
syncBuiltinESMExports();
