import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { BOMBS } from '../support/bombs.ts';

const READER = new URL('../support/read-bomb.mjs', import.meta.url).pathname;
const MEGABYTES = 512;
/** Of the processor, for reading and then for recovering. */
const SECONDS = 2 * 5;

const folder = mkdtempSync(join(tmpdir(), 'handreel-bombs-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Report {
	readonly ends: readonly string[];
	readonly seconds: number;
	readonly megabytes: number;
}

// Linux reports how much memory a process has used at most.
describe.skipIf(process.platform !== 'linux')(`within ${MEGABYTES} MB and 5 s`, () => {
	it.each(BOMBS.map((bomb) => [bomb.name, bomb] as const))('%s', (_, { format, make, ends, isWritten }) => {
		const path = join(folder, 'bomb');
		writeFileSync(path, make());
		const options = isWritten ? ['write'] : [];
		const output = execFileSync(process.execPath, [
			`--max-old-space-size=${MEGABYTES}`,
			READER,
			path,
			format,
			...options,
		]);
		const report = JSON.parse(output.toString()) as Report;
		for (const end of report.ends) expect(ends).toContain(end);
		expect(report.megabytes).toBeLessThan(MEGABYTES);
		expect(report.seconds).toBeLessThan(SECONDS);
	});
});
