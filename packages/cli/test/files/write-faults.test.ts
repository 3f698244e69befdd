import fs, {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Disk, isTemporary } from '@handreel/node/internal';
import { afterAll, describe, expect, it } from 'vitest';
import { writeWhole } from '../../src/files/write-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'handreel-faults-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const OLD = Buffer.from('the old content');
const NEW = Buffer.from('the new content, which takes several writes');
const CALLS: readonly (keyof Disk)[] = [
	'chmodSync',
	'closeSync',
	'fchmodSync',
	'fchownSync',
	'fstatSync',
	'fsyncSync',
	'linkSync',
	'mkdirSync',
	'openSync',
	'renameSync',
	'rmSync',
	'writeSync',
];

/** The disk, which writes ten bytes at a time. Calls `before` before each operation, with its number and its name. */
function watchDisk(before: (count: number, name: keyof Disk) => void): Disk {
	let count = 0;
	const disk: Record<string, unknown> = {};
	for (const name of CALLS) {
		disk[name] = (...args: readonly unknown[]): unknown => {
			before(count++, name);
			if (name === 'writeSync') {
				const [fd, bytes, at, length] = args as [number, Uint8Array, number, number];
				return fs.writeSync(fd, bytes, at, Math.min(10, length));
			}
			return (fs[name] as (...args: readonly unknown[]) => unknown)(...args);
		};
	}
	return disk as unknown as Disk;
}

function createError(code: string): Error {
	return Object.assign(new Error(code), { code });
}

/** Makes each operation of a write fail once, each in a separate folder. Returns the operations that failed. */
async function failEach(
	situation: string,
	code: string,
	prepare: (path: string) => void,
	force: boolean,
	check: (path: string, error: unknown, failed: string) => void,
): Promise<string[]> {
	const names: string[] = [];
	for (let k = 0; ; k++) {
		const own = join(folder, situation, String(k));
		mkdirSync(own, { recursive: true });
		const path = join(own, 'take.bin');
		prepare(path);
		let failed: keyof Disk | null = null;
		const disk = watchDisk((count, name) => {
			if (count !== k) return;
			failed = name;
			throw createError(code);
		});
		const error: unknown = await writeWhole(path, NEW, { force }, disk).then(
			() => null,
			(reason: unknown) => reason,
		);
		if (failed === null) {
			expect(error).toBeNull();
			return names;
		}
		names.push(failed);
		check(path, error, failed);
	}
}

/** Whether the file has its name, and only flushing that name failed. */
function isUnflushed(error: unknown): boolean {
	return String(error).includes('take.bin: was written, but a power failure may undo that');
}

function listTemporaries(path: string): string[] {
	return readdirSync(join(path, '..')).filter(isTemporary);
}

describe.each(['EIO', 'ENOSPC', 'EDQUOT'])('a write of which one operation fails with %s', (code) => {
	it('leaves a new file whole or absent', async () => {
		const check = (path: string, error: unknown, failed: string): void => {
			const isWritten = existsSync(path);
			if (isWritten) expect(readFileSync(path).equals(NEW)).toBe(true);
			expect({ failed, isWritten }).toEqual({ failed, isWritten: error === null || isUnflushed(error) });
			if (failed !== 'rmSync') expect(listTemporaries(path)).toEqual([]);
		};
		const names = await failEach(`new-${code}`, code, () => {}, false, check);
		expect(new Set(names)).toEqual(new Set(['rmSync', 'openSync', 'writeSync', 'fsyncSync', 'closeSync', 'linkSync']));
		expect(names.filter((name) => name === 'writeSync')).toHaveLength(5);
	});

	it('leaves the old file or the new one, with its mode', async () => {
		const prepare = (path: string): void => {
			writeFileSync(path, OLD);
			chmodSync(path, 0o640);
		};
		const check = (path: string, error: unknown, failed: string): void => {
			expect(readFileSync(path).equals(error === null || isUnflushed(error) ? NEW : OLD)).toBe(true);
			expect(statSync(path).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o640);
			expect(listTemporaries(path)).toEqual([]);
			if (error !== null)
				expect({ failed, error: String(error) }).toEqual({ failed, error: expect.stringContaining('take.bin') });
		};
		const names = await failEach(`old-${code}`, code, prepare, true, check);
		for (const name of ['openSync', 'writeSync', 'fsyncSync', 'closeSync', 'renameSync', 'fchmodSync'])
			expect(names).toContain(name);
	});
});

describe('two commands with one output, without --force', () => {
	const others = Buffer.from('the content of the other command');

	it.each(['writeSync', 'closeSync', 'linkSync'] as const)(
		'one wins, and the other reports it, at %s',
		async (moment) => {
			const path = join(folder, `race-${moment}.bin`);
			const disk = watchDisk((_, name) => {
				if (name === moment && !existsSync(path)) writeFileSync(path, others);
			});
			await expect(writeWhole(path, NEW, { force: false }, disk)).rejects.toThrow('already exists; use --force');
			expect(readFileSync(path).equals(others)).toBe(true);
			expect(readdirSync(folder).filter(isTemporary)).toEqual([]);
		},
	);

	it.each(['EPERM', 'ENOTSUP'])('also on a disk without hard links, which reports %s', async (code) => {
		const path = join(folder, `no-links-${code}.bin`);
		const withoutLinks = (before: (name: string) => void): Disk =>
			watchDisk((_, name) => {
				before(name);
				if (name === 'linkSync') throw createError(code);
			});
		const race = withoutLinks((name) => {
			if (name === 'linkSync') writeFileSync(path, others);
		});
		await expect(writeWhole(path, NEW, { force: false }, race)).rejects.toThrow('already exists; use --force');
		expect(readFileSync(path).equals(others)).toBe(true);
		rmSync(path);
		await writeWhole(
			path,
			NEW,
			{ force: false },
			withoutLinks(() => {}),
		);
		expect(readFileSync(path).equals(NEW)).toBe(true);
		rmSync(path);
		const failing = withoutLinks((name) => {
			if (name === 'renameSync') throw createError('EIO');
		});
		await expect(writeWhole(path, NEW, { force: false }, failing)).rejects.toThrow('the disk reports an error');
		expect(existsSync(path)).toBe(false);
		expect(readdirSync(folder).filter(isTemporary)).toEqual([]);
	});
});
