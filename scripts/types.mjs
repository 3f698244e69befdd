// npm run types: checks the types of every package, as many at a time as there are cores.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { PACKAGES, root } from './workspace.mjs';

const folders = ['.', 'apps/studio/test', ...PACKAGES.flatMap((name) => [`packages/${name}`, `packages/${name}/test`])];
const checks = [
	['npm', ['run', '--silent', 'types', '-w', 'apps/studio']],
	...folders
		.filter((folder) => existsSync(join(root, folder, 'tsconfig.json')))
		.map((folder) => ['npx', ['tsc', '-p', folder]]),
];

let failed = false;
await Promise.all(Array.from({ length: availableParallelism() }, work));
process.exitCode = failed ? 1 : 0;

async function work() {
	for (let check = checks.shift(); check !== undefined; check = checks.shift()) {
		const [command, args] = check;
		const { status, output } = await run(command, args);
		if (status === 0) continue;
		failed = true;
		console.error(`${command} ${args.join(' ')}\n${output}`);
	}
}

// Output comes at once at the end, so that checks side by side do not mix theirs.
function run(command, args) {
	return new Promise((resolve) => {
		const child = spawn(command, args, { cwd: root, shell: process.platform === 'win32' });
		let output = '';
		for (const stream of [child.stdout, child.stderr]) {
			stream.on('data', (chunk) => {
				output += chunk;
			});
		}
		child.on('close', (status) => resolve({ status, output }));
	});
}
