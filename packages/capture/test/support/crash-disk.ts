// A folder on a disk that fails on demand: one call fails, the process is killed at a call, or the power is cut. It knows what a
// real disk would still have then.
import { closeSync, mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DISK, type Disk } from '@handreel/node/internal';

type Range = readonly [from: number, to: number];

/** A file, under its name of the moment. */
interface Inode {
	/** Its name; `null` if it was deleted. */
	name: string | null;
	/** What was flushed. */
	flushed: Buffer;
	/** What was written since, and what is being flushed. The disk may have any part of it. */
	dirty: Range[];
	flushing: Range[];
	/** The content when it was deleted. */
	last: Buffer;
}

/** Ways in which a disk breaks its promises. They show that the check notices. */
export type Lie = 'flushes nothing' | 'deletes nothing';

type Call = (...args: never[]) => unknown;

export class CrashDisk {
	readonly folder: string;
	readonly #lie: Lie | null;
	readonly #files = new Map<number, Inode | 'folder'>();
	/** The names in the folder after each change since they were flushed. */
	#states: ReadonlyMap<string, Inode>[] = [new Map()];
	#flushes: (() => void)[] = [];
	#run = 0;
	#fault: { left: number; readonly kind: 'error' | 'kill' } | null = null;
	/** Called when the process is killed. */
	onKill: () => void = () => {};

	constructor(folder: string, lie: Lie | null = null) {
		mkdirSync(folder, { recursive: true });
		this.folder = folder;
		this.#lie = lie;
	}

	/** The disk as a new process sees it. */
	start(): Disk {
		const run = ++this.#run;
		this.#fault = null;
		return new Proxy({} as Disk, {
			get:
				(_, name: keyof Disk) =>
				(...args: never[]): unknown => {
					if (run !== this.#run) throw new Error('the process was killed');
					if (this.#strike(name, args)) return undefined;
					const own = (this.#calls as Partial<Record<keyof Disk, Call>>)[name];
					return (own ?? (DISK[name] as Call))(...args);
				},
		});
	}

	/** Lets a call fail, counted from now. */
	arm(kind: 'error' | 'kill', left: number): void {
		this.#fault = { kind, left };
	}

	/** Ends the first flushes that wait. */
	endFlushes(count: number): void {
		for (const end of this.#flushes.splice(0, count)) end();
	}

	/** Ends the process. */
	kill(): void {
		this.#run++;
		this.#fault = null;
		this.#flushes = [];
		for (const file of this.#files.keys()) closeSync(file);
		this.#files.clear();
		this.onKill();
	}

	/** Cuts the power: what was not flushed is there, or not, or in part. `next` returns numbers in [0, 1). */
	cutPower(next: () => number): void {
		this.kill();
		const kept = this.#states[Math.floor(next() * this.#states.length)]!;
		const contents = new Map([...kept].map(([name, inode]) => [name, survive(inode, this.#read(inode), next)]));
		for (const name of readdirSync(this.folder)) unlinkSync(join(this.folder, name));
		const after = new Map<string, Inode>();
		for (const [name, flushed] of contents) {
			writeFileSync(join(this.folder, name), flushed);
			after.set(name, { ...createInode(name), flushed });
		}
		this.#states = [after];
	}

	// Throws if this is the call that fails. A write has written a half then. Returns whether the call fails later.
	#strike(name: keyof Disk, args: readonly unknown[]): boolean {
		if (this.#fault === null || name === 'closeSync' || this.#fault.left-- > 0) return false;
		const { kind } = this.#fault;
		this.#fault = null;
		if (name === 'writeSync') {
			const [file, bytes, offset, length, position] = args as [number, Uint8Array, number, number, number | null];
			this.#calls.writeSync(file, bytes, offset, length >> 1, position);
		}
		if (name === 'fsyncSync' && kind === 'error') {
			const inode = this.#files.get((args as [number])[0]);
			// The system forgets what it could not write.
			if (typeof inode === 'object') inode.dirty = [];
		}
		if (kind === 'kill') this.kill();
		else if (name === 'fsync') {
			const [file, done] = args as [number, (error: Error | null) => void];
			this.#calls.fsync(file, done, createError(name));
			return true;
		}
		throw createError(name);
	}

	readonly #calls = {
		openSync: (path: string, flags: number | string, mode?: number): number => {
			const file = DISK.openSync(path, flags, mode);
			if (path === this.folder) {
				this.#files.set(file, 'folder');
				return file;
			}
			const name = basename(path);
			let inode = this.#names.get(name);
			if (inode === undefined) {
				inode = createInode(name);
				this.#change((names) => names.set(name, inode!));
			}
			this.#files.set(file, inode);
			return file;
		},
		closeSync: (file: number): void => {
			this.#files.delete(file);
			DISK.closeSync(file);
		},
		writeSync: (file: number, bytes: Uint8Array, offset: number, length: number, position: number | null): number => {
			const at = position ?? DISK.fstatSync(file).size;
			const count = DISK.writeSync(file, bytes, offset, length, position);
			const inode = this.#files.get(file);
			if (typeof inode === 'object') inode.dirty.push([at, at + count]);
			return count;
		},
		fsyncSync: (file: number): void => {
			const inode = this.#files.get(file);
			if (this.#lie === 'flushes nothing') return;
			if (inode === 'folder') this.#states = [this.#names];
			else if (inode !== undefined) {
				inode.flushed = flush(inode.flushed, this.#read(inode), [...inode.flushing, ...inode.dirty]);
				inode.dirty = [];
			}
		},
		fsync: (file: number, done: (error: Error | null) => void, error: Error | null = null): void => {
			const inode = this.#files.get(file);
			if (typeof inode !== 'object') throw new Error('fsync: the file is closed');
			const [content, ranges] = [this.#read(inode), inode.dirty];
			inode.dirty = [];
			inode.flushing.push(...ranges);
			this.#flushes.push(() => {
				inode.flushing = inode.flushing.filter((range) => !ranges.includes(range));
				if (error === null && this.#lie !== 'flushes nothing') inode.flushed = flush(inode.flushed, content, ranges);
				done(error);
			});
		},
		renameSync: (from: string, to: string): void => {
			const inode = this.#names.get(basename(from))!;
			const old = this.#names.get(basename(to));
			if (old !== undefined) this.#bury(old);
			DISK.renameSync(from, to);
			inode.name = basename(to);
			this.#change((names) => {
				names.delete(basename(from));
				names.set(basename(to), inode);
			});
		},
		unlinkSync: (path: string): void => {
			const inode = this.#names.get(basename(path));
			if (inode === undefined || this.#lie === 'deletes nothing') return;
			this.#bury(inode);
			DISK.unlinkSync(path);
			this.#change((names) => names.delete(basename(path)));
		},
		rmSync: (path: string): void => this.#calls.unlinkSync(path),
		copyFileSync: (from: string, to: string, mode: number): void => {
			DISK.copyFileSync(from, to, mode);
			const inode = createInode(basename(to));
			inode.dirty.push([0, this.#read(inode).length]);
			this.#change((names) => names.set(basename(to), inode));
		},
	};

	get #names(): ReadonlyMap<string, Inode> {
		return this.#states.at(-1)!;
	}

	#change(change: (names: Map<string, Inode>) => void): void {
		const names = new Map(this.#names);
		change(names);
		this.#states.push(names);
	}

	#bury(inode: Inode): void {
		inode.last = this.#read(inode);
		inode.name = null;
	}

	#read({ name, last }: Inode): Buffer {
		return name === null ? last : readFileSync(join(this.folder, name));
	}
}

function createInode(name: string): Inode {
	return { name, flushed: Buffer.alloc(0), dirty: [], flushing: [], last: Buffer.alloc(0) };
}

function createError(name: string): NodeJS.ErrnoException {
	const code = /^(write|copy|open)/.test(name) ? 'ENOSPC' : 'EIO';
	return Object.assign(new Error(`${code}: ${name} (injected)`), { code });
}

// What a file has after a flush: places that were written and lost are zero.
function flush(flushed: Buffer, content: Buffer, ranges: readonly Range[]): Buffer {
	const result = Buffer.alloc(content.length);
	flushed.copy(result);
	// Some may have been cut off since.
	for (const [from, to] of ranges) if (from < content.length) content.copy(result, from, from, to);
	return result;
}

function survive({ flushed, dirty, flushing }: Inode, content: Buffer, next: () => number): Buffer {
	const isCut = content.length < flushed.length && next() < 0.5;
	let result = Buffer.from(isCut ? flushed.subarray(0, content.length) : flushed);
	for (const [from, to] of [...flushing, ...dirty]) {
		const end = Math.min(content.length, from + Math.floor(next() * 1.5 * (to - from)), to);
		if (end <= from || next() < 0.3) continue;
		if (end > result.length) result = Buffer.concat([result], end);
		content.copy(result, from, from, end);
	}
	return result;
}
