import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import {
	createRecording,
	describeLayout,
	getKeyTime,
	getTransferList,
	type Issue,
	LAYOUTS,
	loadBytes,
	type Recording,
	readRecording,
	writeRecording,
} from '@handreel/core';
import { chooseLayout, createFileBuffer, getRecordingByteLength } from '@handreel/core/internal';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	ALL_FLAGS,
	arbitraryLooseRecording,
	arbitraryRecording,
	curvesByPath,
	describeModel,
	detectedLayout,
} from '../support/arbitrary-recording.ts';
import { emptyFile, fileOf, floatCurve } from '../support/bytes.ts';

/** A file with keys at odd and even slots, in the layout that MRTK writes today. */
const SMALL_FILE = fileOf(describeLayout('mrtk-1.1').layout, {
	flags: { head: true, gaze: true },
	curves: {
		0: floatCurve([
			[0, 1],
			[0.5, 2],
		]),
		12: floatCurve([[1, -3]]),
	},
	markers: [{ time: 0.25, name: 'grab' }],
});

/** Reads what was written in the recording's own layout. */
function readBack(bytes: Uint8Array, recording: Recording): Recording {
	const issues: Issue[] = [];
	const found = readRecording(bytes, { onIssue: (issue) => issues.push(issue) });
	if (issues.length === 0) return found;
	expect(issues.map(({ code }) => code)).toEqual(['ambiguous-layout']);
	return readRecording(bytes, { layout: recording.layout ?? chooseLayout(recording) });
}

/** Equal bytes, compared quickly; the slow comparison only explains. */
function expectSameBytes(actual: Uint8Array, expected: Uint8Array): void {
	if (Buffer.compare(actual, expected) !== 0) expect(Buffer.from(actual)).toEqual(Buffer.from(expected));
}

/** The same bytes at the given offset of a larger buffer. */
function shifted(bytes: Uint8Array, byteOffset: number): Uint8Array {
	const view = new Uint8Array(new ArrayBuffer(byteOffset + bytes.length + 5), byteOffset, bytes.length);
	view.set(bytes);
	return view;
}

describe('writing and reading', () => {
	it('restores the same recording', () => {
		const property = fc.property(arbitraryRecording(), (recording) => {
			const found = readBack(writeRecording(recording), recording);
			expect(describeModel(found)).toEqual({ ...describeModel(recording), layout: detectedLayout(recording) });
		});
		fc.assert(property, { numRuns: 500 });
	});

	it('restores the same bytes', () => {
		const property = fc.property(arbitraryRecording(), (recording) => {
			const bytes = writeRecording(recording);
			expectSameBytes(writeRecording(readRecording(bytes)), bytes);
			expectSameBytes(writeRecording(readRecording(bytes, { keep: true })), bytes);
		});
		fc.assert(property, { numRuns: 300 });
	});

	it('loses nothing when content and layout do not fit together', () => {
		const property = fc.property(arbitraryLooseRecording(), (recording) => {
			const bytes = writeRecording(recording);
			// Bytes that happen to fit two layouts may come back as the other one.
			const found = readRecording(bytes, { onIssue: () => fc.pre(false) });
			const { layout: _, ...expected } = describeModel(recording, { asFull: true });
			expect(describeModel(found, { asFull: true })).toMatchObject(expected);
			expectSameBytes(writeRecording(found), bytes);
		});
		fc.assert(property, { numRuns: 300 });
	});

	it('measures what is written', () => {
		const property = fc.property(arbitraryLooseRecording(), (recording) => {
			expect(getRecordingByteLength(recording)).toBe(writeRecording(recording).length);
		});
		fc.assert(property, { numRuns: 200 });
	});
});

describe('the layout that is found', () => {
	it.each(LAYOUTS)('is $name for a file with float keys that was written so', ({ layout }) => {
		for (const flags of ALL_FLAGS) {
			const slot = flags.head || !flags.hands ? 0 : 4;
			const key = layout.keys === 'full' ? [0.5, 2, 0, 0, 0, 0, 3] : [0.5, 2];
			if (layout.version === '1.1' && !flags.head && !flags.hands && !flags.gaze) continue;
			expect(readRecording(fileOf(layout, { flags, curves: { [slot]: floatCurve([key]) } })).layout).toEqual(layout);
		}
	});

	it.each([
		['documented-1.0', 'documented-1.0'],
		['mrtk-1.0', 'mrtk-1.0'],
		['documented-1.1', 'documented-1.1'],
		['extended-1.1', 'mrtk-1.1'],
		['simple-1.1', 'documented-1.1'],
		['mrtk-1.1', 'mrtk-1.1'],
	] as const)('of a file without float keys written as %s is %s', (written, found) => {
		for (const flags of ALL_FLAGS) {
			const bytes = emptyFile(describeLayout(written).layout, flags);
			expect(chooseLayout(readRecording(bytes))).toBe(found);
			expectSameBytes(writeRecording(readRecording(bytes)), bytes);
		}
	});
});

describe('memory', () => {
	it('is refused with a sentence if it is too large for a buffer', async () => {
		const read = (): Uint8Array => new Uint8Array(16);
		const message = 'byteLength: 9007199254740000 bytes are more than the engine allocates at once';
		await expect(loadBytes({ byteLength: 9007199254740000, read })).rejects.toThrow(new RangeError(message));
	});

	it('is borrowed with keep from a buffer of createFileBuffer', () => {
		for (const { layout } of LAYOUTS) {
			const recording = arbitraryExample(layout.version);
			const bytes = writeRecording(recording, { layout, onIssue: () => {} });
			const file = createFileBuffer(bytes.length, bytes.subarray(0, 16));
			file.set(bytes);
			const kept = readRecording(file, { keep: true });
			for (const curve of curvesByPath(kept).values()) expect(curve.floats.buffer).toBe(file.buffer);
			expect(describeModel(kept)).toEqual(describeModel(readRecording(bytes)));
			expectSameBytes(writeRecording(kept), bytes);
		}
	});

	it('is borrowed with keep from a SharedArrayBuffer', () => {
		const shared = new SharedArrayBuffer(SMALL_FILE.length + 1);
		const file = new Uint8Array(shared, 1);
		file.set(SMALL_FILE);
		const kept = readRecording(file, { keep: true });
		for (const curve of curvesByPath(kept).values()) expect(curve.floats.buffer).toBe(shared);
		expect(getTransferList(kept)).toEqual([]);
		expectSameBytes(writeRecording(kept), SMALL_FILE);
	});

	it('is copied from a SharedArrayBuffer without keep', () => {
		const shared = new SharedArrayBuffer(SMALL_FILE.length);
		new Uint8Array(shared).set(SMALL_FILE);
		const recording = readRecording(shared);
		for (const curve of curvesByPath(recording).values()) expect(curve.floats.buffer).toBeInstanceOf(ArrayBuffer);
		expectSameBytes(writeRecording(recording), SMALL_FILE);
	});

	it('is copied with keep when the bytes are not aligned', () => {
		for (const byteOffset of [0, 2, 3, 4]) {
			const file = shifted(SMALL_FILE, byteOffset);
			const recording = readRecording(file, { keep: true });
			for (const curve of curvesByPath(recording).values()) expect(curve.floats.buffer).not.toBe(file.buffer);
			expectSameBytes(writeRecording(recording), SMALL_FILE);
		}
	});

	it('follows changes of the input with keep only', () => {
		const file = createFileBuffer(SMALL_FILE.length);
		file.set(SMALL_FILE);
		const kept = readRecording(file, { keep: true });
		const copied = readRecording(file);
		const before = describeModel(copied);
		file.fill(0);
		expect(describeModel(copied)).toEqual(before);
		expect(kept.head && getKeyTime(kept.head.position.x, 1)).toBe(0);
	});

	it('is taken from views with any byteOffset', () => {
		const property = fc.property(arbitraryRecording(), fc.boolean(), (recording, keep) => {
			const bytes = writeRecording(recording);
			const expected = describeModel(readRecording(bytes));
			for (let byteOffset = 0; byteOffset < 8; byteOffset++) {
				const view = shifted(bytes, byteOffset);
				expect(describeModel(readRecording(view, { keep }))).toEqual(expected);
				const dataView = new DataView(view.buffer, view.byteOffset, view.byteLength);
				expect(describeModel(readRecording(dataView, { keep }))).toEqual(expected);
			}
		});
		fc.assert(property, { numRuns: 20 });
	});
});

describe('a recording', () => {
	it('survives structuredClone', () => {
		const property = fc.property(arbitraryRecording(), (recording) => {
			const bytes = writeRecording(recording);
			const read = readRecording(bytes);
			const cloned = structuredClone(read);
			expect(describeModel(cloned)).toEqual(describeModel(read));
			expectSameBytes(writeRecording(cloned), bytes);
		});
		fc.assert(property, { numRuns: 100 });
	});

	it('goes through a worker and back when its buffers are transferred', async () => {
		const recordings = fc.sample(arbitraryRecording(), { numRuns: 20, seed: 7 });
		const code = `const { parentPort } = require('node:worker_threads');
			parentPort.on('message', (recording) => parentPort.postMessage(recording));`;
		const worker = new Worker(code, { eval: true });
		try {
			for (const bytes of [SMALL_FILE, ...recordings.map((recording) => writeRecording(recording))]) {
				const recording = readRecording(bytes);
				const before = describeModel(recording);
				const buffers = getTransferList(recording);
				worker.postMessage(recording, buffers);
				expect(buffers.map(({ byteLength }) => byteLength)).toEqual(buffers.map(() => 0));
				const [echo] = (await once(worker, 'message')) as [Recording];
				expect(describeModel(echo)).toEqual(before);
				expectSameBytes(writeRecording(echo), bytes);
			}
		} finally {
			await worker.terminate();
		}
	});

	it('has one buffer to transfer when it was read, and none when it is empty', () => {
		expect(getTransferList(readRecording(SMALL_FILE))).toHaveLength(1);
		expect(getTransferList(createRecording({}))).toEqual([]);
		expect(getTransferList(createRecording({ head: {} }))).toEqual([]);
	});
});

/** A recording with keys and sections that a version can hold. */
function arbitraryExample(version: '1.0' | '1.1'): Recording {
	const layouts = LAYOUTS.map(({ layout }) => layout).filter((layout) => layout.version === version);
	const [example] = fc.sample(arbitraryRecording(layouts), { numRuns: 1, seed: 42 });
	if (example === undefined) throw new Error('no example');
	return example;
}
