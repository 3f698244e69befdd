// Programs that open browsers, a few at a time.
import { spawn } from 'node:child_process';
import type { Outcome } from './run-handreel.ts';

/** As many at a time as a small machine has cores: a browser takes more than one. */
const MAX_RUNNING = 2;
let running = 0;
const waiting: (() => void)[] = [];

/** Runs a program without blocking the test, which serves the pages that it opens. Waits while too many others run. */
export async function startInTurn(command: string, args: readonly string[], cwd: string): Promise<Outcome> {
	if (running === MAX_RUNNING) await new Promise<void>((resolve) => waiting.push(resolve));
	else running++;
	try {
		return await spawnProcess(command, args, cwd);
	} finally {
		const next = waiting.shift();
		if (next === undefined) running--;
		else next();
	}
}

/** Runs a program at once, and returns what it printed and how it ended. */
export function spawnProcess(command: string, args: readonly string[], cwd: string): Promise<Outcome> {
	return new Promise((resolve) => {
		const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
		const chunks: Buffer[] = [];
		let stderr = '';
		child.stdout.on('data', (chunk) => chunks.push(chunk));
		child.stderr.on('data', (chunk) => {
			stderr += chunk;
		});
		child.on('close', (status) => {
			const bytes = Buffer.concat(chunks);
			resolve({ stdout: bytes.toString(), stderr, status, bytes });
		});
	});
}
