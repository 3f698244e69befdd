import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
	chmodSync,
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { chooseOpener } from '../../src/view/open-browser.ts';
import { isPosix, MAIN, recorded } from '../support/run-handreel.ts';

const fixture = recorded('mrtk-2.8.3-n001');
const scratch = mkdtempSync(join(tmpdir(), 'handreel-view-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let running: ChildProcess | null = null;
afterEach(() => {
	running?.kill('SIGKILL');
});

interface Serving {
	readonly url: URL;
	readonly stderr: () => string;
	/** Interrupts the command and returns its exit code. */
	readonly stop: () => Promise<unknown>;
}

async function startView(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<Serving> {
	const server = spawn(process.execPath, [MAIN, 'view', ...args], { stdio: ['ignore', 'pipe', 'pipe'], env });
	running = server;
	let stderr = '';
	server.stderr.on('data', (chunk) => {
		stderr += chunk;
	});
	const url = await new Promise<URL>((done, fail) => {
		let text = '';
		server.stdout.on('data', (chunk) => {
			text += chunk;
			const address = /http:\S+/.exec(text)?.[0];
			if (address !== undefined && text.includes('Ctrl+C')) done(new URL(address));
		});
		server.on('exit', (code) => fail(new Error(`it ended with ${code}: ${text}${stderr}`)));
	});
	return {
		url,
		stderr: () => stderr,
		stop: () => {
			const ended = new Promise((done) => server.on('close', done));
			server.kill('SIGINT');
			// On Windows a signal from a program ends the process at once; Ctrl+C does not.
			return process.platform === 'win32' ? ended.then((code) => code ?? 0) : ended;
		},
	};
}

// An environment whose opener is a script. The script writes its argument to a file.
function fakeOpener(name: string, script: (file: string) => string): { env: NodeJS.ProcessEnv; file: string } {
	const folder = join(scratch, name);
	mkdirSync(folder);
	const file = join(folder, 'opened');
	const program = join(folder, chooseOpener(process.platform, '')[0]);
	writeFileSync(program, `#!/bin/sh\n${script(file)}\n`);
	chmodSync(program, 0o755);
	return { env: { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}` }, file };
}

function waitFor(isDone: () => boolean): Promise<boolean> {
	return vi.waitUntil(isDone, { interval: 20, timeout: 30_000 });
}

test('handreel view serves the studio with the file until it is interrupted', async () => {
	const { url, stop, stderr } = await startView([fixture]);
	expect(url.hostname).toBe('127.0.0.1');
	expect(await (await fetch(new URL('/', url))).text()).toContain('<title>handreel studio</title>');
	const path = new URLSearchParams(url.hash.slice(1)).get('open');
	const bytes = Buffer.from(await (await fetch(new URL(`/${path}`, url))).arrayBuffer());
	expect(bytes.equals(readFileSync(fixture))).toBe(true);
	expect(await stop()).toBe(0);
	expect(stderr()).toBe('');
});

test('handreel view opens an indexed folder as a library', async () => {
	const folder = join(scratch, 'indexed');
	mkdirSync(folder);
	copyFileSync(fixture, join(folder, 'a.bin'));
	expect(spawnSync(process.execPath, [MAIN, 'index', folder]).status).toBe(0);
	const { url, stop, stderr } = await startView([folder]);
	expect(url.hash).toBe('#library=library/.handreel/catalog.parquet');
	const [catalog, recording] = await Promise.all(
		['library/.handreel/catalog.parquet', 'library/a.bin'].map(async (path) => {
			const response = await fetch(new URL(`/${path}`, url));
			return Buffer.from(await response.arrayBuffer());
		}),
	);
	expect(catalog?.equals(readFileSync(join(folder, '.handreel', 'catalog.parquet')))).toBe(true);
	expect(recording?.equals(readFileSync(fixture))).toBe(true);
	expect(await stop()).toBe(0);
	expect(stderr()).toBe('');
});

test('handreel view names known faults and the command that repairs them', async () => {
	const old = recorded('mrtk-2.6.0-full-5s');
	const { stop, stderr } = await startView([fixture, old]);
	expect(await stop()).toBe(0);
	expect(stderr()).toBe(
		`handreel: ${old}: W of rotations is missing, so they play incorrectly; 'handreel repair' restores it (rotation-w-lost)\n`,
	);
});

// The opener is a shell script.
test.runIf(isPosix)('handreel view --open starts the opener of the system with the URL', async () => {
	const { env, file } = fakeOpener(
		'works',
		(opened) => `printf '%s' "$1" > '${opened}.part'; mv '${opened}.part' '${opened}'`,
	);
	const { url, stop, stderr } = await startView([fixture, fixture, '--open'], env);
	await waitFor(() => existsSync(file));
	expect(readFileSync(file, 'utf8')).toBe(url.href);
	expect(await stop()).toBe(0);
	expect(stderr()).toBe('');
});

test.runIf(isPosix)('handreel view continues if the opener fails', async () => {
	const { env } = fakeOpener('fails', () => 'exit 3');
	const { url, stop, stderr } = await startView([fixture, '--open'], env);
	const opener = chooseOpener(process.platform, '')[0];
	await waitFor(() => stderr().endsWith('\n'));
	expect(stderr()).toBe(`handreel: the browser could not be opened: ${opener} ended with 3; open the URL above\n`);
	expect((await fetch(new URL('/', url))).status).toBe(200);
	expect(await stop()).toBe(0);
	const missing = await startView([fixture, '--open'], { ...env, PATH: join(scratch, 'no-such-folder') });
	await waitFor(() => missing.stderr().endsWith('\n'));
	expect(missing.stderr()).toContain(`${opener} was not found`);
	expect(await missing.stop()).toBe(0);
});

test.each([[[]], [['--no-open']]])('handreel view %j opens nothing in a pipe', async (args) => {
	const { env, file } = fakeOpener(`pipe${args.length}`, (opened) => `touch '${opened}'`);
	const { url, stop, stderr } = await startView([fixture, ...args], { ...env, DISPLAY: ':0', CI: '' });
	// The server answers after the browser would have been started.
	await fetch(new URL('/', url));
	expect(await stop()).toBe(0);
	expect(stderr()).toBe('');
	expect(existsSync(file)).toBe(false);
});

test.each([
	[['view', 'no-such-file.bin'], 1],
	[['view', '--port', '99999'], 2],
	[['view', '--port', 'x'], 2],
])('handreel %j ends with %d', async (args, code) => {
	const server = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
	running = server;
	let text = '';
	server.stderr.on('data', (chunk) => {
		text += chunk;
	});
	expect(await new Promise((done) => server.on('exit', done))).toBe(code);
	expect(text).not.toBe('');
});
