// The reader of readers/python, where there is a python3: a second reader that shares no line with ours.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { isRecordingError, iterateCurves } from '@handreel/core';
import { decodeReel } from '@handreel/core/reel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeReel, listDifferences } from '../../../../scripts/reel-vectors/describe.mjs';
import { mutateBytes } from '../support/mutate.ts';
import { createRandom } from '../support/random.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const FOLDER = join(ROOT, 'fixtures/reels/vectors');
const READER = join(ROOT, 'readers/python');
const REPAIR = fileURLToPath(new URL('repair-checksums.py', import.meta.url));
const NAMES = readdirSync(FOLDER).filter((name) => name.endsWith('.reel'));
/** This reader skips rooms, so it sees no damage in them. */
const HAS_ROOM = /^room/;
/** Bytes: what a mutation of more costs is Python's time. */
const SMALL = 2500;
const MUTATIONS = 200;
/** Bytes of a block in front of its body. */
const BLOCK_HEAD = 13;
const HAS_PYTHON = runPython(['-c', 'import sys; sys.exit(sys.version_info < (3, 8))']).status === 0;
if (!HAS_PYTHON) console.log('skipped: readers/python is tested where there is a python3 of version 3.8 or later');

let scratch = '';
beforeAll(() => {
	scratch = mkdtempSync(join(tmpdir(), 'reel-python-'));
});
afterAll(() => rmSync(scratch, { recursive: true }));

describe.skipIf(!HAS_PYTHON)('the reader in Python', () => {
	it('finds in all vectors what it should', () => {
		const found = readInPython(NAMES.map((name) => join(FOLDER, name)));
		for (const [i, name] of NAMES.entries()) {
			const expected = JSON.parse(readFileSync(join(FOLDER, name.replace(/reel$/, 'json')), 'utf8'));
			expect(listDifferences(expected, found[i]), name).toEqual([]);
			if (expected.error !== undefined) expect(found[i]?.error, name).toBe(expected.error);
		}
	});

	it('reads damaged reels and prefixes as ours does', () => {
		const reels = [...makeMutants(), ...makePrefixes()];
		expectSame(reels);
	});

	it('reads reels of other fields as ours does, with right checksums of chunks', () => {
		const read = expectSame(makeRepaired());
		// Otherwise this would compare refusals only.
		expect(read).toBeGreaterThan(20);
	});

	it('decodes mutated blocks to the same keys as ours, with right checksums of words', () => {
		const read = expectSame(makeMutatedBodies(), REPAIR);
		expect(read).toBeGreaterThan(30);
	});

	it.each([
		['with NumPy, if it is there', ''],
		['without NumPy', 'import sys; sys.modules["numpy"] = None\n'],
	])('runs the example of its README %s', (_, before) => {
		const readme = readFileSync(join(READER, 'README.md'), 'utf8');
		const example = /```python\n(.*?)```/s.exec(readme)?.[1] ?? '';
		const { stdout, stderr } = runPython(['-c', before + example]);
		expect(stderr).toBe('');
		expect(stdout.split('\n')).toEqual([
			'the head starts at [0.0, 1.100000023841858, 0.5]',
			'it moves for 2.950000047683716 seconds, in 60 keys',
			'the left wrist starts at a height of 1.054030179977417',
			'marker first at 1.0',
			'marker half-way ✋ at 1.5',
			'',
		]);
	});

	it('refuses what costs more than its budget', () => {
		const padded = JSON.stringify(join(FOLDER, 'padded.reel'));
		const script = `import reel\ntry: reel.read(${padded}, budget=1000)\nexcept reel.ReelError as error: print(error.code)`;
		expect(runPython(['-c', script]).stdout.trim()).toBe('too-large');
	});
});

function runPython(args: string[]) {
	const env = { ...process.env, PYTHONPATH: READER, PYTHONDONTWRITEBYTECODE: '1', PYTHONIOENCODING: 'utf-8' };
	return spawnSync('python3', args, { cwd: ROOT, env, encoding: 'utf8', maxBuffer: 2 ** 28 });
}

function readInPython(paths: string[]): { error?: string }[] {
	const { stdout, stderr } = runPython([join(READER, 'reel.py'), ...paths]);
	expect(stderr).toBe('');
	const found = stdout.trim().split('\n');
	expect(found).toHaveLength(paths.length);
	return found.map((line) => JSON.parse(line));
}

function readInOurs(reel: Uint8Array): { error: string } | ReturnType<typeof describeReel> {
	try {
		const recording = decodeReel(reel);
		return describeReel(recording, iterateCurves(recording));
	} catch (error) {
		if (!isRecordingError(error)) throw error;
		return { error: error.issue.code };
	}
}

/** Both readers refuse each reel, or find the same in it, after a script changed the files. Returns how many were read. */
function expectSame(reels: readonly Uint8Array[], script?: string): number {
	const paths = reels.map((reel, i) => {
		const path = join(scratch, `${i}.reel`);
		writeFileSync(path, reel);
		return path;
	});
	if (script !== undefined) expect(runPython([script, ...paths]).stderr).toBe('');
	let read = 0;
	for (const [i, found] of readInPython(paths).entries()) {
		const reel = readFileSync(paths[i]!);
		const ours = readInOurs(new Uint8Array(reel));
		const name = reel.toString('base64');
		if ('error' in ours) expect(found.error, name).toBeDefined();
		else expect(listDifferences(ours, found), name).toEqual([]);
		if (!('error' in ours)) read++;
	}
	return read;
}

function readSmallVectors(): Uint8Array[] {
	const names = NAMES.filter(
		(name) => name !== 'padded.reel' && !HAS_ROOM.test(name) && statSync(join(FOLDER, name)).size < SMALL,
	);
	return names.map((name) => new Uint8Array(readFileSync(join(FOLDER, name))));
}

function makeMutants(): Uint8Array[] {
	const random = createRandom(37);
	const vectors = readSmallVectors();
	return Array.from({ length: MUTATIONS }, () => mutateBytes(random.pick(vectors), random, random.pick(vectors)));
}

function makePrefixes(): Uint8Array[] {
	const random = createRandom(38);
	return readSmallVectors().flatMap((reel) => [
		...Array.from({ length: 6 }, () => reel.subarray(0, random.below(reel.length))),
		reel.subarray(0, reel.length - 1),
	]);
}

/** Reels with a bit of a chunk flipped, mostly near its start, whose checksum of the chunk is right again. */
function makeRepaired(): Uint8Array[] {
	const random = createRandom(39);
	const vectors = readSmallVectors().filter((reel) => reel[12] !== 0 && listChunks(reel).length > 0);
	return Array.from({ length: MUTATIONS }, () => {
		const reel = random.pick(vectors).slice();
		const [start, end] = random.pick(listChunks(reel));
		const at = start + 12 + random.below(Math.min(end - start - 12, random.pick([9, 40, 4000])));
		reel[at] = reel[at]! ^ (1 << random.below(8));
		new DataView(reel.buffer).setUint32(start, crc32(reel.subarray(start + 4, end)), true);
		return reel;
	});
}

/** Reels with one to three bits flipped in their blocks, mostly near the end: what follows a wrong bit rarely decodes for long. */
function makeMutatedBodies(): Uint8Array[] {
	const random = createRandom(40);
	const bodies = readSmallVectors().flatMap((reel): { reel: Uint8Array; start: number; end: number }[] => {
		if (reel[12] === 0) return [{ reel, start: 15, end: reel.length }];
		const blocks = listChunks(reel).filter(([start]) => reel[start + 4] === 'B'.charCodeAt(0));
		return blocks.map(([start, end]) => ({ reel, start: start + 12 + BLOCK_HEAD, end }));
	});
	return Array.from({ length: MUTATIONS }, () => {
		const { reel, start, end } = random.pick(bodies);
		const mutant = reel.slice();
		for (let left = 1 + random.below(3); left > 0; left--) {
			const at = end - 1 - random.below(random.below(end - start) + 1);
			mutant[at] = mutant[at]! ^ (1 << random.below(8));
		}
		return mutant;
	});
}

function listChunks(reel: Uint8Array): [number, number][] {
	const view = new DataView(reel.buffer);
	const chunks: [number, number][] = [];
	for (let at = 8; at + 12 < reel.length; ) {
		const end = at + 12 + view.getUint32(at + 8, true);
		if (end > reel.length) break;
		if (end > at + 12) chunks.push([at, end]);
		at = end;
	}
	return chunks;
}
