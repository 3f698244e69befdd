import { chmodSync, renameSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** What renaming needs of the system. */
export interface RenameSystem {
	readonly platform: NodeJS.Platform;
	readonly rename: (from: string, to: string) => void;
	readonly chmod: (path: string, mode: number) => void;
	readonly wait: (milliseconds: number) => Promise<unknown>;
}

const THIS_SYSTEM: RenameSystem = {
	platform: process.platform,
	rename: renameSync,
	chmod: chmodSync,
	wait: setTimeout,
};

/** What Windows reports while another program has the file open, often a virus scanner or an indexer. */
const IN_USE: readonly (string | undefined)[] = ['EPERM', 'EACCES', 'EBUSY'];
const ATTEMPTS = 8;
const FIRST_WAIT_MS = 10;
const WRITABLE_MODE = 0o666;

/**
 * Renames a file over another file. Windows refuses that while the other file is open or read-only, so this makes it
 * writable and tries again for more than half a second; other systems succeed or fail at once.
 */
export async function renameOver(from: string, to: string, system: RenameSystem = THIS_SYSTEM): Promise<void> {
	for (let attempt = 1; ; attempt++) {
		try {
			system.rename(from, to);
			return;
		} catch (error) {
			const isInUse = IN_USE.includes((error as NodeJS.ErrnoException).code);
			if (system.platform !== 'win32' || !isInUse || attempt === ATTEMPTS) throw error;
		}
		if (attempt === 1) makeWritable(to, system);
		else await system.wait(FIRST_WAIT_MS * 2 ** (attempt - 2));
	}
}

// The file may not exist: then the folder is the reason, and the next attempt fails again.
function makeWritable(path: string, { chmod }: RenameSystem): void {
	try {
		chmod(path, WRITABLE_MODE);
	} catch {}
}
