import { createCurve, type Issue } from '@handreel/core';
import { decodeReel, encodeReel, openReel, recoverReel } from '@handreel/core/reel';
import { describe, expect, it } from 'vitest';
import { writeBlock, writeCodedBody } from '../../src/reel/block.ts';
import { CHUNK_TAGS, REEL_MAGIC, writeChunk } from '../../src/reel/chunks.ts';
import { listReelCurves, listVectors, type ReelSection } from '../../src/reel/groups.ts';
import { createHead, writeHead } from '../../src/reel/head.ts';
import { splitCurves } from '../../src/reel/split.ts';
import { writeTail } from '../../src/reel/tail.ts';
import { describeModel } from '../support/arbitrary-recording.ts';
import { makeLongRecording } from '../support/reel-files.ts';

const RECORDING = makeLongRecording(2);

/** A reel of a later version of this code, with a section in front that we do not know. */
function encodeWithMore(): Uint8Array {
	const more: ReelSection = { name: 'controllers', kinds: ['boolean', 'pose', 'scalar', 'ray'] };
	const state = createCurve([0, 1, 1, 0], { kind: 'boolean' });
	const numbers = Array.from({ length: 7 + 1 + 6 }, (_, i) => createCurve([0, i, 1, 2 * i, 1.5, 1]));
	const curves = [state, ...numbers, ...listReelCurves(RECORDING)];
	const known = createHead(RECORDING);
	const head = { ...known, sections: [more, ...known.sections], curves };
	const [range] = splitCurves(curves, 10);
	const content = writeHead(head);
	const body = writeCodedBody(range!, listVectors(head.sections), curves, null);
	const block = writeChunk(CHUNK_TAGS.block, writeBlock(0, range!.start, range!.end, body));
	const entry = { byteOffset: 0, byteLength: block.length, isWhole: false, ...range! };
	return Uint8Array.from([
		...REEL_MAGIC,
		...writeChunk(CHUNK_TAGS.head, content),
		...block,
		...writeChunk(CHUNK_TAGS.tail, writeTail(content, [entry], RECORDING.duration)),
	]);
}

describe('what a reader does not know', () => {
	it('is skipped and reported: a section', async () => {
		const reel = encodeWithMore();
		const issues: Issue[] = [];
		const recording = decodeReel(reel, { onIssue: (issue) => issues.push(issue) });
		expect(describeModel(recording)).toEqual(describeModel(RECORDING));
		expect(issues).toMatchObject([{ code: 'reel-unknown', path: 'controllers', severity: 'warning' }]);
		expect(describeModel(await (await openReel(reel)).read())).toEqual(describeModel(RECORDING));
		expect(recoverReel(reel)).toMatchObject({ isComplete: true, issues: [{ code: 'reel-unknown' }] });
	});

	it('is skipped and reported: a chunk', () => {
		const reel = encodeReel(RECORDING);
		const end = 8 + 12 + new DataView(reel.buffer).getUint32(16, true);
		const more = writeChunk('XTRA', new Uint8Array(100));
		const longer = Uint8Array.from([...reel.subarray(0, end), ...more, ...reel.subarray(end)]);
		const issues: Issue[] = [];
		const recording = decodeReel(longer, { onIssue: (issue) => issues.push(issue) });
		expect(describeModel(recording)).toEqual(describeModel(RECORDING));
		expect(issues).toMatchObject([{ code: 'reel-unknown', byteOffset: end }]);
		expect(recoverReel(longer)).toMatchObject({ isComplete: true, issues: [{ code: 'reel-unknown' }] });
	});
});
