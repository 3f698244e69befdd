import { dirname, resolve } from 'node:path';
import { DISK, type Disk } from './disk.ts';

/** What systems report for folders that they cannot flush, such as some network folders, or that may not be read. */
const CANNOT: readonly (string | undefined)[] = [
	...['EACCES', 'EPERM', 'EINVAL', 'EBADF', 'EISDIR', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'],
];

/**
 * Flushes the names in a folder to the disk: without it, a power failure could leave a new file without a name, or an old name
 * for a renamed file. Does nothing where the system cannot do it. Throws the system's error if flushing fails.
 *
 * @example
 * syncFolder('takes'); // after a rename in it
 */
export function syncFolder(path: string, disk: Disk = DISK): void {
	// Windows does it by itself.
	if (process.platform === 'win32') return;
	try {
		const folder = disk.openSync(path, 'r');
		try {
			disk.fsyncSync(folder);
		} finally {
			disk.closeSync(folder);
		}
	} catch (error) {
		if (!CANNOT.includes((error as NodeJS.ErrnoException).code)) throw error;
	}
}

/** Creates a folder if there is none, with all folders around it, and flushes their names to the disk. */
export function createFolder(folder: string, disk: Disk = DISK): void {
	const first = disk.mkdirSync(folder, { recursive: true });
	if (first === undefined) return;
	const top = resolve(first);
	for (let path = resolve(folder); path.length >= top.length; path = dirname(path)) syncFolder(dirname(path), disk);
}
