// Processes of a session are killed at random. Then the next command works or reports how to continue.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PageServer } from '../support/page-server.ts';
import { isLinux } from '../support/run-handreel.ts';
import { isRunning, listChildren, SessionKit } from '../support/run-session.ts';
import { SHOP } from '../support/session-pages.ts';

/** `HANDREEL_KILLS=50 npx vitest run …` kills as often as before a release. */
const ROUNDS = Number(process.env['HANDREEL_KILLS'] ?? 2);
const SEED = Number(process.env['HANDREEL_SEED'] ?? 1);
const COMMANDS = [
	['scene'],
	['click', 'lamp'],
	['expect', 'lamp', 'toBeVisible'],
	['screenshot', '--overwrite', '--output', 'a.png'],
];
const VICTIMS = ['server', 'browser', 'renderer', 'client', 'any child'] as const;

const kit = new SessionKit();
let server: PageServer;
beforeAll(async () => {
	server = await PageServer.start({ shop: SHOP });
});
afterAll(async () => {
	await kit.remove();
	server.close();
});

describe.runIf(isLinux)('processes that are killed at random', () => {
	it(`leave nothing behind, ${ROUNDS} times`, async () => {
		const random = createRandom(SEED);
		const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
		const open = ['open', `${server.origin}/shop`, '--size', '200x150'];
		for (let round = 0; round < ROUNDS; round++) {
			const label = `round ${round}`;
			await kit.say(...open);
			const { pid } = kit.record();
			const children = listChildren(pid);
			const victim = pick(VICTIMS);
			const command = kit.start(pick(COMMANDS));
			const target = {
				server: pid,
				browser: children.filter(({ command }) => command.includes('--remote-debugging-pipe')).at(-1)!.pid,
				renderer: children.find(({ command }) => command.includes('--type=renderer'))!.pid,
				client: command.pid,
				'any child': pick(children).pid,
			}[victim];
			// At some moment of the command: after as many turns of the event loop as chance decides.
			for (let i = Math.floor(random() * 2000); i > 0; i--) await new Promise((resolve) => setImmediate(resolve));
			kill(target);
			const { status, stderr } = await command.ended;
			if (status !== 0 && victim !== 'client') expect(stderr, `${label}: ${victim}`).toMatch(/^handreel: \S/);
			const next = await kit.run('status');
			if (next.status !== 0) {
				expect(next.stderr, `${label}: ${victim}`).toMatch(/run 'handreel open URL'|ended during the command/);
			}
			const again = await kit.run(...open);
			if (again.status !== 0) {
				// The session has survived.
				expect(again.stderr, `${label}: ${victim}`).toContain("close it with 'handreel close'");
			}
			const last = kit.record().pid;
			const own = [...listChildren(last).map((child) => child.pid), last];
			await kit.say('close');
			const all = [pid, ...children.map((child) => child.pid), ...own];
			await vi.waitFor(() => expect(all.filter(isRunning), `${label}: ${victim}`).toEqual([]), 30_000);
			const folder = join(kit.folder, 'run');
			if (existsSync(folder)) expect(readdirSync(folder), `${label}: ${victim}`).toEqual([]);
		}
	}, 1_200_000);
});

function kill(pid: number): void {
	try {
		process.kill(pid, 'SIGKILL');
	} catch {
		// It has ended already.
	}
}

// mulberry32
function createRandom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let t = Math.imul(state ^ (state >>> 15), 1 | state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
	};
}
