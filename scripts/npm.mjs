// Finds npm. On Windows `npm` is a batch file: Node starts it only through a shell, and a shell splits paths at spaces.
// The JavaScript file of npm needs neither.
import { existsSync } from 'node:fs';
import { posix, win32 } from 'node:path';

const THIS_MACHINE = {
	platform: process.platform,
	execPath: process.execPath,
	npmPath: process.env.npm_execpath,
	exists: existsSync,
};

/**
 * Program and arguments that run npm, for `spawn(...npm(['pack']), options)`.
 *
 * @param {readonly string[]} args
 * @param {{ platform: string, execPath: string, npmPath?: string | undefined, exists: (path: string) => boolean }} machine
 * @returns {[string, string[]]}
 */
export function npm(args, machine = THIS_MACHINE) {
	const { platform, execPath, npmPath, exists } = machine;
	const isWindows = platform === 'win32';
	const { dirname, join } = isWindows ? win32 : posix;
	// Set by npm itself for the scripts that it runs. Other package managers set it to their own program.
	if (npmPath !== undefined && /[\\/]npm-cli\.js$/.test(npmPath)) return [execPath, [npmPath, ...args]];
	if (!isWindows) return ['npm', [...args]];
	const installed = join(dirname(execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js');
	if (!exists(installed)) throw new Error('npm not found beside node.exe; start this script with npm run');
	return [execPath, [installed, ...args]];
}
