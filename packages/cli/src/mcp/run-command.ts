import { createRequire } from 'node:module';

/** What a command printed. */
export interface CommandOutput {
	readonly stdout: Buffer;
	readonly stderr: string;
	readonly status: number | null;
}

/** Milliseconds, and bytes of output. */
const TIMEOUT = 120_000;
const MAX_BYTES = 32 * 1024 * 1024;

/** Runs a command of handreel in another process, without a shell. */
export async function runCommand(words: readonly string[], folder: string): Promise<CommandOutput> {
	// The build replaces imports of this module, because most commands need none of it (tsdown.config.ts).
	const { execFile }: typeof import('node:child_process') = createRequire(__filename)('node:child_process');
	return new Promise((resolve) => {
		const options = {
			cwd: folder,
			timeout: TIMEOUT,
			maxBuffer: MAX_BYTES,
			encoding: 'buffer',
			windowsHide: true,
		} as const;
		execFile(process.execPath, [process.argv[1]!, ...words], options, (error, stdout, stderr) => {
			const isLate = error !== null && error.killed === true;
			const reason = isLate ? `the command took longer than ${TIMEOUT / 1000} s, or printed too much` : '';
			const status = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
			resolve({ stdout, stderr: `${stderr.toString()}${reason}`, status });
		});
	});
}
