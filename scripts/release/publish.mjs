// npm run release: publishes the packages whose versions are not in the registry yet. The release workflow runs it.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../workspace.mjs';
import { isPlaceholder, readShared } from './metadata.mjs';

const { repository } = readShared();
if (isPlaceholder(repository)) {
	console.error(
		`package.json: repository is the placeholder ${repository}; replace it with the public address and run npm run metadata`,
	);
	process.exitCode = 1;
} else {
	const changeset = join(root, 'node_modules', '@changesets', 'cli', 'bin.js');
	execFileSync(process.execPath, [changeset, 'publish'], { cwd: root, stdio: 'inherit' });
}
