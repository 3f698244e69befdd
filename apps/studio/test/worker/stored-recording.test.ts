import { readFileSync } from 'node:fs';
import { iterateCurves, readOutline, readRecording, writeRecording } from '@handreel/core';
import { addMarker, compareRecordings } from '@handreel/core/edit';
import { mapCurves } from '@handreel/core/internal';
import { describe, expect, test } from 'vitest';
import {
	loadCurve,
	loadStored,
	type StoredRecording,
	storeBin,
	storeRecording,
} from '../../src/worker/stored-recording.ts';
import { fixturePath } from '../support/fixture-path.ts';
import { createRichRecording } from '../support/rich-recording.ts';

// Messages to and from workers.
async function send(stored: StoredRecording): Promise<StoredRecording> {
	// Node cannot clone blobs with structuredClone, so the blobs are kept.
	return { skeleton: structuredClone(stored.skeleton), curves: stored.curves };
}

describe('a stored recording', () => {
	test.each(['mrtk-2.8.3-full-5s', 'mrtk-2.5.4-markers', 'doc-1.1-28byte', 'mrtk-2.8.3-nothing'])(
		'keeps every byte of %s',
		async (name) => {
			const bytes = readFileSync(fixturePath(`recorded/${name}.bin`));
			const recording = readRecording(bytes);
			for (const stored of [storeBin(recording, readOutline(bytes), new Blob([bytes])), storeRecording(recording)]) {
				const { recording: loaded } = await loadStored(await send(stored));
				expect(loaded.duration).toBe(recording.duration);
				expect(Buffer.from(writeRecording(loaded)).equals(bytes)).toBe(true);
			}
		},
	);

	test('keeps odd bits', async () => {
		const bytes = readFileSync(fixturePath('generated/odd-bits.bin'));
		const { recording } = await loadStored(storeRecording(readRecording(bytes)));
		expect(Buffer.from(writeRecording(recording)).equals(bytes)).toBe(true);
	});

	test('keeps controllers, tracks and information', async () => {
		const rich = createRichRecording();
		const { recording } = await loadStored(await send(storeRecording(rich)));
		const { position, onlyInA, onlyInB } = compareRecordings(rich, recording);
		expect([position?.max, onlyInA, onlyInB]).toEqual([0, [], []]);
		expect(recording.info).toEqual(rich.info);
		expect(recording.tracks[1]).toEqual(rich.tracks[1]);
		expect([...iterateCurves(recording)].map(([path]) => path)).toEqual([...iterateCurves(rich)].map(([path]) => path));
	});

	test('shares the curves that an edit leaves alone', async () => {
		const stored = storeRecording(createRichRecording());
		const { recording, loaded } = await loadStored(stored);
		const marked = storeRecording(addMarker(recording, { time: 1, name: 'here' }), loaded);
		expect(marked.curves).toEqual(stored.curves);
		expect(marked.curves.every((curve, i) => curve.blob === stored.curves[i]!.blob)).toBe(true);
		const edited = mapCurves(recording, (curve, path) =>
			path === 'head.position.x' ? { ...curve, preWrap: 1 } : curve,
		);
		const changed = storeRecording(edited, loaded).curves.filter((curve, i) => curve.blob !== stored.curves[i]!.blob);
		expect(changed.map(({ path }) => path)).toEqual(['head.position.x']);
		const { recording: again } = await loadStored(storeRecording(edited, loaded));
		expect(again.head!.position.x.preWrap).toBe(1);
		expect(again.duration).toBe(recording.duration);
	});

	test('reads a single curve', async () => {
		const rich = createRichRecording();
		const { curves } = storeRecording(rich);
		for (const [path, curve] of [...iterateCurves(rich)].slice(-8)) {
			const loaded = await loadCurve(curves.find((entry) => entry.path === path)!);
			expect(loaded.count, path).toBe(curve.count);
			expect(Array.from(loaded.words)).toEqual(
				Array.from(curve.words.subarray(curve.start, curve.start + curve.count * curve.stride)),
			);
		}
	});
});
