import { hideSecrets, parseAddress } from '@handreel/queue';
import { describe, expect, it } from 'vitest';

describe('parseAddress', () => {
	it.each([
		['redis://localhost', 'redis', 'redis://localhost'],
		['redis://:pass@host:6380/2', 'redis', 'redis://host:6380/2'],
		['rediss://user:pass@host', 'redis', 'rediss://host'],
		['postgres://user:pass@host:5432/db', 'postgres', 'postgres://host:5432/db'],
		['postgresql://user:pass@host/db?sslmode=require', 'postgres', 'postgresql://host/db'],
	] as const)('reads %s', (text, engine, label) => {
		expect(parseAddress(text)).toMatchObject({ engine, url: text, label });
	});

	it('refuses other texts without repeating them', () => {
		for (const text of ['http://user:hunter2@host', 'hunter2', 'redis:hunter2', 'redis://user:hunter2@:99999']) {
			expect(() => parseAddress(text)).toThrow(/HANDREEL_QUEUE is not an address of Redis, Valkey or PostgreSQL/);
			expect(() => parseAddress(text)).not.toThrow(/hunter2/);
		}
		for (const text of ['', undefined]) expect(() => parseAddress(text)).toThrow(/set the environment variable/);
	});
});

describe('hideSecrets', () => {
	const address = parseAddress('postgres://admin:a%2Fb%40c@host:5432/db?sslpassword=hunter2&sslmode=on');

	it('replaces the address by its label', () => {
		expect(hideSecrets(`cannot reach ${address.url} now`, address)).toBe('cannot reach postgres://host:5432/db now');
	});

	it('hides user, password and parameters, also decoded', () => {
		const text = 'user "admin" password a/b@c or a%2Fb%40c, sslpassword hunter2';
		expect(hideSecrets(text, address)).toBe('user "•••" password ••• or •••, sslpassword •••');
	});

	it('leaves short values that are not passwords, which other words contain', () => {
		expect(hideSecrets('connection lost', address)).toBe('connection lost');
		expect(hideSecrets('a pw', parseAddress('redis://:pw@host'))).toBe('a •••');
	});
});
