import { createRequire } from 'node:module';
import { writeError } from '../print/output.ts';
import { checkNameFree } from './session-client.ts';
import { findSessionFolder } from './session-folder.ts';

/** What the process in the background sends when the page is open. */
export interface OpenedMessage {
	readonly text: string;
	readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Starts this command again in the background, where it keeps the page open, and waits until the page is there. Throws `Error` with its
 * reason if it does not open.
 */
export async function startInBackground(name: string, args: readonly string[]): Promise<OpenedMessage> {
	await checkNameFree(findSessionFolder(), name);
	// The build replaces imports of this module, because most commands need none of it (tsdown.config.ts).
	const { spawn }: typeof import('node:child_process') = createRequire(__filename)('node:child_process');
	const child = spawn(process.execPath, [process.argv[1]!, ...args, '--foreground'], {
		detached: true,
		stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
		windowsHide: true,
	});
	// Ctrl-C while the page loads leaves nothing behind.
	const stop = (_: NodeJS.Signals, number: number): never => {
		child.kill();
		process.exit(128 + number);
	};
	process.once('SIGINT', stop).once('SIGTERM', stop);
	let errors = '';
	child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
		errors += chunk;
	});
	const opened = await new Promise<OpenedMessage | null>((resolve, reject) => {
		child.once('message', (message) => resolve(message as OpenedMessage));
		child.once('error', reject).once('close', () => resolve(null));
	});
	process.off('SIGINT', stop).off('SIGTERM', stop);
	if (opened === null) {
		throw new Error(
			errors.trim().replace(/^handreel: /gm, '') || 'the process in the background ended without a reason',
		);
	}
	if (errors !== '') writeError(errors.trimEnd());
	child.stderr!.destroy();
	child.disconnect();
	child.unref();
	return opened;
}
