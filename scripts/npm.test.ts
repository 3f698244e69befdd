import { describe, expect, it } from 'vitest';
import { npm } from './npm.mjs';

const windows = { platform: 'win32', execPath: 'C:\\Program Files\\nodejs\\node.exe', exists: () => true };

describe('npm', () => {
	it('is the file that runs the present script', () => {
		const npmPath = 'C:\\Users\\Jo Doe\\npm\\bin\\npm-cli.js';
		expect(npm(['ci'], { ...windows, npmPath })).toEqual([windows.execPath, [npmPath, 'ci']]);
	});

	it('is found beside node.exe on Windows, where the batch file would need a shell', () => {
		const file = 'C:\\Program Files\\nodejs\\node_modules\\npm\\bin\\npm-cli.js';
		expect(npm(['ci'], windows)).toEqual([windows.execPath, [file, 'ci']]);
		expect(() => npm(['ci'], { ...windows, exists: () => false })).toThrow('start this script with npm run');
	});

	it('is the program on the PATH elsewhere, also in scripts of other package managers', () => {
		const linux = { platform: 'linux', execPath: '/usr/bin/node', npmPath: '/usr/lib/pnpm.cjs', exists: () => false };
		expect(npm(['ci'], linux)).toEqual(['npm', ['ci']]);
	});
});
