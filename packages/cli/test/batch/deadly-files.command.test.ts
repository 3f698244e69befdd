import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createScratch, type Outcome, recorded } from '../support/run-handreel.ts';

const HOOK = fileURLToPath(new URL('../support/deadly-files.cjs', import.meta.url));
const GOOD = ['a.bin', 'c.bin', 'e.bin'];
const SECONDS = 5;
const scratch = createScratch();
const { folder, path } = scratch;
afterAll(() => scratch.remove());
for (const deadly of ['endless', 'greedy']) {
	mkdirSync(path(deadly));
	for (const name of [...GOOD, `b-${deadly}.bin`]) copyFileSync(recorded('mrtk-2.8.3-n033'), path(deadly, name));
}

function runDeadly(...args: string[]): Outcome {
	const env = { ...process.env, NODE_OPTIONS: `--require ${JSON.stringify(HOOK)}` };
	return scratch.runWith({ env, cwd: folder }, ...args);
}

/** How each file ends. Only one of them needs a deadline: a busy machine may be slow to run out of memory. */
const KINDS = [
	{
		deadly: 'endless',
		options: ['--timeout', String(SECONDS)],
		reason: `takes more than ${SECONDS} seconds; it may be damaged`,
	},
	{ deadly: 'greedy', options: [], reason: 'takes more than 256 MB of memory; it may be damaged' },
];

describe.each(KINDS)('a file that kills its thread: $deadly', ({ deadly, options, reason }) => {
	it.each(['info', 'check', 'measure', 'convert'])('is named by %s, which continues with the others', (command) => {
		const outputs = command === 'convert' ? [`converted-${deadly}`] : [];
		const { status, stdout, stderr } = runDeadly(command, deadly, ...outputs, ...options);
		expect(status).toBe(1);
		expect(stderr).toContain(`${deadly}/b-${deadly}.bin: ${reason}`);
		if (command === 'convert') expect(readdirSync(path(`converted-${deadly}`))).toEqual(GOOD);
		else for (const name of GOOD) expect(stdout).toContain(name);
	});

	it('is a row with an error of the catalog, which does not stay locked', () => {
		const { status, stderr } = runDeadly('index', deadly, ...options);
		expect(status).toBe(0);
		expect(stderr).toContain(`b-${deadly}.bin: takes more than`);
		expect(existsSync(path(deadly, '.handreel', 'lock.json'))).toBe(false);
		const again = scratch.run('index', deadly);
		expect(again.stdout).toContain('4 recordings, 1 new or changed');
		expect(again.stderr).not.toContain('takes more than');
	});
});
