// npm run release: publishes the packages whose versions are not in the registry yet. The release workflow runs it.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../workspace.mjs';
import { isPlaceholder, readShared } from './metadata.mjs';
import { checkNames, listNames } from './names.mjs';

const { repository } = readShared();
if (isPlaceholder(repository)) {
	console.error(
		`package.json: repository is the placeholder ${repository}; replace it with the public address and run npm run tool -- metadata`,
	);
	process.exitCode = 1;
} else {
	const taken = checkNames(listNames()).filter(({ state }) => state === 'taken');
	if (taken.length > 0) {
		const list = taken.map(({ name, owners }) => `${name} (of ${owners.join(', ')})`).join(', ');
		console.error(`names of others, or of accounts that are not logged in: ${list}`);
		process.exit(1);
	}
	const changeset = join(root, 'node_modules', '@changesets', 'cli', 'bin.js');
	execFileSync(process.execPath, [changeset, 'publish'], { cwd: root, stdio: 'inherit' });
}
