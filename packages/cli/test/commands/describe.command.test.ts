import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { createScratch } from '../support/run-handreel.ts';

const { path, run, json, remove } = createScratch();
beforeAll(() => copyFileSync(join(root, 'examples/grab/tests/grab.bin'), path('grab.bin')));
afterAll(remove);

describe('handreel describe', () => {
	it('reports reaches, pinches and markers in the order of time', () => {
		const { stdout, status } = run('describe', 'grab.bin');
		expect(status).toBe(0);
		expect(stdout).toMatch(/0\.82 s {2}the left hand pinches for 0\.78 s/);
		expect(stdout).toMatch(/1\.20 s {2}marker 'held'/);
		const times = [...stdout.matchAll(/^ *(\d+\.\d+) s/gm)].map(([, time]) => Number(time));
		expect(times).toEqual([...times].sort((a, b) => a - b));
		expect(run('describe', 'grab.bin', '--at', 'held').stdout).not.toContain("marker 'released'");
		expect(json('describe', 'grab.bin', '--json').events).toHaveLength(times.length);
	});

	it('refuses options without a page, and outputs that are wrong or exist', () => {
		const page = ['--url', 'http://localhost:1'];
		expect(run('describe', 'grab.bin', '--test', 'a.spec.ts')).toMatchObject({
			status: 2,
			stderr: expect.stringContaining('--test needs --url'),
		});
		expect(run('describe', 'grab.bin', ...page, '--test', 'a.txt').stderr).toContain('must end in .ts or .js');
		copyFileSync(path('grab.bin'), path('old.ts'));
		expect(run('describe', 'grab.bin', ...page, '--test', 'old.ts').stderr).toContain('old.ts');
		expect(run('describe', 'none.bin').status).toBe(1);
		expect(existsSync(path('a.spec.ts'))).toBe(false);
	});
});
