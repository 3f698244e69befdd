// npm run tool -- compare-golden DIR…: reads every recording of a folder, compares each key with its sidecar and writes it back.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkGolden, listGolden, readSidecar } from './golden.ts';

const folders = process.argv.slice(2);
if (folders.length === 0) {
	console.error('usage: npm run tool -- compare-golden DIR…   (a folder with x.bin and x.json or x.json.gz)');
	process.exit(2);
}
let passed = 0;
let failed = 0;
for (const given of folders) {
	const folder = resolve(process.env['INIT_CWD'] ?? '.', given);
	for (const name of listGolden(folder)) {
		const problems = attempt(() => checkGolden(readFileSync(join(folder, name)), readSidecar(folder, name)));
		if (problems.length === 0) passed++;
		else failed++;
		console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${name}`);
		for (const problem of problems.slice(0, 5)) console.log(`     ${problem}`);
		if (problems.length > 5) console.log(`     … and ${problems.length - 5} more`);
	}
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

function attempt(check: () => string[]): string[] {
	try {
		return check();
	} catch (error) {
		return [String(error)];
	}
}
