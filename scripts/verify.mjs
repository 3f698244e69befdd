// npm run verify: every check there is, one after the other, and at the end how many passed. Goes on after a failure,
// so that one run shows everything.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, PACKAGES, root } from './workspace.mjs';

const scratch = mkdtempSync(join(tmpdir(), 'handreel-verify-'));
const report = join(scratch, 'vitest.json');
let passed = 0;
let failed = 0;

check('lint', 'npx', ['biome', 'check', '--error-on-warnings']);
check('types', 'npm', ['run', '--silent', 'types']);
tally('build', attempt(build));
for (const name of PACKAGES) {
	check(`publint packages/${name}`, 'npx', ['publint', '--strict', `packages/${name}`]);
	// The scripts for pages that are not ours are no modules and have no types.
	const excluded = name === 'webxr' ? ['--exclude-entrypoints', 'inject.js', 'inject-iwer.js', 'record.js'] : [];
	const attw = ['attw', '--pack', `packages/${name}`, '--profile', 'esm-only', '--quiet', ...excluded];
	check(`attw packages/${name}`, 'npx', attw);
}
check('runtimes', 'npm', ['run', '--silent', 'test:runtimes']);
countTests(run('npx', ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]));

rmSync(scratch, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function check(name, command, args) {
	console.log(`\n── ${name}`);
	tally(name, run(command, args));
}

function tally(name, isFine) {
	if (isFine) passed++;
	else failed++;
	console.log(`${isFine ? '✓' : '✗'} ${name}`);
}

// Each test counts. A run that ended without a report, or badly without a failed test, is one failure.
function countTests(isFine) {
	try {
		const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(report, 'utf8'));
		const failures = numFailedTests + (numFailedTests === 0 ? numFailedTestSuites : 0);
		passed += numPassedTests;
		failed += failures === 0 && !isFine ? 1 : failures;
	} catch (error) {
		console.error(`no report of the tests: ${error}`);
		failed++;
	}
}

function run(command, args) {
	return (
		spawnSync(command, args, {
			cwd: root,
			stdio: ['ignore', 'inherit', 'inherit'],
			shell: process.platform === 'win32',
		}).status === 0
	);
}

function attempt(work) {
	try {
		work();
		return true;
	} catch (error) {
		console.error(error);
		return false;
	}
}
