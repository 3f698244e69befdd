// Every call of the file system fails once during an update, or ends it there.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultKind, injectFaults, type Trial } from '../../../../scripts/fail-once.ts';
import { root } from '../../../../scripts/workspace.mjs';
import { readDataset } from '../support/folders.ts';

const work = mkdtempSync(join(tmpdir(), 'handreel-corpus-faults-'));
const faults = injectFaults();
afterAll(() => {
	faults.restore();
	rmSync(work, { recursive: true, force: true });
});
const { updateCatalog } = await import('../../src/index.ts');
const { readManifest } = await import('../../src/internal.ts');

const path = (...names: string[]): string => join(work, ...names);
const FIXTURES = ['generated/mrtk-1.0.bin', 'generated/mrtk-1.1.bin'].map((name) => join(root, 'fixtures', name));
const update = (): Promise<unknown> => updateCatalog(path('try'), { frames: true });

let after: Readonly<Record<string, string>>;

// The files of a catalog and what is in them, in short texts.
function describeDataset(folder: string): Record<string, string> {
	const files = Object.entries(readDataset(path(folder, '.handreel')));
	return Object.fromEntries(files.map(([name, text]) => [name, hash(Buffer.from(text))]));
}

// A catalog of one recording, beside another recording that the next update adds.
beforeAll(async () => {
	cpSync(FIXTURES[0]!, path('start', 'a.bin'));
	await updateCatalog(path('start'), { frames: true });
	cpSync(FIXTURES[1]!, path('start', 'b.bin'));
	const before = describeDataset('start');
	reset();
	await update();
	after = describeDataset('try');
	expect(after).not.toEqual(before);
});

function reset(): void {
	rmSync(path('try'), { recursive: true, force: true });
	cpSync(path('start'), path('try'), { recursive: true, preserveTimestamps: true });
}

// Whether there is a catalog whose files are those that it names. Files that wait have their content already.
function isSound(out: string): boolean {
	const manifest = readManifest(out);
	if (manifest === null) return false;
	return [...manifest.tables, ...(manifest.frames?.files ?? [])].every(({ name, sha256 }) =>
		[name, `${name}.handreel-new`].some(
			(one) => existsSync(join(out, one)) && hash(readFileSync(join(out, one))) === sha256,
		),
	);
}

function hash(bytes: Uint8Array): string {
	return createHash('sha256').update(bytes).digest('hex');
}

const CHANGES = /^(close|fsync|mkdir|open|rename|rm|write)/;

// The places that differ: of writes that follow each other, the first and the last; of equal calls that read, one. Ending a program
// before it reads is the same as ending it before its next change.
function listPlaces(calls: readonly string[], kind: FaultKind): number[] {
	return [...calls.keys()].filter((at) => {
		const call = calls[at]!;
		if (!CHANGES.test(call)) return kind === 'error' && calls.indexOf(call) === at;
		return call !== 'writeSync' || calls[at - 1] !== call || calls[at + 1] !== call;
	});
}

/** Updates of which one call fails, each followed by one that is not disturbed. Returns the calls that failed. */
async function failEach(kind: FaultKind): Promise<string[]> {
	reset();
	const { calls: all } = await faults.run(Number.POSITIVE_INFINITY, kind, update);
	const failed: string[] = [];
	for (const at of listPlaces(all, kind)) {
		reset();
		const { calls, isHit }: Trial = await faults.run(at, kind, update);
		const last = calls.at(-1) ?? '';
		expect({ last: last.replace(/ .*/, ''), isHit }).toEqual({ last: all[at]!.replace(/ .*/, ''), isHit: true });
		failed.push(last);
		const out = path('try', '.handreel');
		expect({ last, isSound: isSound(out) }).toEqual({ last, isSound: true });
		for (const [i, name] of ['a.bin', 'b.bin'].entries())
			expect(readFileSync(path('try', name)).equals(readFileSync(FIXTURES[i]!))).toBe(true);
		// A process that was killed leaves its lock, and so does one that cannot delete it. Here, that process still runs.
		const lock = join(out, 'lock.json');
		if (kind === 'error' && existsSync(lock)) expect(last).toContain('lock.json');
		rmSync(lock, { force: true });
		await update();
		expect({ last, ...describeDataset('try') }).toEqual({ last, ...after });
		expect(readdirSync(out).sort()).toEqual([
			'catalog.parquet',
			'events.parquet',
			'frames',
			'manifest.json',
			'state.json',
		]);
		expect(readdirSync(join(out, 'frames'))).toHaveLength(1);
	}
	return failed;
}

describe('an update of a catalog', () => {
	it('leaves a catalog that is whole if one call fails, and the next update completes it', async () => {
		const failed = await failEach('error');
		const names = new Set(failed.map((call) => call.replace(/ .*/, '')));
		for (const name of ['openSync', 'writeSync', 'fsyncSync', 'closeSync', 'renameSync', 'rmSync', 'readdirSync'])
			expect(names).toContain(name);
		expect(failed.length).toBeGreaterThan(60);
	}, 240_000);

	it('leaves a catalog that is whole if it is killed at any change, and the next update completes it', async () => {
		expect((await failEach('crash')).length).toBeGreaterThan(30);
	}, 240_000);
});
