// Reels that readers/python/minimal_writer.py writes, where there is a python3: a writer that shares no line with ours.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getCurveKeys, type Issue } from '@handreel/core';
import { decodeReel, encodeReel, openReel, recoverReel } from '@handreel/core/reel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const READERS = fileURLToPath(new URL('../../../../readers/python/', import.meta.url));
const HAS_PYTHON = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 8))']).status === 0;
if (!HAS_PYTHON) console.log('skipped: the minimal writer is tested where there is a python3 of version 3.8 or later');

// A head of today's version, and what later versions may add: labels, gestures of the thumb, and a body whose poses refer to
// others across sections.
const SCRIPT = `
import sys
import minimal_writer as writer, reel
pose = [[(0, 1.5), (1, 2.5)]] * 3 + [[(0, 0)]] * 3 + [[(0, 1)]]
today = writer.encode([("head", [0], [])], pose, {"markers": ["grab"], "info": {"device": "ü"}}, [0.5])
noise = [[(i / 64, i * i % 255 / 256) for i in range(500)] for _ in range(7)]
larger = writer.encode([("head", [0], [])], noise)
hands = [[]] * 4 + pose * 54
sections = [("body", [0, 0], []), ("head", [0], []), ("hands", [3] * 4 + [0] * 54, []), ("gestures", [3, 3], []), ("rest", [0], [(54, 1)])]
track = {"name": "labels", "kind": "regions", "regions": [[0, 0.5, "grab", 0.9]]}
metadata = {"body": {"joints": ["hips", "chest"]}, "hands": {"left": {"gestures": ["thumbTap"]}}, "tracks": [track]}
later = writer.encode(sections, pose * 3 + hands + [[(0, 0), (1, 1)]] * 2 + pose, metadata)
for name, data in (("today", today), ("larger", larger), ("later", later)):
    with open(sys.argv[1] + "/" + name, "wb") as file:
        file.write(data)
    reel.decode(data)
`;

let scratch = '';
let messages = '';
beforeAll(() => {
	scratch = mkdtempSync(join(tmpdir(), 'reel-minimal-'));
	if (!HAS_PYTHON) return;
	const env = { ...process.env, PYTHONPATH: READERS, PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1' };
	messages = spawnSync('python3', ['-c', SCRIPT, scratch], { env, encoding: 'utf8' }).stderr;
});
afterAll(() => rmSync(scratch, { recursive: true }));

const read = (name: string): Uint8Array => new Uint8Array(readFileSync(join(scratch, name)));

describe.skipIf(!HAS_PYTHON)('the minimal writer', () => {
	it('is short', () => {
		const lines = readFileSync(join(READERS, 'minimal_writer.py'), 'utf8').split('\n');
		expect(lines.filter((line) => line.trim() !== '').length).toBeLessThan(80);
	});

	it('writes reels that every reader reads', async () => {
		expect(messages).toBe('');
		for (const recording of [decodeReel(read('today')), await (await openReel(read('today'))).read()]) {
			expect([...getCurveKeys(recording.head!.position.y)]).toEqual([0, 1.5, 1, 2.5]);
			expect(recording.markers).toEqual([{ time: 0.5, name: 'grab' }]);
			expect([recording.info, recording.duration]).toEqual([{ device: 'ü' }, 1]);
		}
		expect(recoverReel(read('today'))).toMatchObject({ isComplete: true, blockCount: 1, issues: [] });
		const { z } = decodeReel(read('larger')).head!.position;
		expect([z.count, getCurveKeys(z)[999]]).toEqual([500, ((499 * 499) % 255) / 256]);
	});

	it('writes what later versions may add, and we keep it', () => {
		const issues: Issue[] = [];
		const recording = decodeReel(read('later'), { onIssue: (issue) => issues.push(issue) });
		expect(issues.map(({ path }) => path)).toEqual([
			'body',
			'gestures',
			'rest',
			'body',
			'tracks.labels',
			'hands.left.gestures',
		]);
		expect(recording.hands!.right.joints.pinkyTip.position.x.count).toBe(2);
		const names = ['section body', 'section gestures', 'section rest', 'metadata body', 'track labels'];
		expect(recording.unknown!.map(({ name }) => name)).toEqual(names);
		expect(decodeReel(encodeReel(recording)).unknown!.map(({ name }) => name)).toEqual(names);
	});
});
