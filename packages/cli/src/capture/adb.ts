import { createRequire } from 'node:module';

/** What a program printed; `null` if it could not be run. */
export type RunProgram = (program: string, args: readonly string[]) => string | null;

/** A headset or phone on a cable. */
export interface CableDevice {
	readonly serial: string;
	readonly model: string;
}

const TIMEOUT_MS = 10_000;

/** Runs a program and waits for it. */
export const runProgram: RunProgram = (program, args) => {
	// The build replaces imports of this module, because most commands need none of it (tsdown.config.ts).
	const { spawnSync }: typeof import('node:child_process') = createRequire(__filename)('node:child_process');
	const { status, stdout } = spawnSync(program, args, { timeout: TIMEOUT_MS, encoding: 'utf8', windowsHide: true });
	return status === 0 ? stdout : null;
};

/** Lists the devices that adb is allowed to use; `null` if there is no adb. */
export function listCableDevices(run: RunProgram): CableDevice[] | null {
	const output = run('adb', ['devices', '-l']);
	if (output === null) return null;
	return output.split('\n').flatMap((line) => {
		const [, serial, rest = ''] = /^(\S+)\s+device\b(.*)$/.exec(line.trim()) ?? [];
		if (serial === undefined) return [];
		return [{ serial, model: (/\bmodel:(\S+)/.exec(rest)?.[1] ?? serial).replaceAll('_', ' ') }];
	});
}

/** Makes a port of this machine a port of the device, and opens a page there. Returns what could not be done, or `null`. */
export function openOnDevice(run: RunProgram, { serial }: CableDevice, port: number, url: string): string | null {
	if (run('adb', ['-s', serial, 'reverse', `tcp:${port}`, `tcp:${port}`]) === null)
		return `adb reverse tcp:${port} tcp:${port} failed`;
	const view = ['shell', 'am', 'start', '-a', 'android.intent.action.VIEW', '-d', url];
	return run('adb', ['-s', serial, ...view]) === null
		? `the page could not be opened; open ${url} on the device`
		: null;
}

/** Undoes {@link openOnDevice}. */
export function closeOnDevice(run: RunProgram, { serial }: CableDevice, port: number): void {
	run('adb', ['-s', serial, 'reverse', '--remove', `tcp:${port}`]);
}
