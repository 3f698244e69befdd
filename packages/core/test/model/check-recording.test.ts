import { createRecording, createSampler, writeRecording } from '@handreel/core';
import { measureRecording } from '@handreel/core/measure';
import { Player } from '@handreel/core/play';
import { encodeReel } from '@handreel/core/reel';
import { createSimdSampler } from '@handreel/core/simd';
import { describe, expect, it } from 'vitest';

describe.each([
	['createSampler', createSampler],
	['createSimdSampler', createSimdSampler],
	['measureRecording', measureRecording],
	['encodeReel', encodeReel],
	['writeRecording', writeRecording],
	['Player', (recording: never) => new Player(recording)],
] as const)('%s', (_, use) => {
	it('names what it got instead of a recording, and what to pass', () => {
		const recording = createRecording({});
		expect(() => use({ recording, issues: [] } as never)).toThrow(
			/recording: expected a recording, got an object: pass its property recording, as \(await decodeRecording\(…\)\)\.recording/,
		);
		expect(() => use(Promise.resolve(recording) as never)).toThrow(/got a promise: await it/);
		expect(() => use(undefined as never)).toThrow(/got undefined/);
	});
});
