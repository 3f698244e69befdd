import { describe, expect, it } from 'vitest';
import { explainReservedName } from '../../src/files/reserved-name.ts';

describe('explainReservedName', () => {
	it.each(['con.bin', 'C:\\out\\AUX', 'out/lpt1.glb', 'nul.json', 'COM¹.csv', 'prn .bin'])(
		'refuses %s on Windows',
		(path) => {
			expect(explainReservedName(path, 'win32')).toMatch(/is the name of a device on Windows/);
			expect(explainReservedName(path, 'linux')).toBeNull();
		},
	);

	it.each(['session.bin:take', 'C:\\out\\12:30.bin', '\\\\host\\share\\a:b.bin'])('refuses the stream %s', (path) => {
		expect(explainReservedName(path, 'win32')).toMatch(/allows no ':'/);
	});

	it.each([
		'C:\\out\\a.bin',
		'C:a.bin',
		'console.bin',
		'com10.bin',
		'nul',
		'\\\\host\\share\\a.bin',
		'..\\auxiliary\\a.b.bin',
	])('allows %s', (path) => {
		expect(explainReservedName(path, 'win32')).toBeNull();
	});
});
