// Commands of a session, which open browsers in the background, with a folder for the sessions of a test file.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionRecord } from '../../src/session/session-folder.ts';
import { MAIN, type Outcome } from './run-handreel.ts';

/** A folder, and commands that keep their sessions in it. */
export class SessionKit {
	readonly folder: string = mkdtempSync(join(tmpdir(), 'hr-session-'));

	/** The environment of the commands. */
	get env(): NodeJS.ProcessEnv {
		return { ...process.env, HANDREEL_RUNTIME_DIR: join(this.folder, 'run') };
	}

	/** Runs a command, and returns what it printed, without the line about the sandbox. */
	async run(...args: string[]): Promise<Outcome> {
		const outcome = await this.start(args).ended;
		return { ...outcome, stderr: outcome.stderr.replace(/^handreel: Chromium runs without its sandbox, .*\n/, '') };
	}

	/** Runs a command that succeeds, and returns its text. */
	async say(...args: string[]): Promise<string> {
		const { stdout, stderr, status } = await this.run(...args);
		if (status !== 0 || stderr !== '') throw new Error(`${args.join(' ')}: ${status}: ${stderr}`);
		return stdout.trimEnd();
	}

	/** Runs a command that fails, and returns what it printed to standard error. */
	async fail(...args: string[]): Promise<string> {
		const { stdout, stderr, status } = await this.run(...args);
		if (status === 0) throw new Error(`${args.join(' ')}: succeeded: ${stdout}`);
		return stderr.trimEnd();
	}

	/** Runs a command with lines on its standard input. */
	async type(lines: string, ...args: string[]): Promise<Outcome> {
		return this.start(args, lines).ended;
	}

	/** Starts a command. */
	start(args: readonly string[], input = ''): { readonly pid: number; readonly ended: Promise<Outcome> } {
		const child = spawn(process.execPath, [MAIN, ...args], {
			...{ cwd: this.folder, env: this.env },
			stdio: ['pipe', 'pipe', 'pipe'],
		});
		// A command that has ended does not read.
		child.stdin.on('error', () => {}).end(input);
		const chunks: Buffer[] = [];
		let stderr = '';
		child.stdout.on('data', (chunk) => chunks.push(chunk));
		child.stderr.on('data', (chunk) => {
			stderr += chunk;
		});
		const ended = new Promise<Outcome>((resolve) => {
			child.on('close', (status) => {
				const bytes = Buffer.concat(chunks);
				resolve({ stdout: bytes.toString(), stderr, status, bytes });
			});
		});
		return { pid: child.pid!, ended };
	}

	/** What the folder holds about a session. */
	record(name = 'default'): SessionRecord {
		return JSON.parse(readFileSync(join(this.folder, 'run', `${name}.json`), 'utf8'));
	}

	/** Closes all sessions and removes the folder. */
	async remove(): Promise<void> {
		await this.run('close', '--all');
		rmSync(this.folder, { recursive: true, force: true });
	}
}

/** Lists the processes below a process, with their commands. Linux only. */
export function listChildren(pid: number): { readonly pid: number; readonly command: string }[] {
	const read = (path: string): string => {
		try {
			return readFileSync(path, 'utf8');
		} catch {
			return '';
		}
	};
	const own = read(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);
	return own.flatMap((child) => [
		{ pid: child, command: read(`/proc/${child}/cmdline`).replaceAll('\0', ' ') },
		...listChildren(child),
	]);
}

/** Whether a process runs. Those that have ended and are not yet waited for do not. */
export function isRunning(pid: number): boolean {
	try {
		return !/^\d+ \(.*\) [ZX] /s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
	} catch {
		return false;
	}
}
