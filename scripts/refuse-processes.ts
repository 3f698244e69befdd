// Unit tests are quick because they start no processes. A test that needs one, itself or through
// a helper, is a command test, `x.command.test.ts`.
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

for (const name of ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'] as const) {
	Object.assign(childProcess, {
		[name]: () => {
			throw new Error(`this test calls ${name}(): name its file x.command.test.ts`);
		},
	});
}
syncBuiltinESMExports();
