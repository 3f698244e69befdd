import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createFrameSample, createSampler, getTransferList, readRecording } from '@handreel/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { bundleCore, type CoreBundle, HEAP_LIMIT, measureGrowth } from '../support/heap-growth.ts';

const fixture = join(root, 'fixtures/recorded/mrtk-2.8.3-full-5s.bin');
let bundle: CoreBundle;

/** Calls for the child process, as source. They see the core, a recording, its samplers, a frame and 4096 random times. */
const WORK = [
	['half a million frames in playback', 500_000, 'sampler.sampleFrame((i / 60) % recording.duration, frame)'],
	['half a million frames in playback with SIMD', 500_000, 'simd.sampleFrame((i / 60) % recording.duration, frame)'],
	['half a million frames at random times', 500_000, 'sampler.sampleFrame(times[i & 4095], frame)'],
	['100,000 single hands', 100_000, 'sampler.sampleHand("left", times[i & 4095], frame.hands.left)'],
	[
		'half a million frames at random times with SIMD',
		500_000,
		'simd.sampleFrame(times[i & 4095], i % 2 ? simd.frame : frame)',
	],
	['20,000 single frames without a sampler', 20_000, 'core.sampleFrame(recording, times[i & 4095], frame)'],
] as const;

const SETUP = `
	const recording = core.readRecording(readFileSync(${JSON.stringify(fixture)}));
	const sampler = core.createSampler(recording);
	const simd = core.createSimdSampler(recording);
	const frame = core.createFrameSample();
	const times = Float64Array.from({ length: 4096 }, (_, i) => ((i * 0.618034) % 1) * recording.duration);`;

beforeAll(async () => {
	bundle = await bundleCore();
});

afterAll(() => bundle.remove());

describe('the heap does not grow', () => {
	it.each(WORK)('over %s', (_, count, call) => {
		expect(measureGrowth(bundle, SETUP, count, call)).toBeLessThan(HEAP_LIMIT);
	});

	it('beyond what one takes, over 300 samplers with separate memories', () => {
		const create = 'core.createSimdSampler(recording).sampleFrame(times[i], frame)';
		expect(measureGrowth(bundle, SETUP, 300, create)).toBeLessThan(16 * HEAP_LIMIT);
		expect(measureGrowth(bundle, SETUP, 10, `kept.push(core.createSimdSampler(recording))`)).toBeGreaterThan(
			16 * HEAP_LIMIT,
		);
	});

	it('and would be found out if it did', () => {
		expect(measureGrowth(bundle, SETUP, 100_000, 'kept.push(i + 0.5)')).toBeGreaterThan(HEAP_LIMIT);
	});
});

describe('a recording that moved', () => {
	const times = [0.5, 0, 0.25];

	it('is sampled as before by a clone', () => {
		const recording = readRecording(readFileSync(fixture));
		const [sampler, cloned] = [createSampler(recording), createSampler(structuredClone(recording))];
		for (const t of times)
			expect(cloned.sampleFrame(t, createFrameSample())).toEqual(sampler.sampleFrame(t, createFrameSample()));
	});

	it('is sampled as before by a worker that it was transferred to', async () => {
		const recording = readRecording(readFileSync(fixture));
		const sampler = createSampler(recording);
		const expected = times.map((t) => sampler.sampleFrame(t, createFrameSample()));
		const script = `const { parentPort, workerData } = require('node:worker_threads');
			import(workerData.bundle).then(({ createSampler, createFrameSample }) => {
				parentPort.once('message', (recording) => {
					const sampler = createSampler(recording);
					parentPort.postMessage(workerData.times.map((t) => sampler.sampleFrame(t, createFrameSample())));
				});
			});`;
		const worker = new Worker(script, { eval: true, workerData: { bundle: bundle.url, times } });
		worker.postMessage(recording, getTransferList(recording));
		const [answer] = await once(worker, 'message');
		await worker.terminate();
		expect(answer).toEqual(expected);
		expect(getTransferList(recording), 'nothing is left here').toEqual([]);
	});
});
