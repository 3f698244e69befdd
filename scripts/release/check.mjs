// npm run release:check: uses the packed packages as a user would, in a project outside of the repository. Build first. With
// --update it writes the sizes of the tarballs into sizes.json.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findChromium } from '../browser.mjs';
import { listEntryPoints } from '../entry-points.mjs';
import { root } from '../workspace.mjs';
import { packOthers, packOwn } from './pack.mjs';
import { createProject } from './project.mjs';
import { serveRegistry } from './registry.mjs';
import { compareSizes, readSizes, updateSizes } from './sizes.mjs';

const own = packOwn();
if (process.argv.includes('--update')) updateSizes(own);
const others = packOthers();
const registry = await serveRegistry([...own, ...others]);
const project = createProject(registry.url, {
	HANDREEL_CHROMIUM: findChromium() ?? '',
	// Never reached.
	HANDREEL_QUEUE: 'redis://127.0.0.1:1',
	HANDREEL_AFRAME: join(root, 'node_modules', 'aframe', 'dist', 'aframe-master.min.js'),
});
const { folder } = project;
const command = join(folder, 'node_modules', 'handreel', 'bin', 'handreel.cjs');
/** What the packages for scenes run on. A-Frame depends on a repository that we do not load: its built file is used instead. */
const SCENE_PEERS = ['three', '@types/three', 'react', '@types/react', '@react-three/fiber', '@babylonjs/core'];
/** The recording in the project, in seconds. */
const DURATION = 5;
try {
	await check('tarball sizes', checkSizes);
	if (await check('npm install', install)) {
		await Promise.all([
			check('types and program', checkProgram),
			check('handreel', checkCommand).then(() => check('Vite build', checkVite)),
		]);
		await check('npx handreel', checkNpx);
		await check('npm create handreel', checkCreate);
		// Alone: browsers take all cores.
		await check('Playwright test', () => project.node(['node_modules/@playwright/test/cli.js', 'test']));
		await check('handreel replay', checkReplay);
	}
} finally {
	await registry.close();
	project.remove();
}

async function check(name, work) {
	const started = performance.now();
	try {
		await work();
		console.log(`${name}: fine (${((performance.now() - started) / 1000).toFixed(1)} s)`);
		return true;
	} catch (error) {
		console.error(`${name}: ${error instanceof Error ? error.message : error}`);
		process.exitCode = 1;
		return false;
	}
}

function checkSizes() {
	const differences = compareSizes(own, readSizes());
	if (differences.length === 0) return;
	throw new Error(`${differences.join('\n')}\nIf this is intended: npm run release:check -- --update`);
}

async function install() {
	const extra = ['@types/node', '@types/webxr', 'iwer', '@playwright/test', ...SCENE_PEERS];
	await project.npm(['install', '--loglevel=error', ...own.map(({ name }) => name), ...extra]);
	// A link would lead back into the repository.
	for (const { name, version } of own) {
		const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
		assert.deepEqual(
			[packages[`node_modules/${name}`].version, packages[`node_modules/${name}`].link],
			[version, undefined],
		);
	}
}

/** Compiles the program with both ways of finding types and both compilers, then runs it. */
async function checkProgram() {
	const formats = listEntryPoints(join(root, 'packages/convert')).filter(({ isFromPattern }) => isFromPattern);
	const lines = formats.map(({ specifier }) => `export * as ${basename(specifier)} from '${specifier}';\n`);
	writeFileSync(join(folder, 'format-entry-points.ts'), lines.join(''));
	const shared = {
		target: 'es2023',
		lib: ['es2023', 'dom'],
		types: ['node', 'webxr'],
		strict: true,
		skipDefaultLibCheck: true,
		exactOptionalPropertyTypes: true,
	};
	// The declarations themselves are checked once. Users have both TypeScript 7, which is native, and earlier versions.
	const kinds = [
		['@typescript/native', 'bundler', { ...shared, module: 'esnext', moduleResolution: 'bundler', noEmit: true }],
		[
			'typescript',
			'nodenext',
			{ ...shared, module: 'nodenext', moduleResolution: 'nodenext', skipLibCheck: true, outDir: 'out' },
		],
	];
	for (const [, kind, compilerOptions] of kinds) {
		const files = [
			'program.ts',
			'format-entry-points.ts',
			'hands.spec.ts',
			...(compilerOptions.skipLibCheck ? ['scene-program.ts'] : []),
		];
		const config = { compilerOptions, files };
		writeFileSync(join(folder, `tsconfig.${kind}.json`), JSON.stringify(config));
	}
	await Promise.all(
		kinds.map(([compiler, kind]) =>
			project.node([join(root, 'node_modules', compiler, 'bin', 'tsc'), '-p', `tsconfig.${kind}.json`]),
		),
	);
	await project.node(['out/program.js', 'session.bin', 'journal.hrj']);
	await project.node(['out/scene-program.js', 'session.bin']);
}

async function checkCommand() {
	const { version } = own.find(({ name }) => name === 'handreel') ?? {};
	assert.equal((await project.npm(['exec', '--offline', '--', 'handreel', '--version'])).trim(), version);
	const [info] = JSON.parse(await project.node([command, 'info', 'session.bin', '--json']));
	assert.equal(Math.round(info.duration), DURATION);
	// Enough files for threads, which load the command a second time.
	const copies = Array.from({ length: 30 }, () => 'session.bin');
	await project.node([command, 'check', ...copies]);
	await project.node([command, 'convert', 'session.bin', 'session.glb', '--quiet']);
	// BullMQ is not installed here: most users never queue.
	await assert.rejects(project.node([command, 'queue', 'status']), /npm install bullmq@6 ioredis@6/);
	// Other checks write recordings into the project meanwhile.
	mkdirSync(join(folder, 'recordings'));
	copyFileSync(join(folder, 'session.bin'), join(folder, 'recordings', 'session.bin'));
	const catalog = JSON.parse(await project.node([command, 'index', 'recordings', '--json']));
	assert.equal(catalog.recordings, 1);
	await checkView();
}

/** The studio is in the tarball and is served. */
async function checkView() {
	const server = spawn(process.execPath, [command, 'view', 'session.bin'], { cwd: folder });
	try {
		const url = await new Promise((resolve, reject) => {
			let text = '';
			server.stdout.setEncoding('utf8').on('data', (chunk) => {
				text += chunk;
				const [found] = /http:\S+/.exec(text) ?? [];
				if (found !== undefined && text.includes('\n')) resolve(found);
			});
			server.on('exit', () => reject(new Error(`handreel view ended: ${text}`)));
		});
		const page = await (await fetch(url)).text();
		const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(page) ?? [];
		for (const path of [script, 'recordings/0/session.bin']) {
			assert.equal((await fetch(new URL(path, url))).status, 200, path);
		}
	} finally {
		server.kill();
	}
}

/** In a folder without any installation, as the README describes. */
async function checkNpx() {
	const empty = project.createFolder('empty');
	const output = await project.npm(
		['exec', '--yes', '--loglevel=error', '--', 'handreel', 'info', 'session.bin'],
		empty,
	);
	assert.match(output, /session\.bin/);
}

/** From an empty folder to a green test, as the README describes. */
async function checkCreate() {
	const empty = project.createFolder('create');
	const printed = await project.npm(['create', '--yes', '--loglevel=error', 'handreel', 'my tests'], empty);
	assert.match(printed, /cd "my tests"/);
	const tests = join(empty, 'my tests');
	await project.npm(['install', '--loglevel=error'], tests);
	const result = await project.npm(['test', '--', '--reporter=line'], tests);
	assert.match(result, /2 passed/);
}

async function checkVite() {
	await project.node([join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'error']);
	const page = await import(pathToFileURL(join(folder, 'dist', 'page.js')).href);
	const bytes = readFileSync(join(folder, 'session.bin'));
	assert.equal(Math.round(page.readDuration(bytes)), DURATION);
	// The hand models are inside of the built files.
	const scenes = await page.useScenes(page.readRecording(bytes), await page.loadHandModels());
	for (const [name, isFine] of Object.entries(scenes)) assert.equal(isFine, true, name);
}

async function checkReplay() {
	const output = await project.node([
		command,
		'replay',
		'session.bin',
		'--url',
		'page.html',
		'--enter',
		'button',
		'--json',
	]);
	const { mode, time, error } = JSON.parse(output);
	assert.deepEqual([mode, Math.round(time), error], ['immersive-vr', DURATION, null]);
}
