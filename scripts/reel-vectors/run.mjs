// npm run reel:vectors -- COMMAND: passes each test vector of fixtures/reels/vectors to a reader of reels and prints what differs.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { listDifferences } from './describe.mjs';

const folder = new URL('../../fixtures/reels/vectors/', import.meta.url);
const command = process.argv.slice(2);
if (command.length === 0) {
	console.error('usage: npm run reel:vectors -- COMMAND [ARGUMENTS]');
	process.exit(2);
}
let failed = 0;
const names = readdirSync(folder).filter((name) => name.endsWith('.reel'));
for (const name of names) {
	const expected = JSON.parse(readFileSync(new URL(name.replace(/reel$/, 'json'), folder), 'utf8'));
	const [program, ...args] = [...command, fileURLToPath(new URL(name, folder))];
	const { stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
	const differences = error ? [`${error}`] : compare(expected, stdout, stderr);
	console.log(`${differences.length === 0 ? 'same     ' : 'different'} ${name}`);
	for (const difference of differences) console.log(`  ${difference}`);
	if (differences.length > 0) failed++;
}
console.log(`${names.length - failed} of ${names.length} vectors are the same`);
process.exitCode = failed === 0 ? 0 : 1;

function compare(expected, stdout, stderr) {
	try {
		return listDifferences(expected, JSON.parse(stdout));
	} catch {
		return [`no JSON: ${(stdout || stderr).slice(0, 200)}`];
	}
}
