// Random histories of pages, a server and its disk, with faults, kills and power cuts. After every step: what was acknowledged can
// be recovered, what was saved is there, what was discarded is not. At the end: every take settles.
import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { CrashDisk, type Lie } from '../support/crash-disk.ts';
import { HISTORY, runHistory, type Step } from '../support/run-history.ts';
import { useScratch } from '../support/scratch.ts';

const scratch = useScratch();
const HISTORIES = 200;

/** A run that is killed after it has named a file and before it has flushed the name; later the power is cut. */
const NAMED: readonly Step[] = [
	{ kind: 'connect' },
	{ kind: 'deliver', count: 2 },
	{ kind: 'reload', page: 1 },
	{ kind: 'finish', page: 0 },
	{ kind: 'deliver', count: 4 },
	{ kind: 'write', page: 3, size: 24_816 },
	{ kind: 'error', calls: 15 },
	{ kind: 'finish', page: 2 },
	{ kind: 'finish', page: 3 },
	{ kind: 'deliver', count: 3 },
	{ kind: 'power', seed: 132_724_710 },
	{ kind: 'connect' },
	{ kind: 'deliver', count: 5 },
	{ kind: 'kill', calls: 16 },
	{ kind: 'deliver', count: 4 },
];

beforeAll(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterAll(() => void vi.useRealTimers());

async function run(steps: readonly Step[], lie: Lie | null = null): Promise<void> {
	const folder = scratch();
	await runHistory(new CrashDisk(folder, lie), steps);
	rmSync(folder, { recursive: true });
}

it(`${HISTORIES} histories keep all promises`, async () => {
	const property = fc.asyncProperty(HISTORY, (steps) => run(steps));
	// To get a shorter history, leave out `endOnFailure`: that takes minutes.
	await fc.assert(property, { numRuns: HISTORIES, seed: 20_260_101, endOnFailure: true, examples: [[[...NAMED]]] });
});

it.each(['flushes nothing', 'deletes nothing'] as const)('a disk that %s is found', async (lie) => {
	const property = fc.asyncProperty(HISTORY, (steps) => run(steps, lie));
	const { failed, numRuns } = await fc.check(property, { numRuns: HISTORIES, seed: 1, endOnFailure: true });
	expect([failed, numRuns < 50]).toEqual([true, true]);
});
