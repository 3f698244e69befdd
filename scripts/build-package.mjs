// Builds the package in the current folder with its tsdown.config.ts, or the packages that build() in workspace.mjs lists, one after
// the other: later ones read the built files of earlier ones. tsdown's own command warns about Node 20 on every run.
import { relative } from 'node:path';
import { build } from 'tsdown';
import { markDone, root } from './workspace.mjs';

const [list] = process.argv.slice(2);
if (list === undefined) await build({ logLevel: 'error' });
else
	for (const entry of JSON.parse(list)) {
		console.error(`Building ${relative(root, entry.folder).replaceAll('\\', '/')} …`);
		process.chdir(entry.folder);
		await build({ logLevel: 'error' });
		markDone(entry);
	}
