import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { createScratch, recorded } from '../support/run-handreel.ts';
import { readStart } from '../support/small-recordings.ts';

const scratch = createScratch({ 'mixed/warning.bin': 'mrtk-2.8.3-n020', 'mixed/fine.bin': 'mrtk-2.8.3-n100' });
for (const name of ['old.bin', 'mixed/error.bin'])
	writeFileSync(scratch.path(name), readStart('mrtk-2.6.0-full-5s', 1));
afterAll(() => scratch.remove());
const { run, runWith, json, path } = scratch;

describe('handreel check', () => {
	it('finds the lost W of MRTK 2.6.0, names the releases and ends with 1', () => {
		const { stdout, status } = run('check', 'old.bin');
		expect(status).toBe(1);
		expect(stdout).toMatch(
			/error +.*W is missing .*MRTK 2\.6\.0–2\.6\.2 and 2\.7\.0–2\.7\.2 .*\(rotation-w-lost\) at byte \d+/,
		);
	});

	it('ends with 0 for warnings, unless it is strict', () => {
		const [entry] = json('check', recorded('mrtk-2.8.3-n020'), '--json');
		expect(entry.issues.map(({ severity }: { severity: string }) => severity)).toContain('warning');
		expect(run('check', recorded('mrtk-2.8.3-n020')).status).toBe(0);
		expect(run('check', recorded('mrtk-2.8.3-n020'), '--strict').status).toBe(1);
	});

	it('explains broken files with the place', () => {
		const { stdout, status } = run('check', join(root, 'fixtures', 'broken', 'truncated.bin'));
		expect(status).toBe(1);
		expect(stdout).toMatch(/\(truncated\) at byte 31/);
	});

	it('looks at folders and standard input', () => {
		expect(run('check', 'mixed').stdout).toMatch(
			/3 files: 1 with errors, 1 with warnings, 0 with notes only, 1 without issues/,
		);
		expect(runWith({ input: readFileSync(path('old.bin')) }, 'check', '-').status).toBe(1);
		expect(run('check', 'no-such.bin')).toMatchObject({ status: 1 });
	});
});
