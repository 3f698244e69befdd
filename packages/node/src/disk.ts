import * as fs from 'node:fs';

/** What the functions of this package need of `node:fs`. Tests pass one that fails. */
export type Disk = Pick<
	typeof fs,
	| 'chmodSync'
	| 'closeSync'
	| 'copyFileSync'
	| 'fchmodSync'
	| 'fchownSync'
	| 'fstatSync'
	| 'fsync'
	| 'fsyncSync'
	| 'ftruncateSync'
	| 'linkSync'
	| 'lstatSync'
	| 'mkdirSync'
	| 'openSync'
	| 'readdirSync'
	| 'readFileSync'
	| 'readSync'
	| 'renameSync'
	| 'rmSync'
	| 'unlinkSync'
	| 'writeSync'
>;

/** The disk of this machine. */
export const DISK: Disk = fs;

/** The number of bytes from which on a file cannot be read as a whole: engines limit the size of buffers. */
export const MAX_FILE_BYTES: number = 2 ** 32;
/** The most that `readFileSync` reads. */
const MAX_READ_BYTES: number = 2 ** 31 - 1;

// Windows has neither. Opening a FIFO without the second one would wait for its writer.
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants as Partial<typeof fs.constants>;

/** Returns whether there is a file at a path that is not a link, folder, pipe or device. */
export function isRegularFile(path: string, disk: Disk = DISK): boolean {
	return disk.lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/**
 * Opens a file that is not a link, folder, pipe or device. `flags` are those of `node:fs.constants`. Throws the system's error,
 * `ENOENT` if there is none and nothing is to be created.
 */
export function openRegularFile(path: string, flags: number, disk: Disk = DISK): number {
	const stats = disk.lstatSync(path, { throwIfNoEntry: false });
	if (stats !== undefined && !stats.isFile()) refuse(path);
	const file = disk.openSync(path, flags | O_NOFOLLOW | O_NONBLOCK, 0o666);
	if (disk.fstatSync(file).isFile()) return file;
	disk.closeSync(file);
	return refuse(path);
}

/**
 * Reads a file in a folder that may come from a stranger. Returns `null` if there is none. Throws for links, folders, pipes and devices,
 * and for a file of more than `limit` bytes.
 */
export function readRegularFile(path: string, limit: number = MAX_READ_BYTES): Buffer<ArrayBuffer> | null {
	const stats = fs.lstatSync(path, { throwIfNoEntry: false });
	if (stats === undefined) return null;
	if (!stats.isFile()) refuse(path);
	if (stats.size > limit) throw new Error(`${path} has more than ${limit} bytes; delete it`);
	try {
		return fs.readFileSync(path, { flag: fs.constants.O_RDONLY | O_NOFOLLOW | O_NONBLOCK } as { flag: never });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
		throw error;
	}
}

function refuse(path: string): never {
	throw new Error(`${path} is not a regular file; delete it`);
}

/** Opens a file for reading, also through links, without waiting for the writer of a FIFO. It may be no regular file. */
export function openWithoutWaiting(path: fs.PathLike): number {
	return fs.openSync(path, fs.constants.O_RDONLY | O_NONBLOCK);
}

/** Writes all bytes, at a position or at the end. */
export function writeAll(file: number, bytes: Uint8Array, position: number | null = null, disk: Disk = DISK): void {
	for (let done = 0; done < bytes.length; )
		done += disk.writeSync(file, bytes, done, bytes.length - done, position === null ? null : position + done);
}

/** Removes a file. What cannot be removed stays: the error before is the one to report. */
export function removeQuietly(path: string, disk: Disk = DISK): void {
	try {
		disk.rmSync(path, { force: true });
	} catch {}
}
