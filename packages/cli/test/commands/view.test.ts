import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const main = fileURLToPath(new URL('../../dist/main.cjs', import.meta.url));
const fixture = fileURLToPath(new URL('../../../../fixtures/recorded/mrtk-2.8.3-n001.bin', import.meta.url));

let running: ChildProcess | null = null;
afterEach(() => {
	running?.kill('SIGKILL');
});

test('handreel view serves the studio with the file until it is interrupted', async () => {
	const server = spawn(process.execPath, [main, 'view', fixture], { stdio: ['ignore', 'pipe', 'inherit'] });
	running = server;
	const url = await new Promise<URL>((done, fail) => {
		let text = '';
		server.stdout.on('data', (chunk) => {
			text += chunk;
			const address = /http:\S+/.exec(text)?.[0];
			if (address !== undefined && text.includes('Ctrl+C')) done(new URL(address));
		});
		server.on('exit', (code) => fail(new Error(`it ended with ${code}: ${text}`)));
	});
	expect(url.hostname).toBe('127.0.0.1');
	expect(await (await fetch(new URL('/', url))).text()).toContain('<title>handreel studio</title>');
	const path = new URLSearchParams(url.hash.slice(1)).get('open');
	const bytes = Buffer.from(await (await fetch(new URL(`/${path}`, url))).arrayBuffer());
	expect(bytes.equals(readFileSync(fixture))).toBe(true);
	const ended = new Promise((done) => server.on('exit', done));
	server.kill('SIGINT');
	// On Windows a signal from a program ends the process at once; Ctrl+C does not.
	expect(await ended).toBe(process.platform === 'win32' ? null : 0);
});

test.each([
	[['view', 'no-such-file.bin'], 1],
	[['view', '--port', '99999'], 2],
	[['view', '--port', 'x'], 2],
])('handreel %j ends with %d', async (args, code) => {
	const server = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
	running = server;
	let text = '';
	server.stderr.on('data', (chunk) => {
		text += chunk;
	});
	expect(await new Promise((done) => server.on('exit', done))).toBe(code);
	expect(text).not.toBe('');
});
