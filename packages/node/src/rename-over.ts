import { chmodSync, renameSync } from 'node:fs';

/** What renaming needs of the system. */
export interface RenameSystem {
	readonly platform: NodeJS.Platform;
	readonly renameSync: (from: string, to: string) => void;
	readonly chmodSync: (path: string, mode: number) => void;
	readonly wait: (milliseconds: number) => void;
}

/** The system that this process runs on. */
export const THIS_SYSTEM: RenameSystem = { platform: process.platform, renameSync, chmodSync, wait };

/** What Windows reports while another program has the file open, often a virus scanner or an indexer. */
const IN_USE: readonly (string | undefined)[] = ['EPERM', 'EACCES', 'EBUSY'];
const ATTEMPTS = 8;
const FIRST_WAIT_MS = 10;
const WRITABLE_MODE = 0o666;

/**
 * Renames a file over another file. Windows refuses that while the other file is open or read-only, so this makes it
 * writable and tries again for more than half a second; other systems succeed or fail at once.
 */
export function renameOver(from: string, to: string, system: RenameSystem = THIS_SYSTEM): void {
	for (let attempt = 1; ; attempt++) {
		try {
			system.renameSync(from, to);
			return;
		} catch (error) {
			const isInUse = IN_USE.includes((error as NodeJS.ErrnoException).code);
			if (system.platform !== 'win32' || !isInUse || attempt === ATTEMPTS) throw error;
		}
		if (attempt === 1) makeWritable(to, system);
		else system.wait(FIRST_WAIT_MS * 2 ** (attempt - 2));
	}
}

// The file may not exist: then the folder is the reason, and the next attempt fails again.
function makeWritable(path: string, { chmodSync }: RenameSystem): void {
	try {
		chmodSync(path, WRITABLE_MODE);
	} catch {}
}

// Blocks, because a change of several files must not be interrupted by other work of the process.
function wait(milliseconds: number): void {
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
