// The tools as a client of the SDK calls them: pages, files, and arguments of all kinds.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { OPEN, SESSION_COMMANDS } from '../../src/session/commands.ts';
import { McpKit } from '../support/mcp-client.ts';
import { PageServer } from '../support/page-server.ts';
import { isLinux, isPosix, recorded } from '../support/run-handreel.ts';
import { isRunning, listChildren } from '../support/run-session.ts';
import { SHOP } from '../support/session-pages.ts';

const WORKBENCH = join(root, 'examples', 'workbench');
const folder = mkdtempSync(join(tmpdir(), 'hr-mcp-'));
const allowed = join(folder, 'recordings');
const outside = join(folder, 'outside');
let server: PageServer;
let kit: McpKit;
beforeAll(async () => {
	for (const path of [allowed, outside]) mkdirSync(path);
	const recording = readFileSync(recorded('mrtk-2.8.3-n033'));
	writeFileSync(join(allowed, 'one.bin'), recording);
	writeFileSync(join(outside, 'secret.bin'), recording);
	const [page, code] = ['index.html', 'app.js'].map((name) => readFileSync(join(WORKBENCH, 'app', name), 'utf8'));
	server = await PageServer.start({ shop: SHOP, bench: page!, 'app.js': code! });
	kit = await McpKit.start([allowed], folder);
});
afterAll(async () => {
	await kit.close();
	server.close();
	rmSync(folder, { recursive: true, force: true });
});

describe('the tools', () => {
	it('are the commands, with schemas of their parameters', async () => {
		const { tools } = await kit.client.listTools();
		const files = ['info', 'check', 'measure', 'describe', 'index', 'query', 'convert', 'plot'];
		expect(tools.map(({ name }) => name)).toEqual([OPEN.name, ...SESSION_COMMANDS.map(({ name }) => name), ...files]);
		const open = tools.find(({ name }) => name === 'open')!;
		expect(open.inputSchema).toMatchObject({
			type: 'object',
			required: ['url'],
			additionalProperties: false,
			properties: { xr: { type: 'boolean' }, timeout: { type: 'number', minimum: 1, default: 30 } },
		});
		// About 2,500 tokens.
		expect(JSON.stringify(tools).length).toBeLessThan(13_000);
	});

	it('open a page, act in it, and write a test', async () => {
		expect(await kit.fail('scene')).toBe('no page is open; use open');
		await kit.say('open', { url: `${server.origin}/bench`, xr: true });
		expect(await kit.say('scene', { object: 'bench' })).toContain('mesh drawer');
		const script = 'right.reach("drawer/handle").pinch().moveTo([-0.25, 0.86, -0.21]).release()';
		expect(await kit.say('do', { script })).toMatch(/bench\/drawer moved 0\.19/);
		await kit.say('expect', { object: 'drawer', check: 'toHaveMoved', values: ['0.19'] });
		expect(await kit.fail('expect', { object: 'drawer', check: 'toHaveMoved', values: ['1'] })).toContain('19.8 cm');
		const { picture } = await kit.call('screenshot', { eye: 'side' });
		expect(picture?.subarray(1, 4).toString()).toBe('PNG');
		expect(await kit.say('test', { file: 'drawer.spec.ts' })).toContain(join(allowed, 'drawer.spec.ts'));
		expect(readFileSync(join(allowed, 'drawer.spec.ts'), 'utf8')).toContain('toHaveMoved(0.19)');
		await kit.say('save', { file: 'take.reel' });
		expect(await kit.say('info', { path: 'take.reel' })).toContain('reel');
		// Another page takes the place of the first.
		await kit.say('open', { url: `${server.origin}/shop` });
		expect(await kit.fail('click', { object: 'button' })).toContain('covered by panel');
		await kit.say('close');
		expect(await kit.fail('scene')).toContain('no page is open');
	}, 240_000);

	it('refuse wrong, missing and hostile arguments, and continue', async () => {
		await kit.say('open', { url: `${server.origin}/shop` });
		const wrong: [string, Record<string, unknown>, RegExp][] = [
			['open', {}, /'url' is missing/],
			['open', { url: 5 }, /'url' is a text/],
			['open', { url: 'javascript:alert(1)' }, /outside of|no such file|not/],
			['open', { url: 'file:///etc/passwd' }, /outside of the allowed folders/],
			['open', { url: `${server.origin}/shop`, recording: '/etc/passwd' }, /outside of the allowed folders/],
			['open', { url: `${server.origin}/shop`, chromium: '/bin/sh' }, /there is no argument 'chromium'/],
			['open', { url: `${server.origin}/shop`, timeout: 1e9 }, /'timeout' is a number from 1 to 600/],
			['scene', { depth: '2' }, /'depth' is an integer/],
			['scene', { object: '' }, /'object' is a text/],
			['click', { object: { toString: 'x' } }, /'object' is a text/],
			['click', { object: 'lamp', button: 'constructor' }, /is one of left, right, middle/],
			['do', { script: 'right.wave()' }, /open it with --xr/],
			['do', { script: 'x'.repeat(1_000_000) }, /1 to 20000 characters/],
			['expect', { object: 'lamp', check: 'toString' }, /is one of toBeVisible/],
			['expect', { object: 'lamp', check: 'toHaveMoved', values: [1] }, /list of at most 20 texts/],
			['save', { file: '../x.reel' }, /outside of the allowed folders/],
			['test', { file: join(outside, 'x.spec.ts') }, /outside of the allowed folders/],
			['test', { file: 'x.sh' }, /ends in \.ts/],
			['info', { path: 'one.bin\0' }, /is a path/],
			['info', { path: '--help' }, /no such file/],
		];
		for (const [name, args, problem] of wrong) expect(await kit.fail(name, args), name).toMatch(problem);
		await expect(kit.client.callTool({ name: 'nothing', arguments: {} })).rejects.toThrow(/nothing/);
		expect(await kit.say('scene')).toContain('mesh lamp');
		await kit.say('close');
	}, 240_000);
});

describe('tools for files', () => {
	it('read recordings, search folders, convert and plot', async () => {
		expect(await kit.say('info', { path: 'one.bin' })).toContain('one.bin');
		expect(await kit.say('measure', { path: join(allowed, 'one.bin') })).toMatch(/speed/i);
		await kit.say('describe', { path: 'one.bin' });
		await kit.call('check', { path: '.' });
		await kit.say('convert', { path: 'one.bin', output: 'new/one.json' });
		expect(existsSync(join(allowed, 'new', 'one.json'))).toBe(true);
		expect(await kit.fail('convert', { path: 'one.bin', output: 'one.xyz' })).toMatch(/xyz/);
		const { picture } = await kit.call('plot', { path: 'one.bin' });
		expect(picture?.subarray(1, 4).toString()).toBe('PNG');
		await kit.say('index', { path: '.' });
		expect(await kit.say('query', { sql: 'SELECT count(*) AS n FROM catalog', path: '.' })).toMatch(/^n\r?\n\d/);
		expect(await kit.fail('query', { sql: "SELECT * FROM read_text('/etc/passwd')", path: '.' })).toMatch(/.+/);
	}, 120_000);

	it.runIf(isPosix)(
		'reach nothing outside of the folders, also not by links',
		async () => {
			symlinkSync(outside, join(allowed, 'folder-link'));
			symlinkSync(join(outside, 'secret.bin'), join(allowed, 'link.bin'));
			symlinkSync(join(outside, 'new.bin'), join(allowed, 'write-link.bin'));
			for (const path of [
				join(outside, 'secret.bin'),
				'../outside/secret.bin',
				'folder-link/secret.bin',
				'link.bin',
				'../recordings-2',
				'/',
				'..',
			]) {
				for (const name of ['info', 'check', 'measure', 'describe', 'plot'])
					expect(await kit.fail(name, { path }), `${name} ${path}`).toContain('outside of the allowed folders');
			}
			expect(await kit.fail('check', { path: '.' })).toContain('a link that leads out of the allowed folders');
			expect(await kit.fail('convert', { path: 'one.bin', output: 'write-link.bin' })).toContain('not written through');
			expect(await kit.fail('convert', { path: 'one.bin', output: 'folder-link/x.bin' })).toContain('outside of');
			expect(await kit.fail('convert', { path: 'one.bin', output: '../outside/x.bin' })).toContain('outside of');
			expect(existsSync(join(outside, 'new.bin')) || existsSync(join(outside, 'x.bin'))).toBe(false);
		},
		120_000,
	);

	it('are not offered without a folder', async () => {
		const bare = await McpKit.start([], folder);
		const { tools } = await bare.client.listTools();
		expect(tools.map(({ name }) => name)).not.toContain('info');
		expect(await bare.fail('open', { url: 'recordings/one.bin' })).toContain('no folder is allowed');
		await bare.close();
	});
});

describe.runIf(isLinux)('a server', () => {
	it.each(['leaves', 'is killed'])(
		'because it %s ends with its browser',
		async (how) => {
			const own = await McpKit.start([], folder);
			const pid = own.transport.pid!;
			await own.say('open', { url: `${server.origin}/shop` });
			const all = [pid, ...listChildren(pid).map((child) => child.pid)];
			expect(all.length).toBeGreaterThan(2);
			if (how === 'whose client leaves') await own.close();
			else process.kill(pid, 'SIGKILL');
			await vi.waitFor(() => expect(all.filter(isRunning)).toEqual([]), 30_000);
		},
		120_000,
	);

	it('whose page is killed reports it, and opens another', async () => {
		await kit.say('open', { url: `${server.origin}/shop` });
		const page = listChildren(kit.transport.pid!).find(({ command }) => command.includes('--type=renderer'))!;
		process.kill(page.pid, 'SIGKILL');
		await vi.waitFor(
			async () => expect(await kit.fail('scene')).toContain('is not open any more: the page crashed; use open'),
			30_000,
		);
		await kit.say('open', { url: `${server.origin}/shop` });
		expect(await kit.say('scene')).toContain('mesh lamp');
	}, 120_000);
});
