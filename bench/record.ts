// Recording: how fast frames are taken, how much a journal writes, how long it takes to make a recording. Beside copies
// of the same floats where there is something to compare with, otherwise as plain numbers of this machine.
import { createFrameSample, type FrameSample } from '@handreel/core';
import { Recorder, type RecorderOptions } from '@handreel/core/record';
import { type Benchmark, compareSpeed, type Effort, median } from './harness.ts';

const RATE = 60;
const FRAMES_PER_CALL = 600;
const ROUNDS: Readonly<Record<Effort, number>> = { full: 21, quick: 7 };
const BUILD_ROUNDS: Readonly<Record<Effort, number>> = { full: 5, quick: 1 };

/** Everything about recording. */
export function listRecordBenchmarks(): Benchmark[] {
	const noJournal = { write: () => {} };
	return [
		{
			...plain('capture frames / copies of their floats', 'higher'),
			run: (effort) => compareSpeed(captureCalls({}), copyCalls(), { rounds: ROUNDS[effort] }),
		},
		{ ...plain('captured frames / second', 'higher'), run: (effort) => capturesPerSecond({}, effort) },
		{
			...plain('captured frames / second, with a journal', 'higher'),
			run: (effort) => capturesPerSecond({ journal: noJournal }, effort),
		},
		{ ...plain('journal bytes / second of recording at 60 Hz', 'lower'), run: measureJournal },
		{
			...plain('milliseconds / toRecording of 30 s, every key', 'lower'),
			run: (effort) => timeBuild(30, true, effort),
		},
		{ ...plain('milliseconds / toRecording of 30 s', 'lower'), run: (effort) => timeBuild(30, false, effort) },
		{
			...plain('milliseconds / toRecording of 10 minutes, every key', 'lower'),
			isLarge: true,
			run: (effort) => timeBuild(600, true, effort),
		},
		{
			...plain('milliseconds / toRecording of 10 minutes', 'lower'),
			isLarge: true,
			run: (effort) => timeBuild(600, false, effort),
		},
	];
}

function plain(name: string, better: Benchmark['better']): Omit<Benchmark, 'run'> {
	return { name, target: null, better, isLarge: false };
}

// Frames of ten seconds with everything in them that a headset reports: head, gaze, two hands without joint `none`.
let made: FrameSample[] | undefined;

function makeFrames(): FrameSample[] {
	made ??= Array.from({ length: FRAMES_PER_CALL }, (_, i) => makeFrame(i / RATE));
	return made;
}

function makeFrame(time: number): FrameSample {
	const frame = createFrameSample();
	const fill = (floats: Float32Array, at: number, seed: number): void => {
		const wave = (speed: number): number => Math.sin(time * speed + seed);
		floats.set([wave(0.9), 1.5 + 0.2 * wave(0.7), wave(1.1)], at);
		if (at + 7 > floats.length) return;
		const rotation = [0.4 * wave(0.8), 0.4 * wave(1.2), 0.4 * wave(0.6), 1];
		const length = Math.hypot(...rotation);
		floats.set(
			rotation.map((value) => value / length),
			at + 3,
		);
	};
	frame.time = time;
	frame.headPresent = true;
	frame.gazePresent = true;
	fill(frame.head, 0, 0);
	fill(frame.gaze, 0, 1);
	frame.gaze.set([0, 0, 1], 3);
	for (const [side, seed] of [
		['left', 2],
		['right', 30],
	] as const) {
		const hand = frame.hands[side];
		hand.tracked = true;
		hand.present.fill(1, 1);
		for (let joint = 0; joint < 27; joint++) fill(hand.joints, joint * 7, seed + joint);
	}
	return frame;
}

function captureCalls(options: RecorderOptions): () => unknown {
	const recorder = new Recorder(options);
	const frames = makeFrames();
	let time = 0;
	recorder.start();
	return () => {
		for (const frame of frames) {
			frame.time = time;
			time += 1 / RATE;
			if (!recorder.capture(frame)) throw new Error(`the frame at ${frame.time} was not taken`);
		}
		return recorder;
	};
}

// What taking a frame costs at least: its floats go elsewhere.
function copyCalls(): () => unknown {
	const frames = makeFrames();
	const size = 7 + 6 + 2 * 189;
	const rows = new Float32Array(30 * RATE * size);
	let row = 0;
	return () => {
		for (const { head, gaze, hands } of frames) {
			const at = row * size;
			rows.set(head, at);
			rows.set(hands.left.joints, at + 7);
			rows.set(hands.right.joints, at + 196);
			rows.set(gaze, at + 385);
			row = row + 1 === 30 * RATE ? 0 : row + 1;
		}
		return rows;
	};
}

function capturesPerSecond(options: RecorderOptions, effort: Effort): number {
	const call = captureCalls(options);
	for (let i = 0; i < 20; i++) call();
	return median(
		Array.from({ length: ROUNDS[effort] }, () => {
			const start = performance.now();
			for (let i = 0; i < 10; i++) call();
			return (10 * FRAMES_PER_CALL * 1000) / (performance.now() - start);
		}),
	);
}

function measureJournal(): number {
	let bytes = 0;
	const write = (part: Uint8Array): void => {
		bytes += part.length;
	};
	const call = captureCalls({ journal: { write } });
	call();
	const before = bytes;
	for (let i = 0; i < 10; i++) call();
	return (bytes - before) / ((10 * FRAMES_PER_CALL) / RATE);
}

function timeBuild(seconds: number, isKeepingAll: boolean, effort: Effort): number {
	const recorder = new Recorder({ maxDuration: Number.POSITIVE_INFINITY });
	recorder.start();
	for (let i = 0; i < seconds * RATE; i++) recorder.capture(makeFrame(i / RATE));
	if (recorder.frameCount !== seconds * RATE) throw new Error(`${recorder.frameCount} frames were taken`);
	return median(
		Array.from({ length: BUILD_ROUNDS[effort] }, () => {
			const start = performance.now();
			recorder.toRecording({ keepAllKeys: isKeepingAll });
			return performance.now() - start;
		}),
	);
}
