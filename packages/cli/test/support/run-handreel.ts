// Runs the built command as a user does: as a separate process, in a scratch folder.
import { type SpawnSyncOptions, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Recording, readRecording } from '@handreel/core';
import { expect } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';

/** The built command. */
export const MAIN: string = join(root, 'packages', 'cli', 'dist', 'main.cjs');

/** Windows has no signals to catch, FIFOs, modes or sparse files, and links only for administrators. */
export const isPosix: boolean = process.platform !== 'win32';

/** macOS has another `script` and no /dev/full. */
export const isLinux: boolean = process.platform === 'linux';

/** What a command printed and how it ended. */
export interface Outcome {
	readonly stdout: string;
	readonly stderr: string;
	readonly status: number | null;
	readonly bytes: Buffer;
}

/** A folder for one test file, and the command run in it. */
export interface Scratch {
	readonly folder: string;
	readonly path: (...names: string[]) => string;
	readonly run: (...args: string[]) => Outcome;
	readonly runWith: (options: SpawnSyncOptions, ...args: string[]) => Outcome;
	// biome-ignore lint/suspicious/noExplicitAny: tests look into it as they expect it to be
	readonly json: (...args: string[]) => any;
	/** Reads a recording in the folder. */
	readonly read: (name: string) => Recording;
	/** Runs an edit that succeeds without a word on standard error, and reads its output: the second .bin file. */
	readonly edit: (...args: string[]) => Recording;
	readonly shell: (script: string, options?: SpawnSyncOptions) => Outcome;
	readonly remove: () => void;
}

/** The path of a recorded fixture. */
export function recorded(name: string): string {
	return join(root, 'fixtures', 'recorded', `${name}.bin`);
}

/** Makes a scratch folder with copies of recorded files under the given names. */
export function createScratch(files: Readonly<Record<string, string>> = {}): Scratch {
	const folder = mkdtempSync(join(tmpdir(), 'handreel-cli-'));
	for (const [name, fixture] of Object.entries(files)) {
		const target = join(folder, name);
		mkdirSync(join(target, '..'), { recursive: true });
		copyFileSync(recorded(fixture), target);
	}
	const start = (command: string, args: readonly string[], options: SpawnSyncOptions): Outcome => {
		const { NO_COLOR, FORCE_COLOR, ...env } = process.env;
		const { stdout, stderr, status } = spawnSync(command, args, { cwd: folder, env, maxBuffer: 2 ** 30, ...options });
		const bytes = Buffer.from(stdout ?? '');
		return { stdout: bytes.toString(), stderr: String(stderr ?? ''), status, bytes };
	};
	const runWith = (options: SpawnSyncOptions, ...args: string[]): Outcome =>
		start(process.execPath, [MAIN, ...args], options);
	const run = (...args: string[]): Outcome => runWith({}, ...args);
	const read = (name: string): Recording => readRecording(readFileSync(join(folder, name)));
	return {
		folder,
		path: (...names) => join(folder, ...names),
		read,
		edit: (...args) => {
			const { stderr, status } = run(...args);
			expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
			return read(args.filter((arg) => arg.endsWith('.bin'))[1] ?? '');
		},
		run,
		runWith,
		json: (...args) => JSON.parse(run(...args).stdout),
		shell: (script, options = {}) => start('bash', ['--norc', '-c', script], options),
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
}

/** Starts the command in the background: what it prints, and how it ended. */
export function startHandreel(
	folder: string,
	args: readonly string[],
): {
	readonly child: ReturnType<typeof spawn>;
	readonly ended: Promise<{ status: number | null; stderr: string }>;
} {
	const child = spawn(process.execPath, [MAIN, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
	let stderr = '';
	child.stderr?.on('data', (chunk) => {
		stderr += chunk;
	});
	child.stdout?.resume();
	return { child, ended: new Promise((resolve) => child.on('close', (status) => resolve({ status, stderr }))) };
}
