// npm run verify: runs every check and prints a summary. A failure does not stop the others, so that a single run shows all
// problems. npm test (--install) installs the packages first. npm run check (--quick): only the checks that need no build, no
// browser and no processes.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expectChromium } from './browser.mjs';
import { findProject, listTests, TEST_PROJECTS } from './test-projects.mjs';
import { root } from './workspace.mjs';

const isQuick = process.argv.includes('--quick');
if (isQuick) process.env.HANDREEL_QUICK = '1';
const withInstall = process.argv.includes('--install');
const scratch = mkdtempSync(join(tmpdir(), 'handreel-verify-'));
const parts = [];
/** The output of the other parts while tests print theirs. */
let held = null;
/** With more failed files than these, the change is wrong and not the machine busy. */
const MAX_RETRIES = 6;
/** The test projects that need no build, no browser and no processes. */
const COMPUTING = ['unit', 'memory', 'long'];
/** Names and test files of the projects. */
const projects = TEST_PROJECTS.filter((project) => !isQuick || project === 'unit').map((project) => [
	project,
	listTests().filter((path) => findProject(path) === project),
]);
/** The newest result of each test file. */
const results = new Map();
/** Tests that failed beside the others and passed alone. They depend on how busy the machine is, so they count as failed. */
const unstable = [];

const source = [
	['lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings']],
	['words', ['scripts/words/check.mjs']],
];
const types = [['types', ['scripts/types.mjs']]];
const packages = [['packages', ['scripts/check-packages.mjs']]];
const runtimes = [['runtimes', ['scripts/runtimes/run.mjs']]];
const release = [['release', ['scripts/release/check.mjs']]];

if (isQuick) {
	await Promise.all([runInOrder([...source, ...types]), runTests(['unit'])]);
	countTests();
} else if (!withInstall) {
	await runAll();
	countTests();
} else if (!expectChromium()) {
	addPart('Chromium', 0, 1, 0);
} else {
	const downloads = download();
	const [installed] = await runInOrder([['install', ['scripts/install.mjs']]], { isShown: true });
	if (installed) {
		await runAll(downloads);
		countTests();
	}
}
rmSync(scratch, { recursive: true, force: true });
printSummary();

/** Gets the programs that tests need besides npm packages. */
function download() {
	return runInOrder([['downloads', ['scripts/downloads.mjs']]], { isShown: true });
}

/**
 * Keeps all cores busy: tests that only compute run while the packages are built and programs are downloaded. Steps without time limits
 * take what tests leave.
 */
async function runAll(downloads = download()) {
	const build = runInOrder([['build', ['scripts/build.mjs']]]);
	const computing = runInOrder([...source, ...types], { isPatient: true });
	await Promise.all([build, runTests(COMPUTING)]);
	await downloads;
	await Promise.all([
		runTests(projects.map(([project]) => project).filter((project) => !COMPUTING.includes(project))),
		computing.then(() => runInOrder(runtimes, { isPatient: true })),
		// The release check opens pages, which have time limits.
		runInOrder([...packages, ...release]),
	]);
	await retryTests();
}

/**
 * Runs steps one after the other, and returns whether each succeeded. Patient steps let other programs go first. The output of shown
 * steps is printed at once.
 */
async function runInOrder(steps, { isPatient = false, isShown = false } = {}) {
	const outcomes = [];
	for (const [name, args] of steps) {
		const started = performance.now();
		const { status, output } = await run(args, isShown ? 'show' : 'collect', isPatient);
		const isFine = status === 0;
		if (!isShown || !isFine) print(`\n── ${name}\n${output.trim()}`.trimEnd());
		addPart(name, isFine ? 1 : 0, isFine ? 0 : 1, (performance.now() - started) / 1000);
		outcomes.push(isFine);
	}
	return outcomes;
}

/** Prints a text, or keeps it until the tests have ended. */
function print(text) {
	if (held === null) console.log(text);
	else held.push(text);
}

/** Runs the tests of projects. */
async function runTests(names) {
	console.log(`\n── tests: ${names.join(', ')}`);
	held = [];
	await runVitest(names.map((name) => `--project=${name}`));
	for (const text of held) console.log(text);
	held = null;
}

/** Runs test files that failed beside everything else again, alone. The summary names every test that passed only then. */
async function retryTests() {
	const paths = projects.flatMap(([, names]) => names);
	const failed = paths.filter((path) => results.get(path)?.status === 'failed');
	if (failed.length === 0 || failed.length > MAX_RETRIES) return;
	const listFailed = (path) => {
		const names = results.get(path).assertionResults.filter(({ status }) => status === 'failed');
		// A file can fail without a failed test, for example if a hook takes too long.
		return names.length > 0 ? names.map(({ fullName }) => fullName) : [path];
	};
	const before = new Map(failed.map((path) => [path, listFailed(path)]));
	console.log('\n── tests that failed, alone');
	await runVitest(['--no-file-parallelism', ...failed]);
	for (const [path, names] of before) {
		const { status } = results.get(path);
		const after = status === 'failed' ? listFailed(path) : [];
		unstable.push(...names.filter((name) => !after.includes(name)));
	}
}

/** Runs Vitest and keeps the results of its files. */
async function runVitest(args) {
	const report = join(scratch, 'vitest.json');
	const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
	rmSync(report, { force: true });
	const { status } = await run(['node_modules/vitest/vitest.mjs', 'run', ...args, ...reporters], 'show');
	try {
		const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
		for (const result of testResults) results.set(relative(root, result.name).replaceAll('\\', '/'), result);
		// Vitest also fails without a failed test, for example on an unhandled rejection.
		if (status !== 0 && testResults.every((file) => file.status !== 'failed')) addPart('vitest', 0, 1, 0);
	} catch (error) {
		console.error(`no test report: ${error}`);
		addPart('vitest', 0, 1, 0);
	}
}

/** Counts the tests of each project. */
function countTests() {
	for (const [project, paths] of projects) {
		const files = paths.map((path) => results.get(path)).filter((file) => file !== undefined);
		const tests = files.flatMap(({ assertionResults }) => assertionResults);
		const count = (status) => tests.filter((test) => test.status === status).length;
		// A file can fail without a failed test, for example if it cannot be loaded.
		const broken = files.filter(
			(file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
		);
		const seconds = files.reduce((sum, { startTime, endTime }) => sum + (endTime - startTime) / 1000, 0);
		const missing = paths.length - files.length;
		if (missing > 0) console.error(`${missing} test files of the project ${project} did not run`);
		addPart(`tests: ${project}`, count('passed'), count('failed') + broken.length + missing, seconds);
	}
	if (unstable.length > 0) addPart('unstable tests', 0, unstable.length, 0);
}

function addPart(name, passed, failed, seconds) {
	parts.push({ name, passed, failed, seconds });
}

/** The last line is the total; .ci/run looks for it. Seconds of tests are the sum over files that run side by side. */
function printSummary() {
	const rows = [['part', 'passed', 'failed', 'seconds']];
	for (const { name, passed, failed, seconds } of parts) {
		rows.push([name, String(passed), String(failed), seconds.toFixed(1)]);
	}
	const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
	const format = (row) =>
		row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ');
	const sum = (key) => parts.reduce((total, part) => total + part[key], 0);
	console.log(`\n${rows.map(format).join('\n')}`);
	for (const name of unstable) console.log(`unstable, passes only alone: ${name}`);
	console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
	process.exitCode = sum('failed') > 0 ? 1 : 0;
}

function run(args, output, isPatient = false) {
	return new Promise((resolve) => {
		const isCollected = output === 'collect';
		const child = spawn(process.execPath, args, {
			cwd: root,
			stdio: ['ignore', isCollected ? 'pipe' : 'inherit', isCollected ? 'pipe' : 'inherit'],
		});
		if (isPatient && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
		const chunks = [];
		child.stdout?.on('data', (chunk) => chunks.push(chunk));
		child.stderr?.on('data', (chunk) => chunks.push(chunk));
		child.on('error', (error) => chunks.push(Buffer.from(String(error))));
		child.on('close', (status) => resolve({ status, output: Buffer.concat(chunks).toString() }));
	});
}
