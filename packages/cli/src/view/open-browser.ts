import { createRequire } from 'node:module';

/** The surroundings of the command. */
export interface Surroundings {
	readonly platform: NodeJS.Platform;
	readonly env: NodeJS.ProcessEnv;
	/** Whether standard output is a terminal. */
	readonly isTerminal: boolean;
}

/** Whether somebody sits in front of a desktop: a terminal, but no CI and no SSH, and on Linux a display. */
export function hasDesktop({ platform, env, isTerminal }: Surroundings): boolean {
	const isSet = (name: string): boolean => !['', '0', 'false'].includes(env[name] ?? '');
	if (!isTerminal || ['CI', 'SSH_CONNECTION', 'SSH_CLIENT', 'SSH_TTY'].some(isSet)) return false;
	return platform === 'darwin' || platform === 'win32' || isSet('DISPLAY') || isSet('WAYLAND_DISPLAY');
}

/** The program that opens a URL in the default browser, and its arguments. */
export function chooseOpener(platform: NodeJS.Platform, url: string): readonly [program: string, ...args: string[]] {
	if (platform === 'darwin') return ['open', url];
	// `start` takes the first quoted text as the title of a window. Without quotes, `&` in the URL would end the command.
	if (platform === 'win32') return ['cmd', '/c', 'start', '""', `"${url}"`];
	return ['xdg-open', url];
}

/** Opens a URL in the default browser. `onFail` is called with the reason if that is impossible. */
export function openBrowser(url: string, onFail: (reason: string) => void): void {
	const [program, ...args] = chooseOpener(process.platform, url);
	// The build replaces imports of this module, because most commands need none of it (tsdown.config.ts).
	const { spawn }: typeof import('node:child_process') = createRequire(__filename)('node:child_process');
	// Detached: Ctrl+C stops the server and leaves the browser open.
	spawn(program, args, { detached: true, stdio: 'ignore', windowsHide: true, windowsVerbatimArguments: true })
		.once('error', (error: NodeJS.ErrnoException) =>
			onFail(error.code === 'ENOENT' ? `${program} was not found` : error.message),
		)
		.once('exit', (code) => {
			if (code !== null && code !== 0) onFail(`${program} ended with ${code}`);
		})
		.unref();
}
