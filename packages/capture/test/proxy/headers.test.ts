// What a development server gets, and what it can change.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { toClient, toTarget } from '../../src/proxy/headers.ts';
import { Access } from '../../src/server/access.ts';

const target = new URL('http://localhost:5173');
const TOKEN = 'abcDEF_-123';
const host = '192.168.1.20:4160';
const send = (url: string, headers: IncomingHttpHeaders = {}): ReturnType<typeof toTarget> =>
	toTarget({ url, headers: { host, ...headers } } as IncomingMessage, target, TOKEN);

it.each([
	[`/?token=${TOKEN}`, '/'],
	[`/a?x=1&token=${TOKEN}&y=%20?`, '/a?x=1&y=%20?'],
	[`/a?%74oken=${TOKEN.replace('a', '%61')}`, '/a'],
	[`/a?token=${TOKEN}&token=other`, '/a?token=other'],
	['/a?token=other&b', '/a?token=other&b'],
	['/a?', '/a?'],
])('gets the path %s as %s', (path, expected) => {
	expect(send(path).path).toBe(expected);
});

it('gets no cookie and no header with the token, but those of the application', () => {
	const { headers } = send('/', { authorization: `Bearer ${TOKEN}`, cookie: `handreel-capture=${TOKEN}` });
	expect(JSON.stringify(headers)).not.toContain(TOKEN);
	expect(
		send('/', { authorization: 'Bearer other', cookie: `a=1; handreel-capture=${TOKEN}; b=2` }).headers,
	).toMatchObject({
		authorization: 'Bearer other',
		cookie: 'a=1; b=2',
	});
});

it('gets the pages of foreign origins as they are, and our own as its own', () => {
	const referer = (text: string): unknown => send('/', { referer: text }).headers.referer;
	expect(referer('https://evil.example/page?a')).toBe('https://evil.example/page?a');
	expect(referer('nonsense')).toBe('nonsense');
	expect(referer(`https://${host}/page?a=1&token=${TOKEN}`)).toBe('http://localhost:5173/page?a=1');
	expect(send('/').headers.referer).toBeUndefined();
});

it('gets no header that `Connection` names, but those that end a message', () => {
	const { headers } = send('/', {
		connection: 'close, X-Secret,content-length, host',
		'x-secret': '1',
		'x-other': '2',
		'content-length': '5',
		upgrade: 'h2c',
		te: 'trailers',
	});
	expect(headers).toEqual({ host: 'localhost:5173', 'x-forwarded-host': host, 'x-other': '2', 'content-length': '5' });
	expect(toClient({ connection: 'x-secret', 'x-secret': '1', etag: 'x' }, target)).toEqual({ etag: 'x' });
});

it('cannot set our cookie, and one of its name for another path does not hide it', () => {
	const own = ['handreel-capture=x; Path=/', ' handreel-capture = x', '=handreel-capture=x', 'handreel-capture'];
	const others = ['a=handreel-capture', 'handreel-captures=1', 'b=2; Path=/handreel-capture='];
	expect(toClient({ 'set-cookie': [...own, ...others] }, target)['set-cookie']).toEqual(others);
	expect(toClient({ 'set-cookie': own }, target)).toEqual({});
	const access = new Access({ hosts: ['localhost'], isGuarded: true });
	const [cookie] = access.cookie.split(';');
	expect(access.hasToken({ headers: { cookie: `handreel-capture=x; ${cookie}` } } as IncomingMessage)).toBe(true);
	expect(access.hasToken({ headers: { cookie: 'handreel-capture=x; a=1' } } as IncomingMessage)).toBe(false);
});

it('sends browsers to its own pages through the proxy, and nowhere else', () => {
	const location = (text: string): unknown => toClient({ location: text }, target).location;
	expect(location('http://localhost:5173/a?b')).toBe('/a?b');
	expect(location('http://localhost:5173')).toBe('/');
	expect(location('http://localhost:51730/a')).toBe('http://localhost:51730/a');
	expect(location('https://x.example/?to=http://localhost:5173/')).toBe('https://x.example/?to=http://localhost:5173/');
});
