// Fault injection for tests of programs that write files: one call of the file system fails, or all calls from one on, as if the
// process had been killed.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { vi } from 'vitest';

/**
 * - `error`: one call fails, and the program continues. A write stores half of its bytes first, as on a full disk.
 * - `crash`: that call and all later calls fail, so nothing that the program tries after it has an effect.
 */
export type FaultKind = 'error' | 'crash';

/** A piece of work with at most one fault. */
export interface Trial {
	/** The calls until the fault, such as `renameSync /tmp/a /tmp/b`. The last one failed if `isHit` is set. */
	readonly calls: readonly string[];
	/** Whether the work made the call that was to fail. Without it, the work was not disturbed. */
	readonly isHit: boolean;
	/** What the work threw, or `null`. */
	readonly error: unknown;
}

/** Injects faults into modules that are imported after {@link injectFaults}. */
export interface Faults {
	/** Runs a piece of work whose call number `at` fails, counted from 0. `Infinity` disturbs nothing. */
	readonly run: (at: number, kind: FaultKind, work: () => unknown) => Promise<Trial>;
	/** Removes the injection. */
	readonly restore: () => void;
}

const CALLS = [
	'closeSync',
	'copyFileSync',
	'fdatasyncSync',
	'fstatSync',
	'fsyncSync',
	'ftruncateSync',
	'linkSync',
	'lstatSync',
	'mkdirSync',
	'openSync',
	'readdirSync',
	'readFileSync',
	'readSync',
	'renameSync',
	'rmdirSync',
	'rmSync',
	'statSync',
	'unlinkSync',
	'writeFileSync',
	'writeSync',
] as const;
/** The same with a callback as the last argument. */
const LATE_CALLS = ['close', 'fsync', 'ftruncate', 'open', 'read', 'rename', 'stat', 'unlink', 'write'] as const;

type Call = (...args: unknown[]) => unknown;
type Callback = (error: Error) => void;

interface Armed {
	readonly at: number;
	readonly kind: FaultKind;
	readonly calls: string[];
	isHit: boolean;
}

/**
 * Puts faults between a program and the file system. Modules bind their imports when they are loaded, so import the program after this
 * call, with `await import(…)`. Only one injection at a time.
 *
 * @example
 * const faults = injectFaults();
 * afterAll(faults.restore);
 * const { save } = await import('../src/save.ts');
 * for (let at = 0; ; at++) {
 * 	const { isHit } = await faults.run(at, 'crash', () => save(folder));
 * 	// Check the folder here.
 * 	if (!isHit) break;
 * }
 */
export function injectFaults(): Faults {
	let armed: Armed | null = null;
	/** Functions of Node call each other. Only the call of the program counts. */
	let depth = 0;
	const target = fs as unknown as Record<string, Call>;
	const originals = new Map<string, Call>();
	const patch = (name: string, wrap: (original: Call) => Call): void => {
		const original = target[name]!;
		originals.set(name, original);
		target[name] = Object.assign(wrap(original), original);
	};
	const count = (name: string, args: readonly unknown[]): boolean => {
		if (armed === null || depth > 0) return false;
		if (armed.isHit) return armed.kind === 'crash';
		armed.calls.push([name, ...args.filter((arg) => typeof arg === 'string')].join(' '));
		armed.isHit = armed.calls.length - 1 === armed.at;
		return armed.isHit;
	};
	for (const name of CALLS) {
		patch(name, (original) => (...args) => {
			const fails = count(name, args);
			depth++;
			try {
				if (fails) {
					if (armed?.kind === 'error') failPartly(name, original, args);
					// Descriptors of this process are given back in any case.
					else if (name === 'closeSync') original(...args);
					throw createError(name);
				}
				return original(...args);
			} finally {
				depth--;
			}
		});
	}
	for (const name of LATE_CALLS) {
		patch(name, (original) => (...args) => {
			if (!count(name, args)) return original(...args);
			const callback = args.at(-1) as Callback;
			if (name === 'close') return original(args[0], () => callback(createError(name)));
			return process.nextTick(() => callback(createError(name)));
		});
	}
	syncBuiltinESMExports();
	vi.resetModules();
	return {
		run: async (at, kind, work) => {
			const trial: Armed = { at, kind, calls: [], isHit: false };
			let error: unknown = null;
			armed = trial;
			try {
				await work();
			} catch (thrown) {
				error = thrown ?? new Error('the work threw nothing');
			} finally {
				armed = null;
			}
			return { calls: trial.calls, isHit: trial.isHit, error };
		},
		restore: () => {
			Object.assign(fs, Object.fromEntries(originals));
			syncBuiltinESMExports();
			vi.resetModules();
		},
	};
}

// What a failing call has done nevertheless.
function failPartly(name: string, original: Call, args: readonly unknown[]): void {
	if (name === 'closeSync') original(...args);
	const [fd, data, offset = 0] = args;
	const isWrite = name === 'writeSync' || name === 'writeFileSync';
	if (!isWrite || !(data instanceof Uint8Array || typeof data === 'string')) return;
	const bytes = typeof data === 'string' ? Buffer.from(data) : data;
	if (name === 'writeFileSync') {
		original(fd, bytes.subarray(0, Math.floor(bytes.length / 2)));
		return;
	}
	const start = typeof offset === 'number' ? offset : 0;
	original(fd, bytes, start, Math.floor((bytes.length - start) / 2));
}

function createError(name: string): NodeJS.ErrnoException {
	const isFull = /^(write|mkdir|copy)/.test(name);
	const [code, text] = isFull ? ['ENOSPC', 'no space left on device'] : ['EIO', 'i/o error'];
	return Object.assign(new Error(`${code}: ${text}, ${name} (injected)`), { code, syscall: name });
}
