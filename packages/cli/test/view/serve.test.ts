import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StudioServer, serveStudio } from '../../src/view/serve.ts';

const fixture = fileURLToPath(new URL('../../../../fixtures/recorded/mrtk-2.8.3-n001.bin', import.meta.url));

describe('the local server of the studio', () => {
	let scratch = '';
	let folder = '';
	let server: StudioServer;

	beforeAll(async () => {
		scratch = mkdtempSync(join(tmpdir(), 'handreel-serve-'));
		folder = join(scratch, 'studio');
		mkdirSync(join(folder, 'assets'), { recursive: true });
		writeFileSync(join(folder, 'index.html'), '<!doctype html>studio');
		writeFileSync(join(folder, 'assets', 'a.js'), 'export {}');
		writeFileSync(join(scratch, 'secret.txt'), 'secret');
		writeFileSync(join(scratch, 'a b#ü.bin'), 'odd name');
		// Windows allows links to folders only.
		if (process.platform === 'win32') symlinkSync(scratch, join(folder, 'link'), 'junction');
		else symlinkSync(join(scratch, 'secret.txt'), join(folder, 'link.txt'));
		server = await serveStudio({ folder, files: [fixture, join(scratch, 'a b#ü.bin')] });
	});

	afterAll(async () => {
		await server.close();
		rmSync(scratch, { recursive: true, force: true });
	});

	test('serves the page, its parts and the named files', async () => {
		expect(await get('/')).toMatchObject({
			status: 200,
			type: 'text/html; charset=utf-8',
			body: '<!doctype html>studio',
		});
		expect(await get('/assets/a.js')).toMatchObject({ status: 200, type: 'text/javascript; charset=utf-8' });
		const { bytes } = await get('/recordings/0/mrtk-2.8.3-n001.bin');
		expect(bytes.equals(readFileSync(fixture))).toBe(true);
	});

	test('compresses the page for clients that can read it', async () => {
		const headers = { 'accept-encoding': 'br, gzip' };
		const { headers: sent, bytes } = await get('/assets/a.js', { headers });
		expect(sent['content-encoding']).toBe('gzip');
		expect(gunzipSync(bytes).toString()).toBe('export {}');
		const file = await get('/recordings/0/mrtk-2.8.3-n001.bin', { headers });
		expect(file.headers['content-encoding']).toBeUndefined();
		expect(file.bytes.equals(readFileSync(fixture))).toBe(true);
		expect((await get('/nothing.js', { headers })).headers['content-encoding']).toBeUndefined();
	});

	test('takes the next port of a list if the first is in use', async () => {
		const next = await serveStudio({ folder, files: [], port: [server.port, 0] });
		expect(next.port).not.toBe(server.port);
		await next.close();
		await expect(serveStudio({ folder, files: [], port: [server.port] })).rejects.toThrow('is in use');
	});

	test('names the recordings in its URL, with special characters encoded', async () => {
		const { hash, hostname } = new URL(server.url);
		expect(hostname).toBe('127.0.0.1');
		const paths = new URLSearchParams(hash.slice(1)).getAll('open');
		expect(paths).toEqual(['recordings/0/mrtk-2.8.3-n001.bin', 'recordings/1/a b#ü.bin']);
		expect(await get(`/${paths[1]?.split('/').map(encodeURIComponent).join('/')}`)).toMatchObject({ body: 'odd name' });
	});

	test.each([
		'/../secret.txt',
		'/..%2fsecret.txt',
		'/%2e%2e/secret.txt',
		'/assets/../../secret.txt',
		'/..\\secret.txt',
		'/..%5Csecret.txt',
		'/assets\\a.js',
		'/assets%5Ca.js',
		'/assets/..%5C..%5Csecret.txt',
		'/C:/Windows/win.ini',
		'/C:%5CWindows%5Cwin.ini',
		'/%5C%5C127.0.0.1%5Cc$%5Csecret.txt',
		'/index.html::$DATA',
		'/index.html.',
		'/INDEX.HTML',
		'/con',
		'/link/secret.txt',
		'/recordings/0/../../../secret.txt',
		'/recordings/2/a',
		'//etc/passwd',
		'/etc/passwd',
		'/%00',
		'/%',
		'/link.txt',
		'/assets',
		'/assets/',
		'/index.html/',
		'/secret.txt',
	])('has nothing at %s', async (path) => {
		const answer = await get(path);
		expect(answer.status).toBe(404);
		expect(answer.body).not.toContain('secret');
	});

	test.each(['evil.example', 'evil.example:80', '127.0.0.1', '127.0.0.1:1', 'localhost', '[::1]'])(
		'refuses the Host header “%s”',
		async (host) => {
			expect((await get('/recordings/0/mrtk-2.8.3-n001.bin', { host })).status).toBe(421);
		},
	);

	test('answers under localhost, too', async () => {
		expect((await get('/', { host: `localhost:${server.port}` })).status).toBe(200);
	});

	test('refuses a request without a Host header', async () => {
		const answer = await sendRaw('GET / HTTP/1.0\r\n\r\n');
		expect(answer).toMatch(/^HTTP\/1\.1 421/);
		expect(answer).not.toContain('doctype');
	});

	test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('refuses %s', async (method) => {
		expect((await get('/', { method })).status).toBe(405);
	});

	test('answers HEAD without a body', async () => {
		expect(await get('/', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
	});

	test('forbids requests elsewhere, frames and guessing of types, also in refusals', async () => {
		for (const path of ['/', '/nothing']) {
			const { headers } = await get(path);
			const policy = String(headers['content-security-policy']);
			expect(policy).toContain("default-src 'none'");
			expect(policy).toContain("connect-src 'self'");
			expect(policy).toContain("frame-ancestors 'none'");
			// The studio compiles WebAssembly; JavaScript must not be evaluated.
			expect(policy?.replace("'wasm-unsafe-eval'", '')).not.toContain('unsafe');
			expect(policy).not.toContain('http');
			expect(headers['x-content-type-options']).toBe('nosniff');
			expect(headers['access-control-allow-origin']).toBeUndefined();
			expect(headers['cross-origin-resource-policy']).toBe('same-origin');
		}
	});

	test('listens on the loopback interface only', async () => {
		const others = Object.values(networkInterfaces())
			.flat()
			.filter((entry) => entry?.family === 'IPv4' && !entry.internal);
		for (const entry of others) {
			await expect(tryConnect(entry?.address ?? '')).resolves.toBe(false);
		}
		await expect(tryConnect('127.0.0.1')).resolves.toBe(true);
	});

	test('explains what is missing', async () => {
		await expect(serveStudio({ folder: scratch, files: [] })).rejects.toThrow('has no index.html');
		await expect(serveStudio({ folder, files: [join(scratch, 'none.bin')] })).rejects.toThrow(
			'none.bin: no such file or folder',
		);
		await expect(serveStudio({ folder, files: [folder] })).rejects.toThrow(
			'studio: this folder contains no recordings',
		);
		await expect(serveStudio({ folder, files: [], port: server.port })).rejects.toThrow(
			`port ${server.port} is in use; choose another port`,
		);
	});

	interface Answer {
		readonly status: number;
		readonly type: string | undefined;
		readonly headers: NodeJS.Dict<string | string[]>;
		readonly body: string;
		readonly bytes: Buffer;
	}

	// Not fetch, which tidies paths up and sets Host itself.
	function get(
		path: string,
		{ host = `127.0.0.1:${server.port}`, method = 'GET', headers = {} } = {},
	): Promise<Answer> {
		return new Promise((done, fail) => {
			const options = {
				host: '127.0.0.1',
				port: server.port,
				path,
				method,
				headers: { host, ...headers },
				agent: false,
			};
			request(options, (response) => {
				const chunks: Buffer[] = [];
				response.on('data', (chunk: Buffer) => chunks.push(chunk));
				response.on('end', () => {
					const bytes = Buffer.concat(chunks);
					const { statusCode: status = 0, headers } = response;
					done({ status, type: headers['content-type'], headers, body: bytes.toString(), bytes });
				});
			})
				.on('error', fail)
				.end();
		});
	}

	function sendRaw(text: string): Promise<string> {
		return new Promise((done, fail) => {
			let answer = '';
			const socket = connect(server.port, '127.0.0.1', () => socket.write(text));
			socket.on('data', (chunk) => {
				answer += chunk;
			});
			socket.on('end', () => done(answer)).on('error', fail);
		});
	}

	function tryConnect(host: string): Promise<boolean> {
		return new Promise((done) => {
			const socket = connect({ host, port: server.port, timeout: 2000 }, () => finish(true));
			const finish = (isOpen: boolean): void => {
				socket.destroy();
				done(isOpen);
			};
			socket.on('error', () => finish(false)).on('timeout', () => finish(false));
		});
	}
});
