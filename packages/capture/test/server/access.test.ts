import { X509Certificate } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CaptureServer, startCaptureServer } from '../../src/server/capture-server.ts';
import { createCertificate } from '../../src/server/certificate.ts';
import { useScratch } from '../support/scratch.ts';
import { TestClient } from '../support/socket-headset.ts';

const scratch = useScratch();

describe('a certificate', () => {
	it('has the hosts, is kept, and is made again for other hosts', async () => {
		const folder = scratch();
		const first = await createCertificate(['localhost', '192.168.1.20'], folder);
		const x509 = new X509Certificate(first.cert);
		expect([x509.checkHost('localhost'), x509.checkIP('192.168.1.20')]).toEqual(['localhost', '192.168.1.20']);
		expect(x509.checkIP('192.168.1.21')).toBeUndefined();
		const again = await createCertificate(['192.168.1.20'], folder);
		expect([first.isNew, again.isNew, again.cert === first.cert]).toEqual([true, false, true]);
		expect((await createCertificate(['192.168.1.21'], folder)).isNew).toBe(true);
		if (process.platform !== 'win32') {
			const [file] = readdirSync(folder);
			expect(statSync(join(folder, file!)).mode & 0o077).toBe(0);
		}
	});
});

describe('a server in the network', () => {
	let server: CaptureServer;
	let base = '';
	const codes: string[] = [];
	beforeAll(async () => {
		const folder = scratch();
		server = await startCaptureServer({
			folder,
			assets: folder,
			certificate: await createCertificate(['localhost'], scratch()),
			studio: (_, response, path) => void response.end(`studio ${path}`),
			onCode: (code) => codes.push(code),
		});
		base = `https://localhost:${server.port}`;
	});
	afterAll(() => server.close());

	interface Answer {
		readonly status: number | undefined;
		readonly cookie: string;
		readonly location: string | undefined;
		readonly body: string;
	}
	const ask = (path: string, method = 'GET', body = '', headers = {}): Promise<Answer> =>
		new Promise((resolve, reject) => {
			const sent = request(`${base}${path}`, { method, headers, rejectUnauthorized: false }, (response) => {
				let text = '';
				response.on('data', (data: Buffer) => {
					text += data;
				});
				response.on('end', () =>
					resolve({
						status: response.statusCode,
						cookie: response.headers['set-cookie']?.[0] ?? '',
						location: response.headers.location,
						body: text,
					}),
				);
			});
			sent.on('error', reject);
			sent.end(body);
		});
	const socket = (headers = {}, query = ''): Promise<TestClient> =>
		TestClient.connect(`${base.replace('https', 'wss')}/__handreel/socket${query}`, {
			rejectUnauthorized: false,
			headers,
		});

	it('shows strangers nothing but the question for the code', async () => {
		const page = await ask('/');
		expect(page.body).toContain('Enter the code');
		expect(page.body).not.toContain('page.js');
		expect((await ask('/__handreel/messages', 'POST', '{}')).status).toBe(401);
		for (const path of ['', 'studio/index.html', 'takes/00000000000000000000000000000000'])
			expect((await ask(`/__handreel/${path}`)).status, path).toBe(401);
		const studio = await ask('/__handreel/studio/');
		expect(studio.body).toContain('Enter the code');
		expect(studio.body).toContain('value="/__handreel/studio/"');
		await expect(socket()).rejects.toThrow('401');
		await expect(socket({}, '?token=wrong')).rejects.toThrow('401');
	});

	it('admits the token, as a cookie, parameter or header', async () => {
		const { status, cookie } = await ask(`/__handreel/pair?token=${server.token}`);
		expect(status).toBe(303);
		expect(cookie).toMatch(/HttpOnly; Secure; SameSite=Strict/);
		expect((await ask('/', 'GET', '', { cookie: cookie.split(';')[0] })).body).toContain('page.js');
		await (await socket({ cookie: cookie.split(';')[0] })).close();
		await (await socket({}, `?token=${server.token}`)).close();
		await (await socket({ authorization: `Bearer ${server.token}` })).close();
	});

	it('admits viewers to the studio', async () => {
		const form = { 'content-type': 'application/x-www-form-urlencoded' };
		const send = (next: string): Promise<Answer> =>
			ask('/__handreel/pair', 'POST', `code=${server.code}&next=${encodeURIComponent(next)}`, form);
		const { location, cookie } = await send('/__handreel/studio/');
		expect(location).toBe('/__handreel/studio/');
		expect((await send('https://evil.example/')).location).toBe('/');
		const headers = { cookie: cookie.split(';')[0] };
		expect((await ask('/__handreel/studio/', 'GET', '', headers)).body).toBe('studio /');
		expect((await ask('/__handreel/studio/assets/x.js', 'GET', '', headers)).body).toBe('studio /assets/x.js');
		expect((await ask('/__handreel/studio', 'GET', '', headers)).location).toBe('/__handreel/studio/');
	});

	it('admits the code, and makes a new code after five wrong codes', async () => {
		const form = { 'content-type': 'application/x-www-form-urlencoded' };
		const send = (code: string): Promise<Answer> => ask('/__handreel/pair', 'POST', `code=${code}`, form);
		const { code } = server;
		const wrong = code === '000000' ? '000001' : '000000';
		expect((await send(`${code.slice(0, 3)}+${code.slice(3)}`)).status).toBe(303);
		const answers = await Promise.all(Array.from({ length: 5 }, () => send(wrong)));
		for (const { status, body, cookie } of answers) {
			expect([status, cookie]).toEqual([200, '']);
			expect(body).toContain('This code is wrong');
		}
		expect(codes).toEqual([server.code]);
		expect(server.code).not.toBe(code);
		expect((await send(code)).status).toBe(200);
		expect((await send(server.code)).status).toBe(303);
	});
});
