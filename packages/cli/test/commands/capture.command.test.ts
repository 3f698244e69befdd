// The built command as a server in a separate process, with faults.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { expectTake } from '../../../capture/test/support/expect-take.ts';
import { makeTake, takeId } from '../../../capture/test/support/made-take.ts';
import { TestClient } from '../../../capture/test/support/socket-headset.ts';
import { listLanAddresses } from '../../src/capture/addresses.ts';
import { createScratch, isPosix, MAIN } from '../support/run-handreel.ts';

const scratch = createScratch();
afterAll(() => scratch.remove());

interface Running {
	readonly child: ChildProcessWithoutNullStreams;
	readonly events: Record<string, unknown>[];
	/** Waits for an event. */
	readonly next: (name: string) => Promise<Record<string, unknown>>;
	readonly socket: string;
	readonly stderr: () => string;
}

const running: ChildProcessWithoutNullStreams[] = [];
afterEach(async () => {
	for (const child of running.splice(0)) {
		if (child.exitCode !== null || child.signalCode !== null) continue;
		const exit = once(child, 'exit');
		child.kill('SIGKILL');
		await exit;
	}
});

/** Starts `handreel capture --json` and waits until it listens. */
async function start(
	args: readonly string[],
	env: Readonly<Record<string, string>> = {},
	shell?: string,
): Promise<Running> {
	const command = [process.execPath, MAIN, 'capture', '--json', '--port', '0', ...args];
	const [program = '', ...rest] = shell === undefined ? command : ['sh', '-c', `${shell}; exec "$@"`, 'sh', ...command];
	// Without adb, unless a test has its own.
	const child = spawn(program, rest, {
		cwd: scratch.folder,
		env: { ...process.env, PATH: '/nowhere:/bin:/usr/bin', ...env },
	});
	running.push(child);
	const events: Record<string, unknown>[] = [];
	let wake = (): void => {};
	let stderr = '';
	child.stderr.on('data', (data: Buffer) => {
		stderr += data;
	});
	createInterface({ input: child.stdout }).on('line', (line) => {
		events.push(JSON.parse(line));
		wake();
	});
	child.on('exit', () => wake());
	const next = async (name: string): Promise<Record<string, unknown>> => {
		for (;;) {
			const event = events.find((entry) => entry['event'] === name);
			if (event !== undefined) return event;
			if (child.exitCode !== null) throw new Error(`the command has ended: ${stderr}`);
			await new Promise<void>((resolve) => {
				wake = resolve;
			});
		}
	};
	const { port } = await next('listening');
	return { child, events, next, socket: `ws://localhost:${port}/__handreel/socket`, stderr: () => stderr };
}

const listFiles = (folder: string): string[] =>
	readdirSync(scratch.path(folder)).filter((name) => !name.startsWith('.'));

describe('handreel capture', () => {
	it('saves takes and reports what happens', async () => {
		const { socket, next, child, events } = await start(['--out', 'plain', '--name', 'grab', '--prompt', 'reach']);
		const headset = await TestClient.greet(socket, 'headset', 'Quest 3');
		const { bytes } = makeTake(60);
		headset.send({ type: 'open', take: takeId(1) });
		await headset.sendTake(takeId(1), bytes);
		headset.send({ type: 'finish', take: takeId(1), length: bytes.length });
		expect(await headset.next('saved')).toMatchObject({ file: 'grab-001.reel' });
		expect(await next('saved')).toMatchObject({ frames: 60, path: join('plain', 'grab-001.reel') });
		expectTake(scratch.path('plain', 'grab-001.reel'), bytes);
		expect(events.map(({ event }) => event)).toEqual(['listening', 'cable', 'connect', 'take', 'saved']);
		const exit = once(child, 'exit');
		child.kill('SIGTERM');
		expect((await exit)[0]).toBe(isPosix ? 0 : null);
	});

	it('reports what a take cannot store, in lines and in JSON', async () => {
		const { bytes } = makeTake(60);
		const record = async (socket: string): Promise<void> => {
			const headset = await TestClient.greet(socket);
			headset.send({ type: 'open', take: takeId(1) });
			await headset.sendTake(takeId(1), bytes);
			// A page of a stranger sends anything.
			const issues = [
				{ message: '7 buttons\u001b[2J of the left hand are not recorded', path: 'hands.left', time: 0.5, code: 'x' },
				...[null, 1, 'x', {}, { message: 'x' }, { message: {}, path: [] }],
			];
			headset.socket.send(JSON.stringify({ type: 'finish', take: takeId(1), length: bytes.length, issues }));
			await headset.next('saved');
		};
		const { socket, next } = await start(['--out', 'issues']);
		await record(socket);
		expect((await next('saved'))['issues']).toEqual([
			{
				code: 'values-lost',
				severity: 'warning',
				message: '7 buttons\u001b[2J of the left hand are not recorded',
				path: 'hands.left',
				byteOffset: null,
				time: 0.5,
			},
		]);
		const plain = spawn(process.execPath, [MAIN, 'capture', '--port', '0', '--out', 'issues in lines'], {
			cwd: scratch.folder,
			env: { ...process.env, PATH: '/nowhere' },
		});
		running.push(plain);
		let text = '';
		const waitFor = async (line: RegExp): Promise<RegExpExecArray> => {
			plain.stdout.setEncoding('utf8');
			for (;;) {
				const match = line.exec(text);
				if (match !== null) return match;
				text += (await once(plain.stdout, 'data'))[0];
			}
		};
		const [, port] = await waitFor(/localhost:(\d+) \(this machine only\)/);
		await Promise.all([
			record(`ws://localhost:${port}/__handreel/socket`),
			waitFor(
				/Saved .*60 frames\)\n {2}warning: 7 buttons\\u001b\[2J of the left hand are not recorded \(values-lost\)\n/,
			),
		]);
	});

	it('continues a take after it was killed', async () => {
		const { bytes } = makeTake(300);
		const first = await start(['--out', 'killed']);
		const one = await TestClient.greet(first.socket);
		one.send({ type: 'open', take: takeId(1) });
		await one.sendTake(takeId(1), bytes.subarray(0, 200_001));
		const exit = once(first.child, 'exit');
		first.child.kill('SIGKILL');
		await exit;
		expect(listFiles('killed')).toEqual([`take-001.${takeId(1)}.hrj`]);
		const second = await start(['--out', 'killed']);
		expect(await second.next('unfinished')).toMatchObject({ take: takeId(1) });
		const two = await TestClient.greet(second.socket);
		two.send({ type: 'open', take: takeId(1) });
		const { length } = await two.next('ack');
		// Everything up to the last whole record survives.
		expect(length).toBeGreaterThan(198_000);
		await two.sendTake(takeId(1), bytes, length);
		two.send({ type: 'finish', take: takeId(1), length: bytes.length });
		await two.next('saved');
		expectTake(scratch.path('killed', 'take-001.reel'), bytes);
	});

	it.runIf(isPosix)('refuses bytes when the disk is full, and continues when there is room', async () => {
		const { bytes } = makeTake(300);
		const first = await start(['--out', 'full'], {}, 'ulimit -f 200');
		const one = await TestClient.greet(first.socket);
		one.send({ type: 'open', take: takeId(1) });
		for (let at = 0; at < bytes.length; at += 20_000) one.sendChunk(takeId(1), at, bytes.subarray(at, at + 20_000));
		const refused = await one.next('refused');
		expect(refused).toMatchObject({ code: 'disk-full', take: takeId(1) });
		expect(refused.length).toBeGreaterThan(50_000);
		expect(await first.next('problem')).toMatchObject({ code: 'disk-full' });
		const exit = once(first.child, 'exit');
		first.child.kill('SIGTERM');
		await exit;
		expect(first.stderr()).toContain('is unfinished; the next run continues it');
		const second = await start(['--out', 'full']);
		const two = await TestClient.greet(second.socket);
		two.send({ type: 'open', take: takeId(1) });
		const { length } = await two.next('ack');
		expect(length).toBeGreaterThan(50_000);
		await two.sendTake(takeId(1), bytes, length);
		two.send({ type: 'finish', take: takeId(1), length: bytes.length });
		await two.next('saved');
		expectTake(scratch.path('full', 'take-001.reel'), bytes);
	});

	it.runIf(isPosix)('forwards the port of a headset on a cable and opens the page, if there is adb', async () => {
		const folder = scratch.path('bin');
		mkdirSync(folder);
		const log = scratch.path('adb.log');
		const list =
			'List of devices attached\\n1WMHH000 device usb:1-1 product:eureka model:Quest_3\\nABC unauthorized\\n';
		writeFileSync(
			join(folder, 'adb'),
			`#!/bin/sh\necho "$@" >> "${log}"\n[ "$1" = devices ] && printf '${list}'\nexit 0\n`,
		);
		chmodSync(join(folder, 'adb'), 0o755);
		const { next, child } = await start(['--out', 'adb'], { PATH: [folder, '/bin', '/usr/bin'].join(delimiter) });
		const { port } = await next('listening');
		expect(await next('cable')).toMatchObject({ serial: '1WMHH000', model: 'Quest 3', problem: null });
		const exit = once(child, 'exit');
		child.kill('SIGTERM');
		await exit;
		expect(readFileSync(log, 'utf8').trim().split('\n')).toEqual([
			'devices -l',
			`-s 1WMHH000 reverse tcp:${port} tcp:${port}`,
			`-s 1WMHH000 shell am start -a android.intent.action.VIEW -d http://localhost:${port}`,
			`-s 1WMHH000 reverse --remove tcp:${port}`,
		]);
	});

	it('prints the line to type without adb', async () => {
		const plain = spawn(process.execPath, [MAIN, 'capture', '--port', '0', '--out', 'cable'], {
			cwd: scratch.folder,
			env: { ...process.env, PATH: '/nowhere' },
		});
		running.push(plain);
		let text = '';
		plain.stdout.on('data', (data: Buffer) => {
			text += data;
		});
		while (!text.includes('--lan')) await once(plain.stdout, 'data');
		expect(text).toMatch(/adb is not on the PATH.*\n {2}adb reverse tcp:(\d+) tcp:\1\nthen open http:\/\/localhost:\1/);
	});

	it.runIf(listLanAddresses().length > 0)('records over the network, with the certificate and the code', async () => {
		const { next } = await start(['--out', 'lan', '--lan'], { XDG_CONFIG_HOME: scratch.path('config') });
		const { url, studio, code, addresses, port } = await next('listening');
		const [address] = listLanAddresses();
		expect(addresses).toEqual(listLanAddresses());
		expect([url, studio]).toEqual([`https://${address}:${port}`, `https://${address}:${port}/__handreel/studio/`]);
		const folder = scratch.path('config', 'handreel');
		const [file] = readdirSync(folder);
		const { cert: ca } = JSON.parse(readFileSync(join(folder, file!), 'utf8'));
		// The certificate is valid for the address, so nothing is ignored.
		const ask = (path: string, method: string, body: string): Promise<IncomingMessage> =>
			new Promise((resolve, reject) => {
				const headers = { 'content-type': 'application/x-www-form-urlencoded' };
				const sent = request(`${url}${path}`, { ca, method, headers }, (response) => {
					response.resume();
					resolve(response);
				});
				sent.on('error', reject);
				sent.end(body);
			});
		expect((await ask('/__handreel/messages', 'POST', '{}')).statusCode).toBe(401);
		const paired = await ask('/__handreel/pair', 'POST', `code=${code}`);
		expect(paired.statusCode).toBe(303);
		const cookie = paired.headers['set-cookie']![0]!.split(';')[0]!;
		const socket = `${String(url).replace('https', 'wss')}/__handreel/socket`;
		const options = { ca };
		await expect(TestClient.connect(socket, options)).rejects.toThrow('401');
		const headset = await TestClient.greet(socket, 'headset', 'Quest 3', { ...options, headers: { cookie } });
		const { bytes } = makeTake(60);
		headset.send({ type: 'open', take: takeId(1) });
		await headset.sendTake(takeId(1), bytes);
		headset.send({ type: 'finish', take: takeId(1), length: bytes.length });
		await headset.next('saved');
		expectTake(scratch.path('lan', 'take-001.reel'), bytes);
		const live = scratch.run('view', '--live', String(url), '--no-open');
		expect([live.status, live.stdout]).toEqual([0, `Live in the studio: ${studio}\n`]);
	});

	it('serves the studio, which handreel view --live finds', async () => {
		const { next } = await start(['--out', 'live']);
		const { port, studio } = await next('listening');
		const page = await fetch(String(studio));
		expect(await page.text()).toContain('<title>handreel studio</title>');
		expect(page.headers.get('content-security-policy')).toContain('wasm-unsafe-eval');
		const live = scratch.run('view', '--live', `http://localhost:${port}/anything`, '--no-open');
		expect([live.status, live.stdout]).toEqual([0, `Live in the studio: ${studio}\n`]);
		const gone = scratch.run('view', '--live', 'http://localhost:9', '--no-open');
		expect([gone.status, gone.stderr]).toEqual([
			1,
			expect.stringMatching(/^handreel: http:\/\/localhost:9 does not answer: .*; start handreel capture first\n$/),
		]);
		expect(scratch.run('view', '--live', `http://localhost:${port}`, 'x.bin').status).toBe(2);
		expect(scratch.run('view', '--live', 'nowhere').status).toBe(2);
	});

	it('refuses wrong options, and a port or a folder that is in use', async () => {
		const { next } = await start(['--out', 'busy']);
		const { port } = await next('listening');
		const locked = scratch.run('capture', '--port', '0', '--out', 'busy');
		expect([locked.status, locked.stderr]).toEqual([
			1,
			expect.stringMatching(/^handreel: process \d+ on .* is capturing to busy;/),
		]);
		const busy = scratch.run('capture', '--port', String(port), '--out', 'other');
		expect([busy.status, busy.stderr]).toEqual([1, `handreel: port ${port} is in use; choose another with --port\n`]);
		for (const args of [
			['--name', '../x'],
			['--to', 'journal'],
			['--port', '70000'],
			['--url', 'file:///x'],
			['--prompt', ' '],
			['--countdown', '-1'],
		])
			expect(scratch.run('capture', ...args).status, args.join(' ')).toBe(2);
		expect(existsSync(scratch.path('x-001.reel'))).toBe(false);
	});
});
