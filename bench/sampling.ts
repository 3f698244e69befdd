// Sampling whole frames beside three.js, Babylon.js and the obvious port, on the same motion.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bakeFrames, createFrameSample, createSampler, type SampleOptions } from '@handreel/core';
import { createSimdSampler } from '@handreel/core/simd';
import { npm } from '../scripts/npm.mjs';
import { type Benchmark, collectGarbage, compareSpeed, type Effort, type Work } from './harness.ts';
import { DURATION, makeSamplingData, RATE, type SamplingData, type Shape } from './sampling-data.ts';

type FrameAt = (time: number) => unknown;

const FRAMES = DURATION * RATE;
const FRAMES_PER_CALL = 600;
const ROUNDS: Readonly<Record<Effort, number>> = { full: 31, quick: 11 };
const BULK_ROUNDS: Readonly<Record<Effort, number>> = { full: 9, quick: 5 };

type Partner = (data: SamplingData) => FrameAt;

/** Everything about sampling. */
export function listSamplingBenchmarks(): Benchmark[] {
	const raw = { raw: true };
	return [
		speed('play lines, raw / three.js interpolants', 4, 'line', 'play', raw, three('line')),
		speed('play lines, unit rotations / three.js interpolants with slerp', null, 'line', 'play', {}, three('unit')),
		speed('play lines, unit rotations / three.js AnimationMixer', 8, 'line', 'play', {}, mixer),
		speed('play lines, unit rotations / Babylon.js Animation', null, 'line', 'play', {}, babylon),
		speed('play lines, raw / key objects and binary search', null, 'line', 'play', raw, search),
		speed('play Hermite, raw / three.js CubicInterpolant', 3, 'hermite', 'play', raw, three('cubic')),
		speed('play weighted, raw / three.js BezierInterpolant', 2, 'weighted', 'play', raw, three('bezier')),
		speed('seek lines, raw / three.js interpolants', 3, 'line', 'seek', raw, three('line')),
		speed('seek lines, unit rotations / three.js interpolants with slerp', null, 'line', 'seek', {}, three('unit')),
		speed('seek lines, unit rotations / Babylon.js Animation', null, 'line', 'seek', {}, babylon),
		speed('seek lines, raw / key objects and binary search', null, 'line', 'seek', raw, search),
		bulk('bake ten minutes, raw / three.js interpolants', 2, raw, three('line')),
		bulk('bake ten minutes, unit rotations / three.js interpolants with slerp', null, {}, three('unit')),
		bulk('SIMD bake ten minutes, raw / three.js interpolants', 5, raw, three('line'), true),
		speed('SIMD play lines, raw / three.js interpolants', 10, 'line', 'play', raw, three('line'), true),
		speed('SIMD play lines, unit rotations / three.js AnimationMixer', null, 'line', 'play', {}, mixer, true),
		speed('SIMD play Hermite, raw / three.js CubicInterpolant', null, 'hermite', 'play', raw, three('cubic'), true),
		speed('SIMD seek lines, raw / three.js interpolants', 6, 'line', 'seek', raw, three('line'), true),
		create('create a sampler of ten dense minutes / three.js AnimationMixer and a copy of its keys'),
		keep('memory that a sampler of ten dense minutes keeps / the recording', 1),
	];
}

// Fails when three.js samples something else than we do.
function checkAgreement(): void {
	for (const [shape, kind] of [
		['line', 'line'],
		['weighted', 'bezier'],
	] as const) {
		const data = makeSamplingData(shape);
		const sampler = createSampler(data.recording, { raw: true });
		const frame = createFrameSample();
		const theirs = three(kind)(data) as (time: number) => Float32Array;
		for (const time of [0.01, 17.3, 299.99, 599.5]) {
			const values = theirs(time);
			// Groups were made in the order head, left hand, right hand, gaze.
			const { head, hands, gaze } = sampler.sampleFrame(time, frame);
			const ours = [...head, ...hands.left.joints.subarray(7), ...hands.right.joints.subarray(7), ...gaze];
			const worst = Math.max(...ours.map((value, i) => Math.abs(value - (values[i] ?? Number.NaN))));
			if (!(worst < 1e-5)) throw new Error(`${shape} at ${time}: three.js samples up to ${worst} off`);
		}
	}
}

function three(kind: string): Partner {
	return ({ groups, outputs }) => partners().three.createThreeSampler(groups, outputs, kind);
}

function mixer({ groups }: SamplingData): FrameAt {
	return partners().three.createMixerPlayer(groups);
}

function babylon({ groups }: SamplingData): FrameAt {
	return partners().babylon.createBabylonSampler(groups);
}

function search({ groups, outputs }: SamplingData): FrameAt {
	return partners().search.createBinarySearchSampler(groups, outputs);
}

function speed(
	name: string,
	target: number | null,
	shape: Shape,
	order: 'play' | 'seek',
	options: SampleOptions,
	other: Partner,
	isSimd = false,
): Benchmark {
	const run = (effort: Effort): number => {
		const data = makeSamplingData(shape);
		const simd = isSimd ? createSimdSampler(data.recording, options) : null;
		const sampler = simd ?? createSampler(data.recording, options);
		const frame = simd?.frame ?? createFrameSample();
		const times = order === 'play' ? playTimes() : seekTimes();
		const ours = repeat((time) => sampler.sampleFrame(time, frame), times);
		return compareSpeed(ours, repeat(other(data), times), { rounds: ROUNDS[effort] });
	};
	return { name, target, better: 'higher', isLarge: false, prepare: loadPartners, run };
}

// Both sides fill memory that they have already: fresh memory
// costs as much as sampling, the same on both sides, and hides the difference.
function bulk(name: string, target: number | null, options: SampleOptions, other: Partner, isSimd = false): Benchmark {
	const run = (effort: Effort): number => {
		const data = makeSamplingData('line');
		const sample = other(data) as (time: number) => Float32Array;
		const at = { times: Float64Array.from({ length: FRAMES }, (_, i) => i / RATE) };
		const into = bakeFrames(data.recording, { ...at, ...options });
		const simd = isSimd ? createSimdSampler(data.recording, options) : null;
		const ours = (): unknown =>
			simd?.bakeFrames({ ...at, into }) ?? bakeFrames(data.recording, { ...at, ...options, into });
		const rows = new Float32Array(FRAMES * data.outputs);
		const theirs = (): unknown => {
			for (let i = 0; i < FRAMES; i++) rows.set(sample(i / RATE), i * data.outputs);
			return rows;
		};
		return compareSpeed(ours, theirs, { rounds: BULK_ROUNDS[effort], roundMs: 0, collect: true });
	};
	return { name, target, better: 'higher', isLarge: false, prepare: loadPartners, run };
}

// three.js plays from arrays of the caller. The copy takes the place of filling them, as we fill the rows of a sampler.
function create(name: string): Benchmark {
	const run = (effort: Effort): number => {
		const { recording, groups } = makeSamplingData('dense');
		const theirs = (): unknown => {
			const copies = groups.map((group) => ({ ...group, times: group.times.slice(), values: group.values.slice() }));
			return partners().three.createMixerPlayer(copies);
		};
		const rounds = BULK_ROUNDS[effort];
		return compareSpeed(() => createSampler(recording), theirs, { rounds, roundMs: 0, collect: true });
	};
	return { name, target: null, better: 'higher', isLarge: true, prepare: loadPartners, run };
}

// A plain ratio of bytes, the same in every run.
function keep(name: string, target: number): Benchmark {
	const run = (): number => {
		const { recording, groups } = makeSamplingData('dense');
		// Sorted curves are remembered for the recording, not kept by the sampler.
		createSampler(recording);
		const before = countBytes();
		const sampler = createSampler(recording);
		const bytes = countBytes() - before;
		sampler.sampleFrame(0, createFrameSample());
		// Each curve has its own times and values of four bytes.
		return bytes / groups.reduce((sum, { times, size }) => sum + times.length * size * 8, 0);
	};
	return { name, target, better: 'lower', isLarge: true, run };
}

function countBytes(): number {
	collectGarbage();
	const { heapUsed, arrayBuffers } = process.memoryUsage();
	return heapUsed + arrayBuffers;
}

// Continues where the last call stopped, over the whole recording and again.
function repeat(sample: FrameAt, times: Float64Array): Work {
	let next = 0;
	return () => {
		let frame: unknown;
		for (let i = 0; i < FRAMES_PER_CALL; i++) {
			frame = sample(times[next]!);
			next = next + 1 === times.length ? 0 : next + 1;
		}
		return frame;
	};
}

// A little off the recorded frames, as a display is.
function playTimes(): Float64Array {
	return Float64Array.from({ length: FRAMES }, (_, i) => (i + 0.37) / RATE);
}

function seekTimes(): Float64Array {
	let state = 1;
	return Float64Array.from({ length: FRAMES }, () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return (state / 4_294_967_296) * DURATION;
	});
}

interface Partners {
	readonly three: typeof import('./partners/three.mjs');
	readonly babylon: typeof import('./partners/babylon.mjs');
	readonly search: typeof import('./partners/binary-search.mjs');
}

let loaded: Partners | undefined;

function partners(): Partners {
	if (loaded === undefined) throw new Error('the libraries to compare with are not loaded');
	return loaded;
}

async function loadPartners(): Promise<void> {
	if (loaded !== undefined) return;
	installPartners();
	loaded = {
		three: await import('./partners/three.mjs'),
		babylon: await import('./partners/babylon.mjs'),
		search: await import('./partners/binary-search.mjs'),
	};
	checkAgreement();
}

function installPartners(): void {
	const folder = fileURLToPath(new URL('partners/', import.meta.url));
	if (existsSync(`${folder}node_modules/three`) && existsSync(`${folder}node_modules/@babylonjs/core`)) return;
	console.error('Installing three.js and Babylon.js to compare with (once) …');
	const args = ['install', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
	const { status } = spawnSync(...npm(args), { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
	if (status !== 0)
		throw new Error('three.js and Babylon.js could not be installed; name other benchmarks to do without');
}
