// A session as a person uses it: commands in a shell, a page that is served, a browser in the background.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PageServer } from '../support/page-server.ts';
import { isLinux, isPosix } from '../support/run-handreel.ts';
import { isRunning, listChildren, SessionKit } from '../support/run-session.ts';
import { EVIL, SHOP } from '../support/session-pages.ts';

const kit = new SessionKit();
let server: PageServer;
beforeAll(async () => {
	server = await PageServer.start({ shop: SHOP, evil: EVIL, empty: '<!doctype html>' });
	await kit.say('open', `${server.origin}/shop`, '--size', '400x300');
});
afterAll(async () => {
	await kit.remove();
	server.close();
});

describe('a session', () => {
	it('lists, clicks, drags and checks objects of the page', async () => {
		const scene = await kit.say('scene', '--color');
		expect(scene).toMatch(/^# 6 objects in three\.js/);
		expect(scene).toContain('- mesh lamp [o1] at -0.6 0 0 #333333');
		expect(await kit.say('click', 'lamp')).toContain("clicked 'lamp'; 2 new messages in the console");
		expect(await kit.say('console')).toMatch(/\| log: hit lamp$/);
		expect(await kit.say('expect', 'lamp', 'toHaveColor', '#ffcc00')).toMatch(/^ok: lamp has the color #ffcc00/);
		await kit.say('drag', 'ball', '[-0.2, -0.4, 0]');
		expect(await kit.say('expect', 'ball', 'toBeNear', '[-0.2, -0.4, 0]', '0.05')).toMatch(/^ok: ball is at/);
		await kit.say('expect', 'ball', 'toHaveMoved', '0.3');
		await kit.say('expect', 'crate', 'toHaveCount', '2');
		await kit.say('expect', 'button', 'toBeVisible', '--not');
	}, 120_000);

	it('explains why something cannot be done, and what is near', async () => {
		expect(await kit.fail('click', 'button')).toMatch(/button is covered by panel .*\(waited/);
		expect(await kit.fail('scene', 'lamb')).toContain("the nearest names are 'lamp'");
		expect(await kit.fail('expect', 'crate', 'toBeVisible')).toMatch(/'crate' matches 2 objects/);
		expect(await kit.fail('expect', 'lamp', 'toHaveMoved', '1')).toMatch(/expect: lamp moved 0\.0 cm/);
		expect(await kit.run('expect', 'lamp', 'toBeVisibel')).toMatchObject({ status: 2 });
		expect(await kit.fail('expect', 'lamp', 'toHaveMoved')).toContain('toHaveMoved takes number');
		expect(await kit.fail('drag', 'ball', '[1, 2')).toContain("',' or ']' is missing");
		expect(await kit.fail('events')).toContain('the page is open without a headset; open it with --xr');
		expect(await kit.fail('open', `${server.origin}/shop`)).toMatch(/the session 'default' is open .*handreel close/);
		expect(await kit.fail('scene', '--name', 'other')).toContain("there is no session 'other'; open are default");
		expect(await kit.run('scene', '--name', '../x')).toMatchObject({ status: 2 });
	}, 120_000);

	it('takes pictures, and does not overwrite a file', async () => {
		await kit.say('screenshot', '--output', 'page.png');
		expect(readSize('page.png')).toEqual([400, 300]);
		await kit.say('screenshot', 'object("crate").nth(1)', '--output', 'crate.png');
		const [width, height] = readSize('crate.png');
		expect(width + height).toBeLessThan(100);
		expect(await kit.fail('screenshot', '--output', 'page.png')).toContain('already exists');
		expect(await kit.fail('screenshot', '--output', 'page.txt')).toContain('ends in .png');
	}, 120_000);

	it('prints JSON for programs', async () => {
		const { objects } = JSON.parse(await kit.say('scene', '--json'));
		expect(objects[0]).toMatchObject({ ref: 'o1', name: 'lamp', type: 'Mesh', isVisible: true });
		expect(JSON.parse(await kit.say('status', '--json'))).toMatchObject({ xr: false, time: null });
	});

	it('marks texts of the page, without characters that control a terminal', async () => {
		expect(await kit.say('status')).toContain('(title, by the page: "Shop \\u202e');
		expect(await kit.say('console', '--errors', '--all')).toContain(
			'\n| error: a red \\u001b[31mline\\n| error: not of the command',
		);
		await kit.say('open', `${server.origin}/evil`, '--name', 'evil');
		const scene = await kit.say('scene', '--name', 'evil');
		// biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
		expect(scene).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/);
		for (const line of scene.split('\n')) expect(line.length).toBeLessThan(240);
		await kit.say('close', '--name', 'evil');
	}, 120_000);
});

describe('handreel repl', () => {
	it('runs lines of a file, and stops at the first that fails', async () => {
		const lines = ['# look', 'scene lamp', '', 'expect lamp toBeVisible', 'clik lamp', 'status'].join('\n');
		const { stdout, stderr, status } = await kit.type(lines, 'repl');
		expect(stdout).toMatch(/mesh lamp[\s\S]*ok: lamp is visible/);
		expect(stdout).not.toContain('steps:');
		expect(stderr).toContain("there is no command 'clik'; the nearest is click");
		expect(status).toBe(1);
		expect(await kit.type('scene lamp\nexit\nstatus\n', 'repl')).toMatchObject({ status: 0, stderr: '' });
		expect(await kit.fail('repl', '--name', 'other')).toContain("there is no session 'other'");
	});
});

describe('the socket of a session', () => {
	it.runIf(isPosix)('is closed to other users', () => {
		const folder = join(kit.folder, 'run');
		expect(statSync(folder).mode & 0o777).toBe(0o700);
		for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o777, file).toBe(0o600);
	});

	it('answers nobody who does not know its secret, and none that speaks another language', async () => {
		const { socket, secret } = kit.record();
		const request = { version: '0.0.0', secret: secret.replace(/./g, '0'), command: 'close', args: {} };
		for (const text of [
			`${JSON.stringify(request)}\n`,
			`${JSON.stringify({ ...request, secret: 5 })}\n`,
			'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n',
			'\n',
			'[]\n',
			'x'.repeat(1_100_000),
		]) {
			expect(await speak(socket, text)).toBe('');
		}
		expect(await kit.say('status')).toContain('real time');
	});

	it('refuses wrong arguments from any client, and continues', async () => {
		const { socket, secret } = kit.record();
		const ask = async (command: string, args: unknown): Promise<{ ok: boolean; error: string }> =>
			JSON.parse(await speak(socket, `${JSON.stringify({ version: '0.0.0', secret, command, args })}\n`));
		expect((await ask('scene', null)).error).toContain('the arguments are not an object');
		expect((await ask('scene', { depht: 1 })).error).toContain("the nearest is 'depth'");
		expect((await ask('scene', { depth: -1 })).error).toContain("'depth' is an integer from 1 to 100");
		expect((await ask('click', {})).error).toContain("'object' is missing");
		expect((await ask('click', { object: 'lamp', button: '__proto__' })).error).toContain('is one of left, right');
		expect((await ask('constructor', {})).error).toContain("there is no command 'constructor'");
		expect((await ask('scene', { __proto__: null, object: 'x'.repeat(30_000) })).error).toContain('1 to 20000');
		expect((await ask('status', {})).ok).toBe(true);
	});

	it('refuses another version, except to look and to close', async () => {
		const path = join(kit.folder, 'run', 'default.json');
		const record = readFileSync(path, 'utf8');
		writeFileSync(path, record.replace(/"version":"[^"]*"/, '"version":"9.9.9"'));
		expect(await kit.fail('scene')).toMatch(/was opened by handreel 9\.9\.9, and this is .*; run 'handreel close'/);
		expect(await kit.say('status')).toContain('real time');
		writeFileSync(path, record);
	});

	it('serves two clients one after the other', async () => {
		const [first, second] = await Promise.all([
			kit.say('expect', 'lamp', 'toBeVisible'),
			kit.say('expect', 'ball', 'toBeVisible'),
		]);
		expect(first).toMatch(/^ok: lamp/);
		expect(second).toMatch(/^ok: ball/);
	});
});

describe('a session that ends', () => {
	const open = async (name: string, ...args: string[]): Promise<number> => {
		await kit.say('open', `${server.origin}/empty`, '--name', name, ...args);
		return kit.record(name).pid;
	};
	const gone = (pid: number): Promise<void> => vi.waitFor(() => expect(isRunning(pid)).toBe(false), 30_000);

	it('by close leaves nothing', async () => {
		const pid = await open('one');
		const children = isLinux ? listChildren(pid) : [];
		expect(await kit.say('close', '--name', 'one')).toContain('closed');
		for (const own of [pid, ...children.map((child) => child.pid)]) await gone(own);
		expect(readdirSync(join(kit.folder, 'run')).filter((file) => file.startsWith('one'))).toEqual([]);
		expect(await kit.fail('close', '--name', 'one')).toContain("there is no session 'one'");
	});

	it('by idleness is explained', async () => {
		await kit.say('open', `${server.origin}/empty`, '--name', 'idle', '--idle', '0.01');
		const ended = /has ended: nobody has used it for 0\.01 s; run/;
		await vi.waitFor(async () => expect(await kit.fail('status', '--name', 'idle')).toMatch(ended), 30_000);
		expect(await kit.fail('scene', '--name', 'idle')).toContain("there is no session 'idle'");
	});

	it.runIf(isLinux).each(['the server', 'the browser', 'the page'])(
		'because %s is killed is explained',
		async (who) => {
			const pid = await open('victim');
			const children = listChildren(pid);
			// A script may have started the browser.
			const browser = children.filter(({ command }) => command.includes('--remote-debugging-pipe')).at(-1)!.pid;
			const page = children.find(({ command }) => command.includes('--type=renderer'))!.pid;
			process.kill(who === 'the server' ? pid : who === 'the browser' ? browser : page, 'SIGKILL');
			for (const own of [pid, browser, page]) await gone(own);
			expect(await kit.fail('scene', '--name', 'victim')).toMatch(
				/(is not running any more|has ended: the (page crashed|browser ended|page was closed)); run 'handreel open URL/,
			);
			await open('victim');
			expect(await kit.say('close', '--name', 'victim')).toContain('closed');
		},
	);

	it('with a stale file is replaced', async () => {
		const path = join(kit.folder, 'run', 'stale.json');
		const socket = join(kit.folder, 'run', 'stale-00000000.sock');
		const record = { name: 'stale', version: '0.0.0', pid: 1, socket, secret: 'x', url: 'y' };
		writeFileSync(path, JSON.stringify(record));
		expect(await kit.say('status')).toContain('real time');
		expect(await kit.fail('scene', '--name', 'stale')).toContain('is not running any more');
		expect(existsSync(path)).toBe(false);
		writeFileSync(path, JSON.stringify(record));
		await open('stale');
		expect(await kit.say('close', '--name', 'stale')).toContain('closed');
		writeFileSync(path, '{');
		await open('stale');
		expect(await kit.say('close', '--name', 'stale')).toContain('closed');
	});

	it('before it is open explains why', async () => {
		expect(await kit.fail('open', `${server.origin}/none.html`, '--name', 'bad')).toContain('status 404');
		expect(await kit.fail('open', 'none.html', '--name', 'bad')).toContain('neither a file nor a URL');
		expect(await kit.fail('open', `${server.origin}/empty`, '--name', 'bad', '--size', '0x0')).toContain('not a size');
		expect(existsSync(join(kit.folder, 'run', 'bad.json'))).toBe(false);
	});
});

function readSize(name: string): [number, number] {
	const bytes = readFileSync(join(kit.folder, name));
	return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

function speak(socket: string, text: string): Promise<string> {
	return new Promise((resolve) => {
		let answer = '';
		const connection = createConnection(socket, () => connection.write(text));
		connection.setEncoding('utf8').on('data', (chunk) => {
			answer += chunk;
		});
		connection.on('error', () => {}).on('close', () => resolve(answer));
	});
}
