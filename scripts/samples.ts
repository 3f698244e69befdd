// npm run tool -- samples: makes the recordings of @handreel/samples from their scripts, their list, and the tables of the README.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listSampleFiles } from './sample-files.ts';
import { root } from './workspace.mjs';

const folder = join(root, 'packages', 'samples');
rmSync(join(folder, 'recordings'), { recursive: true, force: true });
let total = 0;
for (const [path, content] of listSampleFiles()) {
	mkdirSync(dirname(join(folder, path)), { recursive: true });
	writeFileSync(join(folder, path), content);
	if (path.endsWith('.reel')) {
		total += content.length;
		console.log(path, content.length);
	}
}
const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
execFileSync(process.execPath, [biome, 'format', '--write', join(folder, 'src', 'samples.ts')]);
console.log(`${total} bytes`);
