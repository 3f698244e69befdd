// npm run types: type-checks the whole workspace.
//
// Every file is checked once, by the project that includes it. A project that imports the sources of another package reads
// them without checking them again. Threads keep parsed files, so that the type libraries are parsed once per thread.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import ts from 'typescript';
import { npm } from './npm.mjs';
import { root } from './workspace.mjs';

const parsed = new Map();

if (isMainThread) process.exitCode = (await checkAll()) ? 0 : 1;
else parentPort.on('message', (message) => parentPort.postMessage(checkProject(message)));

/** Checks all projects, as many at a time as there are cores. Returns `false` if there are errors. */
async function checkAll() {
	// The studio has Svelte files, which TypeScript alone cannot read.
	const studio = join(root, 'apps', 'studio', 'tsconfig.json');
	const projects = listProjects().map((path) => ({ path, files: readConfig(path).fileNames }));
	const owned = projects.flatMap(({ files }) => files);
	const jobs = projects.filter(({ path }) => path !== studio).sort((a, b) => b.files.length - a.files.length);
	let isFine = true;
	const report = (output) => {
		if (output === '') return;
		isFine = false;
		console.error(output.trimEnd());
	};
	const checkStudio = async () => report(await runSvelteCheck());
	const work = async () => {
		if (jobs.length === 0) return;
		const worker = new Worker(fileURLToPath(import.meta.url));
		for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
			worker.postMessage({ path: job.path, owned });
			const [output] = await once(worker, 'message');
			report(output);
		}
		await worker.terminate();
	};
	// The studio takes a core, which then helps with the other projects.
	const threads = Array.from({ length: Math.max(1, availableParallelism() - 1) }, work);
	await Promise.all([checkStudio().then(work), ...threads]);
	return isFine;
}

/** The errors of a project: of its own files, and of imported files that no project includes. */
function checkProject({ path, owned }) {
	const { options, fileNames, errors } = readConfig(path);
	const name =
		relative(root, path)
			.replace(/[\\/]?tsconfig\.json$/, '')
			.replaceAll(/[\\/]/g, '-') || 'root';
	options.incremental = true;
	options.tsBuildInfoFile = join(root, 'node_modules', '.cache', 'handreel', 'types', `${name}.tsbuildinfo`);
	const program = ts.createIncrementalProgram({
		rootNames: fileNames,
		options,
		host: cachingHost(options),
		configFileParsingDiagnostics: errors,
	});
	const own = new Set(fileNames);
	const elsewhere = new Set(owned);
	const isOwn = ({ fileName }) => own.has(fileName) || !elsewhere.has(fileName);
	// Finds out which files a change affects; the calls below take the other files from the last run.
	while (program.getSemanticDiagnosticsOfNextAffectedFile(undefined, (file) => !isOwn(file)) !== undefined);
	const files = program.getSourceFiles().filter(isOwn);
	const diagnostics = [
		...program.getConfigFileParsingDiagnostics(),
		...program.getOptionsDiagnostics(),
		...program.getGlobalDiagnostics(),
		...files.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
		...(options.declaration ? files.flatMap((file) => program.getDeclarationDiagnostics(file)) : []),
	];
	// Writes the build info only: projects emit nothing.
	program.emit();
	return ts.formatDiagnostics(ts.sortAndDeduplicateDiagnostics(diagnostics), {
		getCanonicalFileName: (name) => name,
		getCurrentDirectory: () => root,
		getNewLine: () => '\n',
	});
}

/** The paths of all tsconfig.json files: at the root, of the documentation, of packages and apps, and of their tests. */
function listProjects() {
	const packages = ['packages', 'apps'].flatMap((group) =>
		readdirSync(join(root, group)).map((name) => join(group, name)),
	);
	return ['', 'docs', ...packages.flatMap((folder) => [folder, join(folder, 'test')])]
		.map((folder) => join(root, folder, 'tsconfig.json'))
		.filter((path) => existsSync(path));
}

function readConfig(path) {
	const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (error) => console.error(error.messageText) };
	return ts.getParsedCommandLineOfConfigFile(path, {}, host);
}

/** A compiler host that parses each file once per thread. The projects have the same parser options. */
function cachingHost(options) {
	const host = ts.createIncrementalCompilerHost(options);
	const { getSourceFile } = host;
	host.getSourceFile = (name, ...rest) => {
		if (!parsed.has(name)) parsed.set(name, getSourceFile(name, ...rest));
		return parsed.get(name);
	};
	return host;
}

/** Prints nothing if all is well. */
function runSvelteCheck() {
	return new Promise((resolve) => {
		const child = spawn(...npm(['run', '--silent', 'types', '-w', 'apps/studio']), { cwd: root });
		let output = '';
		for (const stream of [child.stdout, child.stderr]) {
			stream.on('data', (chunk) => {
				output += chunk;
			});
		}
		child.on('close', (status) => resolve(status === 0 ? '' : output || `svelte-check: exit code ${status}`));
	});
}
