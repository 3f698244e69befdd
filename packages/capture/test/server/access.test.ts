import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CaptureServer, startServer } from '../../src/server/capture-server.ts';
import { createCertificate } from '../../src/server/certificate.ts';
import { CodeGate } from '../../src/server/code-gate.ts';
import type { ServeStudio } from '../../src/server/router.ts';
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
	let locked = 0;
	beforeAll(async () => {
		const folder = scratch();
		const options = {
			folder,
			assets: folder,
			certificate: await createCertificate(['localhost'], scratch()),
			studio: ((_, response, path) => void response.end(`studio ${path}`)) satisfies ServeStudio,
			onCodesLocked: () => void locked++,
		};
		// Wrong codes take a second, which no test waits for.
		server = await startServer(options, { wait: () => Promise.resolve() });
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

	const form = { 'content-type': 'application/x-www-form-urlencoded' };
	const sendCode = (code: string): Promise<Answer> => ask('/__handreel/pair', 'POST', `code=${code}`, form);
	const wrongCode = (): string => (server.code === '000000' ? '000001' : '000000');

	it('admits the code, with spaces, as often as it is typed', async () => {
		const { code } = server;
		expect((await sendCode(`${code.slice(0, 3)}+${code.slice(3)}`)).status).toBe(303);
		const { status, body, cookie } = await sendCode(wrongCode());
		expect([status, cookie]).toEqual([200, '']);
		expect(body).toContain('This code is wrong');
		expect((await sendCode(code)).status).toBe(303);
		expect(server.code).toBe(code);
	});

	it('refuses all codes after ten wrong ones, however many come at once, until there is a new code', async () => {
		const code = server.renewCode();
		const body = `code=${wrongCode()}`;
		const one = `POST /__handreel/pair HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
		const answers: string[] = [];
		for (let round = 0; round < 2; round++) {
			const flood = Array.from({ length: 100 }, () => pipeline(server.port, one, 150));
			answers.push(...(await Promise.all(flood)).flatMap((text) => text.match(/role="alert">[^<]*/g) ?? []));
		}
		expect(answers).toHaveLength(30_000);
		expect(answers.filter((text) => text.includes('This code is wrong'))).toHaveLength(10);
		expect([locked, server.code]).toEqual([1, code]);
		const refused = await sendCode(code);
		expect([refused.status, refused.cookie]).toEqual([200, '']);
		expect(refused.body).toContain('Make a new code in the terminal');
		// The token is not a code.
		expect((await ask(`/__handreel/pair?token=${server.token}`)).status).toBe(303);
		const renewed = server.renewCode();
		expect((await sendCode(renewed)).status).toBe(303);
	});
});

/** Sends a request many times without waiting for answers. Resolves with all answers. */
async function pipeline(port: number, text: string, count: number): Promise<string> {
	const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
	await once(socket, 'secureConnect');
	socket.write(text.repeat(count));
	let received = '';
	let left = count;
	for await (const data of socket as AsyncIterable<Buffer>) {
		const start = Math.max(0, received.length - '</html>'.length + 1);
		received += data.toString();
		left -= received.slice(start).split('</html>').length - 1;
		if (left === 0) break;
	}
	return received;
}

describe('a code', () => {
	it('is judged when the one before it has taken its second', async () => {
		const releases: (() => void)[] = [];
		const wait = (): Promise<void> => new Promise((resolve) => releases.push(resolve));
		const gate = new CodeGate({ onLocked: () => {}, wait });
		const wrong = gate.code === '000000' ? '000001' : '000000';
		const answers: string[] = [];
		const checks = [wrong, wrong, gate.code].map((code) => gate.check(code).then((text) => answers.push(text)));
		const busy = Array.from({ length: 13 }, () => gate.check(wrong));
		expect(await gate.check(gate.code)).toBe('busy');
		while (releases.length < 1) await Promise.resolve();
		expect(answers).toEqual([]);
		releases[0]!();
		while (releases.length < 2) await Promise.resolve();
		expect(answers).toEqual(['wrong']);
		releases[1]!();
		await Promise.all(checks);
		expect(answers).toEqual(['wrong', 'wrong', 'right']);
		while (gate.isLocked === false) {
			await Promise.resolve();
			releases.at(-1)!();
		}
		releases.at(-1)!();
		expect((await Promise.all(busy)).filter((text) => text === 'wrong')).toHaveLength(8);
	});

	it('without six digits is not a guess', async () => {
		const gate = new CodeGate({ onLocked: () => {}, wait: () => Promise.resolve() });
		for (let i = 0; i < 20; i++) expect(await gate.check(['', '12345', 'abcdef', '1234567'][i % 4]!)).toBe('wrong');
		expect(await gate.check(gate.code)).toBe('right');
	});
});
