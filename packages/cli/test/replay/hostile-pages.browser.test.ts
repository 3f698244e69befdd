import { spawnSync } from 'node:child_process';
// Pages that attack the command that replays into them.
import { chmodSync, copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { decodeReel } from '@handreel/core/reel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../../../scripts/browser.mjs';
import { root } from '../../../../scripts/workspace.mjs';
import { framePage } from '../support/page-server.ts';
import { createScratch, isLinux, isPosix, MAIN, type Outcome } from '../support/run-handreel.ts';
import { startInTurn } from '../support/start-in-turn.ts';

const SMALL = ['--size', '200x120', '--at', '0.2'];
const CANARY = 'the secret of somebody else';

const scratch = createScratch();
const { path } = scratch;
afterAll(() => scratch.remove());

beforeAll(() => {
	copyFileSync(join(root, 'examples', 'grab', 'tests', 'grab.bin'), path('grab.bin'));
	mkdirSync(path('site'));
	writeFileSync(path('secret.txt'), CANARY);
	writeFileSync(path('site', '.hidden'), CANARY);
	writeFileSync(path('site', 'own.js'), "export const text = 'a module';");
	if (isPosix) symlinkSync(path('secret.txt'), path('site', 'link.txt'));
});

async function replay(page: string, ...args: string[]): Promise<Outcome> {
	const call = [MAIN, 'replay', 'grab.bin', '--url', page, ...SMALL, '--json', ...args];
	return startInTurn(process.execPath, call, scratch.folder);
}

describe.concurrent('a page that is a file', () => {
	it('reads the files of its folder, and no others, by no way', async () => {
		const secret = pathToFileURL(path('secret.txt')).href;
		const addresses = [
			secret,
			pathToFileURL('/etc/hostname').href,
			'../secret.txt',
			'/../secret.txt',
			'/..%2fsecret.txt',
			'/%2e%2e/secret.txt',
			'/..%5csecret.txt',
			`/${encodeURIComponent(path('secret.txt'))}`,
			'/x/%2e%2e%2f%2e%2e%2fsecret.txt',
			'link.txt',
			'.hidden',
			'/',
			'/own.js%00',
		];
		const code = `
			const tell = (way, address, text) => console.error('READ', way, address, text);
			const load = (address) => new Promise((resolve) => {
				const request = new XMLHttpRequest();
				request.onload = () => resolve(request.status < 400 ? request.responseText : null);
				request.onerror = () => resolve(null);
				try { request.open('GET', address); request.send(); } catch { resolve(null); }
			});
			const embed = (address) => new Promise((resolve) => {
				const frame = document.body.appendChild(document.createElement('iframe'));
				frame.onload = () => { try { resolve(frame.contentDocument?.body.textContent ?? null); } catch { resolve(null); } };
				// Chromium reports nothing for an address that it refuses. The page's time is that of its frames.
				setTimeout(() => resolve(null), 100);
				frame.src = address;
			});
			tell('import', 'own.js', (await import('./own.js')).text);
			for (const address of ${JSON.stringify(addresses)}) {
				const answer = await fetch(address).catch(() => null);
				if (answer?.ok) tell('fetch', address, await answer.text());
				const text = await load(address);
				if (text) tell('XMLHttpRequest', address, text);
				const embedded = await embed(address);
				if (embedded) tell('iframe', address, embedded);
			}
			tell('end', location.protocol, isSecureContext);`;
		writeFileSync(
			path('site', 'reader page.html'),
			`<!doctype html><body><script type="module">${code} navigator.xr.requestSession('immersive-vr');</script>`,
		);
		const { status, stdout } = await replay(`${pathToFileURL(path('site', 'reader page.html')).href}?a=1#b`);
		expect(stdout).not.toContain(CANARY);
		const { consoleErrors, url, error } = JSON.parse(stdout);
		const reads = consoleErrors.filter((text: string) => text.startsWith('READ'));
		expect({ status, error, reads }).toEqual({
			status: 0,
			error: null,
			reads: ['READ import own.js a module', 'READ end http: true'],
		});
		// As it was given, not the address of a server that is gone.
		expect(url).toBe(`${pathToFileURL(path('site', 'reader page.html')).href}?a=1#b`);
		expect(JSON.stringify(consoleErrors)).not.toContain('127.0.0.1');
	});

	it('is not found if it is missing, a folder or a pipe', async () => {
		for (const [name, reason] of [
			['none.html', 'no such file or folder'],
			['site', 'not a file'],
		] as const) {
			const { status, stderr } = await replay(pathToFileURL(path(name)).href);
			expect({ status, stderr }).toEqual({ status: 1, stderr: `handreel: ${path(name)}: ${reason}\n` });
		}
	});
});

describe.concurrent('a page that lies', () => {
	it('cannot make a trace endless: there are no more frames than the replay has', async () => {
		const page = framePage(`if (frame === 2) {
			const { read } = handreel.trace;
			handreel.trace.read = () => read.call(handreel.trace, 0, 2);
		}`);
		writeFileSync(path('more.html'), page);
		const { status, stdout } = await replay('more.html', '--trace', 'more.reel');
		expect({ status, ...JSON.parse(stdout) }).toMatchObject({ status: 0, error: null });
		const trace = decodeReel(readFileSync(path('more.reel')));
		expect(trace.info).toMatchObject({ application: pathToFileURL(path('more.html')).href });
		expect(trace.duration).toBeLessThan(1);
	});

	it('sends events once, and not more than a replay can have', async () => {
		const flood = (count: number): string =>
			framePage(`if (frame === 2) for (let i = 0; i < ${count}; i++)
				handreel.driver.events.push({ type: 'fake', time: frame, reason: 'x'.repeat(10) });`);
		writeFileSync(path('many.html'), flood(200_000));
		writeFileSync(path('too-many.html'), flood(400_000));
		const [many, tooMany] = await Promise.all([replay('many.html'), replay('too-many.html')]);
		expect({ status: many.status, events: JSON.parse(many.stdout).events }).toMatchObject({
			status: 0,
			events: { fake: 200_000 },
		});
		expect(tooMany.status).toBe(1);
		expect(tooMany.stderr).toContain('handreel: the page has more than 300000 events\n');
	});

	it('has texts that are cut', async () => {
		const page = framePage(`if (frame === 2) {
			document.title = 'x'.repeat(1e6);
			console.error('y'.repeat(1e6));
			setTimeout(() => { throw new Error('z'.repeat(1e6)); });
		}`);
		writeFileSync(path('long.html'), page);
		const { status, stdout, stderr } = await replay('long.html');
		expect(status).toBe(1);
		expect(stdout.length + stderr.length).toBeLessThan(50_000);
	});
});

describe.runIf(isLinux)('the sandbox of Chromium', () => {
	// Writes how it was started, and starts Chromium.
	const wrap = (name: string, refuse: string): void => {
		const script = `#!/bin/sh\necho "$@" >> '${path(`${name}.log`)}'\n${refuse}\nexec '${findChromium()}' "$@"\n`;
		writeFileSync(path(name), script);
		chmodSync(path(name), 0o755);
		writeFileSync(path(`${name}.log`), '');
		chmodSync(path(`${name}.log`), 0o666);
	};
	const readStarts = (name: string): boolean[] =>
		readFileSync(path(`${name}.log`), 'utf8')
			.trimEnd()
			.split('\n')
			.map((line) => !line.includes('--no-sandbox'));
	const NOTICE = /^handreel: Chromium runs without its sandbox, because .*; open only pages that you trust$/m;
	// Root has none.
	const user = process.geteuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
	// Another user has no way into a clone in a private folder.
	const hasAccess = spawnSync(process.execPath, ['-e', 'fs.accessSync(process.argv[1])', MAIN], user).status === 0;
	const run = (name: string, options: object): Outcome => {
		writeFileSync(path('plain.html'), framePage(''));
		const env = { ...process.env, HOME: path('home'), TMPDIR: path('home') };
		mkdirSync(path('home'), { recursive: true });
		chmodSync(path('home'), 0o777);
		chmodSync(scratch.folder, 0o755);
		const call = ['replay', 'grab.bin', '--url', 'plain.html', '--chromium', path(name), ...SMALL, '--quiet'];
		return scratch.runWith({ env, ...options }, ...call);
	};

	it.runIf(hasAccess)('is on', () => {
		wrap('browser', '');
		const { status, stderr } = run('browser', user);
		expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
		expect(readStarts('browser')).toEqual([true]);
	});

	it.runIf(hasAccess)('is off only where the system has none, and the command reports it', () => {
		const refusal = 'FATAL: No usable sandbox! If you are running on Ubuntu 23.10+ …';
		wrap('strict', `case "$*" in *--no-sandbox*) ;; *) echo '${refusal}' >&2; exit 1;; esac`);
		const { status, stderr } = run('strict', user);
		expect(status).toBe(0);
		expect(stderr).toMatch(NOTICE);
		expect(readStarts('strict')).toEqual([true, false]);
		// A browser that does not start for another reason is not started again.
		wrap('broken', 'echo "no display" >&2; exit 1');
		expect(run('broken', user)).toMatchObject({ status: 1, stderr: expect.stringContaining('could not be started') });
		expect(readStarts('broken')).toEqual([true]);
	});

	it.runIf(process.geteuid?.() === 0)('is off for root, whom Chromium refuses it', () => {
		wrap('root', '');
		expect(run('root', {}).stderr).toMatch(NOTICE);
		expect(readStarts('root')).toEqual([false]);
	});
});
