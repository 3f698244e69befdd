import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { findPolicyProblem } from '../../src/proxy/check-policy.ts';
import { injectScript } from '../../src/proxy/inject-script.ts';
import { type CaptureServer, startCaptureServer } from '../../src/server/capture-server.ts';
import { useScratch } from '../support/scratch.ts';

const SCRIPT = '<script src="/__handreel/record.js"></script>';

describe('the recorder', () => {
	it.each([
		[
			'<!doctype html><html><head><title>x</title></head></html>',
			`<!doctype html><html><head>${SCRIPT}<title>x</title></head></html>`,
		],
		['<HEAD lang="en"><script>a</script>', `<HEAD lang="en">${SCRIPT}<script>a</script>`],
		['<!DOCTYPE html>\n<p>x', `<!DOCTYPE html>${SCRIPT}\n<p>x`],
		['<header>x</header>', `${SCRIPT}<header>x</header>`],
	])('comes before the first script of %s', (html, expected) => {
		expect(injectScript(html)).toBe(expected);
	});

	it.each([
		["default-src 'self'", null],
		["script-src 'self' 'unsafe-inline'; connect-src *", null],
		["img-src 'none'", null],
		["default-src 'none'; script-src 'self'", "default-src 'none' does not allow 'self'"],
		["script-src 'nonce-abc'", "script-src 'nonce-abc' does not allow 'self'"],
		[
			"script-src 'self' 'strict-dynamic' 'nonce-abc'",
			"script-src 'self' 'strict-dynamic' 'nonce-abc' does not allow 'self'",
		],
		["default-src 'self', script-src 'none'", "script-src 'none' does not allow 'self'"],
	])('respects the policy %s', (policy, problem) => {
		expect(findPolicyProblem([policy], '')).toBe(problem);
		expect(
			findPolicyProblem([], `<meta http-equiv="Content-Security-Policy" content="${policy.split(',')[1] ?? policy}">`),
		).toBe(problem);
	});
});

describe('a page', () => {
	// Quadratic reading takes minutes for these.
	it.each([
		'<meta ',
		'<meta http-equiv=',
		'<head ',
		'<html ',
		'<!doctype ',
		'<script>',
		'<!--',
		'<a b="',
		"<a b='",
		'<',
		'< ',
		'<a =',
		'=',
	])('of 3 MB that repeats %s is read once', (text) => {
		const html = text.repeat(3e6 / text.length);
		expect(findPolicyProblem([], html)).toBeNull();
		expect(injectScript(html)).toHaveLength(html.length + SCRIPT.length);
	});

	it.each([' ', '\n', '/', '= ', '=', 'a '])('whose tag repeats %j is read once', (text) => {
		const tag = `<head a${text.repeat(2e5)}>`;
		expect(injectScript(`${tag}<script>`)).toBe(`${tag}${SCRIPT}<script>`);
	});

	it('has tags in quoted values, comments and scripts that are not tags', () => {
		const policy = `<meta http-equiv='CONTENT-SECURITY-POLICY' title="a>b" content="script-src 'none'">`;
		expect(findPolicyProblem([], policy)).toBe("script-src 'none' does not allow 'self'");
		for (const html of [
			`<!-- ${policy} -->`,
			`<script>"${policy}"</script>`,
			`<p title="${policy.replaceAll('"', '')}">`,
		])
			expect(findPolicyProblem([], html), html).toBeNull();
		expect(findPolicyProblem([], `<!-- --><script></script>${policy}`)).not.toBeNull();
		expect(injectScript('<!-- <head> --><html lang="a>b"><head>x')).toBe(
			`<!-- <head> --><html lang="a>b"><head>${SCRIPT}x`,
		);
		expect(injectScript('<!doctype html><body><head>')).toBe(`<!doctype html>${SCRIPT}<body><head>`);
	});
});

describe('a proxied server', () => {
	const scratch = useScratch();
	let target: Server;
	let server: CaptureServer;
	let base = '';
	const blocked: string[] = [];
	const seen: Record<string, string | undefined>[] = [];
	beforeAll(async () => {
		target = createServer((request, response) => {
			seen.push({ origin: request.headers.origin, host: request.headers.host, cookie: request.headers.cookie });
			const { url = '' } = request;
			if (url === '/gzip') {
				response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip', etag: '"x"' });
				response.end(gzipSync('<head></head>ünï'));
			} else if (url === '/strict') {
				response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': "script-src 'none'" });
				response.end('<head></head>');
			} else if (url === '/echo') request.pipe(response);
			else if (url === '/moved') {
				response.writeHead(302, { location: `http://localhost:${(target.address() as AddressInfo).port}/gzip` });
				response.end();
			} else {
				response.writeHead(200, { 'content-type': 'text/javascript' });
				response.end('<head>');
			}
		});
		const sockets = new WebSocketServer({ server: target });
		sockets.on('connection', (socket) =>
			socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary })),
		);
		await new Promise<void>((resolve) => target.listen(0, 'localhost', resolve));
		const folder = scratch();
		server = await startCaptureServer({
			folder,
			assets: folder,
			proxy: new URL(`http://localhost:${(target.address() as AddressInfo).port}`),
			proxyEvents: { blocked: (path, reason) => blocked.push(`${path}: ${reason}`) },
		});
		base = `http://localhost:${server.port}`;
	});
	afterAll(async () => {
		await server.close();
		target.close();
		target.closeAllConnections();
	});

	it('has the recorder in its pages and nowhere else', async () => {
		const page = await fetch(`${base}/gzip`);
		expect(await page.text()).toBe(`<head>${SCRIPT}</head>ünï`);
		expect(page.headers.get('etag')).toBeNull();
		expect(await (await fetch(`${base}/main.js`)).text()).toBe('<head>');
		expect(await (await fetch(`${base}/echo`, { method: 'POST', body: 'x'.repeat(100_000) })).text()).toHaveLength(
			100_000,
		);
		expect(await (await fetch(`${base}/moved`)).text()).toContain(SCRIPT);
	});

	it('keeps its policy, and the proxy warns that the page is not recorded', async () => {
		const page = await fetch(`${base}/strict`);
		expect(await page.text()).toBe('<head></head>');
		expect(page.headers.get('content-security-policy')).toBe("script-src 'none'");
		expect(blocked).toEqual(["/strict: script-src 'none' does not allow 'self'"]);
	});

	it('sees its own host and origin, but the origin of a foreign page', async () => {
		const { port } = target.address() as AddressInfo;
		await fetch(`${base}/x`, { headers: { origin: base } });
		await fetch(`${base}/x`, { headers: { origin: 'https://evil.example' } });
		expect(seen.slice(-2)).toMatchObject([
			{ origin: `http://localhost:${port}`, host: `localhost:${port}` },
			{ origin: 'https://evil.example' },
		]);
	});

	it('has its WebSockets, as for hot reload', async () => {
		const socket = new WebSocket(`${base.replace('http', 'ws')}/hot`);
		await new Promise((resolve) => socket.once('open', resolve));
		const answered = new Promise<Buffer>((resolve) => socket.once('message', resolve));
		socket.send('reload');
		expect((await answered).toString()).toBe('reload');
		socket.terminate();
	});

	it('that does not answer causes an error that names the reason', async () => {
		const folder = scratch();
		const dead = await startCaptureServer({ folder, assets: folder, proxy: new URL('http://localhost:9') });
		const response = await fetch(`http://localhost:${dead.port}/`);
		expect(response.status).toBe(502);
		expect(await response.text()).toContain('http://localhost:9 does not answer');
		await dead.close();
	});
});
