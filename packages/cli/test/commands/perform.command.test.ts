import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { decodeReel } from '@handreel/core/reel';
import { afterAll, describe, expect, it } from 'vitest';
import { createScratch } from '../support/run-handreel.ts';

const scratch = createScratch();
afterAll(() => scratch.remove());

const write = (name: string, text: string): string => {
	writeFileSync(scratch.path(name), text);
	return name;
};
const read = (name: string) => decodeReel(readFileSync(scratch.path(name)));

const GRAB = `export const options = { frameRate: 20 };
export default ({ right }) => {
	right.reach([0.2, 1.1, 0.4]).pinch().mark('held').moveTo([0, 1.2, 0.4]).release();
};
`;

describe('handreel perform', () => {
	it('records what a script performs, the same each time, and overwrites nothing', () => {
		const script = write('grab.mjs', GRAB);
		const { status, stdout, stderr } = scratch.run('perform', script, 'a.reel');
		expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
		expect(stdout).toMatch(/^a\.reel {2}\d\.\d+ s, [\d,. ]+ keys, /);
		scratch.run('perform', script, 'b.reel');
		expect(readFileSync(scratch.path('a.reel')).equals(readFileSync(scratch.path('b.reel')))).toBe(true);
		expect(read('a.reel').markers.map(({ name }) => name)).toEqual(['held']);
		expect(scratch.run('perform', script, 'a.reel').stderr).toContain('use --force');
	});

	it('writes variants into a folder, and reports all of them', () => {
		const script = write('grab.mjs', GRAB);
		const report = scratch.json('perform', script, 'takes/', '--variants', '3', '--seed', '7', '--json');
		expect(readdirSync(scratch.path('takes')).sort()).toEqual(['grab-1.reel', 'grab-2.reel', 'grab-3.reel']);
		expect(report).toHaveLength(3);
		const durations = new Set(readdirSync(scratch.path('takes')).map((name) => read(`takes/${name}`).duration));
		expect(durations.size).toBe(3);
	});

	it('takes options from the script and from the command line', () => {
		const script = write(
			'options.mjs',
			`export const options = { space: 'webxr', input: 'hands', frameRate: 30 };
			export default async (performer) => performer.right.reach([0.2, 1.1, -0.4]).press('trigger');`,
		);
		expect(scratch.run('perform', script, 'options.reel', '--input', 'controllers').status).toBe(0);
		const { controllers, info } = read('options.reel');
		expect(controllers?.right).not.toBeNull();
		expect(info.frameRate).toBe(30);
	});

	it.each([
		[
			'far.mjs',
			'export default ({ right }) => {\n\tright.wait(1);\n\tright.reach([0, 1, 3]);\n};',
			'far.mjs:3:8: reach: [0, 1, 3] is out of reach at 1.12 s',
		],
		[
			'typo.mjs',
			'\nexport default ({ right }) => right.reech([0, 1, 0]);',
			'typo.mjs:2:37: TypeError: right.reech is not a function',
		],
		['syntax.mjs', '\n\nexport default ({ right }) => {', 'syntax.mjs:3: SyntaxError: Unexpected end of input'],
		['late.mjs', 'export default async () => { await 0; throw new Error("no block"); };', 'late.mjs:1:45: no block'],
		['none.mjs', 'export const play = 1;', 'none.mjs: the default export is not a function'],
		['idle.mjs', 'export default () => {};', 'idle.mjs: the script moved nothing'],
		['import.mjs', 'import "./nowhere.mjs";', 'Cannot find module'],
		[
			'bad.mjs',
			'export const options = { hight: 2 };\nexport default () => {};',
			'bad.mjs: hight is not an option of a performer',
		],
	])('shows the line of an error: %s', (name, text, message) => {
		const { status, stderr } = scratch.run('perform', write(name, text), 'never.reel');
		expect(stderr).toContain(message);
		expect(stderr.trimEnd().split('\n')).toHaveLength(1);
		expect(status).toBe(1);
		expect(readdirSync(scratch.folder)).not.toContain('never.reel');
	});

	it('explains what it needs for TypeScript', () => {
		const script = write('typed.ts', 'export default ({ right }: any) => right.wave();');
		const { status, stderr } = scratch.run('perform', script, 'typed.reel');
		const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
		if (major > 22 || (major === 22 && minor >= 18)) expect(status).toBe(0);
		else expect(stderr).toContain('cannot run TypeScript; use Node 22.18 or newer');
	});

	it('refuses variants in a file and missing scripts', () => {
		const script = write('grab.mjs', GRAB);
		expect(scratch.run('perform', script, 'one.reel', '--variants', '2')).toMatchObject({ status: 2 });
		expect(scratch.run('perform', 'nowhere.mjs', 'one.reel').stderr).toContain('no such file');
	});
});
