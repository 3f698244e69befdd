import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	bakeFrames,
	createCurve,
	createFrameSample,
	createRecording,
	createSampler,
	type FrameSample,
	JOINT_NAMES,
	type Recording,
	readRecording,
	type SampleOptions,
	type Sampler,
} from '@handreel/core';
import { createSimdSampler } from '@handreel/core/simd';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { root } from '../../../../../scripts/workspace.mjs';
import { anyTime, recordings, wrap } from '../../support/arbitrary-curves.ts';
import { createRandom } from '../../support/random.ts';
import { expectSame } from '../../support/same-samples.ts';

const { NaN: NAN, POSITIVE_INFINITY: INFINITY } = Number;
const OPTIONS: readonly SampleOptions[] = [
	{},
	{ raw: true },
	{ space: 'webxr' },
	{ space: 'ros' },
	{ space: 'webxr', raw: true, defaultWrap: 4 },
];
const FIXTURES = ['recorded', 'generated'].flatMap((folder) =>
	readdirSync(join(root, 'fixtures', folder))
		.filter((name) => name.endsWith('.bin') && !name.includes('0bytes'))
		.map((name) => join(root, 'fixtures', folder, name)),
);

/** Played forwards, backwards, at random, twice the same, on keys, before the start, after the end, never. */
function listTimes(duration: number): number[] {
	const end = Number.isFinite(duration) ? Math.min(duration, 3) : 3;
	const playback = Array.from({ length: 40 }, (_, i) => -0.1 + (i * (end + 0.3)) / 40);
	const random = playback.map((_, i) => ((i * 0.618034) % 1) * end);
	const odd = [0, -0, 0.25, 0.25, end, duration, 2 * duration + 0.1, -3.3, NAN, 0.1, INFINITY, -INFINITY, 1e9, 0.5];
	return [...playback, ...odd, ...playback.toReversed(), ...random];
}

/** Compares a sampler with the plain one: in its own frame, in another, and hand by hand. */
function expectSameSamples(recording: Recording, times: readonly number[], options: SampleOptions): void {
	const plain = createSampler(recording, options);
	const simd = createSimdSampler(recording, options);
	const [expected, other, hand] = [createFrameSample(), createFrameSample(), createFrameSample()];
	for (const time of times) {
		plain.sampleFrame(time, expected);
		const what = `${JSON.stringify(options)} at ${time}`;
		expectSame(simd.sampleFrame(time, simd.frame), expected, what);
		expectSame(simd.sampleFrame(time, other), expected, `${what}, copied`);
		for (const side of ['left', 'right'] as const) simd.sampleHand(side, time, hand.hands[side]);
		expectSame({ ...expected, hands: hand.hands }, expected, `${what}, hand by hand`);
	}
}

/** A hand whose curves all have their own key times: 189 groups, some with many keys in a moment. */
function raggedHand(stride: 2 | 7): Recording {
	const random = createRandom(7);
	const next = (): number => random.word() / 2 ** 32;
	const curve = () => {
		const crowd = next() * 20;
		const times = Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? next() * 20 : crowd + i * 1e-4));
		const key = (time: number): number[] => {
			const [value, tangent] = [next() - 0.5, next() - 0.5];
			return stride === 2 ? [time, value] : [time, value, tangent, tangent, 0, 0, 0];
		};
		return createCurve(times.toSorted((a, b) => a - b).flatMap(key), { stride });
	};
	const pose = () => ({
		position: { x: curve(), y: curve(), z: curve() },
		rotation: { x: curve(), y: curve(), z: curve(), w: curve() },
	});
	return createRecording({
		hands: { left: { joints: Object.fromEntries(JOINT_NAMES.map((name) => [name, pose()])) } },
	});
}

describe('a SIMD sampler returns what the plain one returns, to the bit,', () => {
	it('and runs here', () => {
		expect(createSimdSampler(createRecording({})).isSimd).toBe(true);
	});

	it.each(FIXTURES.map((path) => [path.slice(root.length), path]))('for %s', (_, path) => {
		const recording = readRecording(readFileSync(path));
		for (const options of OPTIONS) expectSameSamples(recording, listTimes(recording.duration), options);
	});

	it('for any recording', () => {
		const times = fc.array(anyTime, { minLength: 4, maxLength: 12 });
		const property = fc.property(recordings(), times, wrap, fc.boolean(), (recording, given, defaultWrap, raw) => {
			expectSameSamples(recording, [...given, ...given.toSorted((a, b) => a - b)], { defaultWrap, raw });
		});
		fc.assert(property, { numRuns: 300, seed: 20_261_115 });
	});

	it.each([2, 7] as const)('for 189 curves with %i words a key and different key times', (stride) => {
		for (const options of OPTIONS) expectSameSamples(raggedHand(stride), listTimes(20), options);
	});

	it('also when two of them take turns', () => {
		const recording = readRecording(readFileSync(join(root, 'fixtures/recorded/mrtk-2.8.3-full-5s.bin')));
		const [first, second, plain] = [
			createSimdSampler(recording),
			createSimdSampler(recording),
			createSampler(recording),
		];
		const [a, b] = [0.3, 1.7].map((time) => plain.sampleFrame(time, createFrameSample())) as [FrameSample, FrameSample];
		first.sampleFrame(0.3, first.frame);
		second.sampleFrame(1.7, second.frame);
		expectSame(first.frame, a, 'the first');
		expectSame(second.frame, b, 'the second');
		createSimdSampler(createRecording({})).sampleFrame(0, first.frame);
		expectSame(first.sampleFrame(0.3, first.frame), a, 'the first, after another has filled its frame');
	});
});

describe('baking with a SIMD sampler', () => {
	it.each(FIXTURES.map((path) => [path.slice(root.length), path]))(
		'fills the table of bakeFrames for %s',
		(_, path) => {
			const recording = readRecording(readFileSync(path));
			const times = listTimes(recording.duration);
			for (const options of OPTIONS) {
				const table = createSimdSampler(recording, options).bakeFrames({ times });
				expectSame(table, bakeFrames(recording, { times, ...options }), JSON.stringify(options));
			}
		},
	);

	it('leaves the frame of the sampler alone, and its own tables', () => {
		const recording = raggedHand(2);
		const sampler = createSimdSampler(recording);
		const expected = createSampler(recording).sampleFrame(3.3, createFrameSample());
		sampler.sampleFrame(3.3, sampler.frame);
		const table = sampler.bakeFrames({ frameRate: 30 });
		expectSame(sampler.frame, expected, 'the frame');
		const kept = structuredClone(table);
		sampler.bakeFrames({ frameRate: 7 });
		expectSame(table, kept, 'the table');
	});

	it('refuses what bakeFrames refuses', () => {
		const sampler = createSimdSampler(raggedHand(2));
		expect(() => sampler.bakeFrames({ frameRate: 0 })).toThrow(new RangeError('frameRate: 0 is not a number above 0'));
		expect(() => sampler.bakeFrames({} as { frameRate: number })).toThrow(TypeError);
	});
});

describe('where there is no WebAssembly with SIMD', () => {
	afterEach(() => {
		vi.unstubAllGlobals();
		vi.resetModules();
	});
	const refuse = (error: Error) =>
		class {
			constructor() {
				throw error;
			}
		};
	const { Module, Instance, Memory } = WebAssembly;

	it.each([
		['none at all', undefined],
		['a page that forbids it', { Module: refuse(new Error('unsafe-eval')), Instance, Memory }],
		['no room for a memory', { Module, Instance, Memory: refuse(new RangeError('could not allocate memory')) }],
	])('a SIMD sampler is the plain one: %s', async (_, fake) => {
		vi.stubGlobal('WebAssembly', fake);
		vi.resetModules();
		const door = await import('@handreel/core/simd');
		const recording = raggedHand(2);
		const sampler = door.createSimdSampler(recording);
		const plain: Sampler = createSampler(recording);
		expect(sampler.isSimd).toBe(false);
		for (const time of listTimes(20)) {
			const expected = plain.sampleFrame(time, createFrameSample());
			expectSame(sampler.sampleFrame(time, sampler.frame), expected, `at ${time}`);
			expectSame(sampler.sampleFrame(time, createFrameSample()), expected, `at ${time}, copied`);
		}
		expectSame(sampler.bakeFrames({ frameRate: 10 }), bakeFrames(recording, { frameRate: 10 }), 'a table');
	});

	it('a fault of another kind is not hidden', async () => {
		const { Module, Memory } = WebAssembly;
		vi.stubGlobal('WebAssembly', { Module, Memory, Instance: refuse(new TypeError('broken')) });
		vi.resetModules();
		const door = await import('@handreel/core/simd');
		expect(() => door.createSimdSampler(createRecording({}))).toThrow('broken');
	});
});
