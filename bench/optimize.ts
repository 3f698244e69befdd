// The optimizer beside the method of MRTK's recorder: key bytes, compressed bytes, speed, and whether time grows as the
// motion does.
import { brotliCompressSync } from 'node:zlib';
import { type Curve, type Recording, writeRecording } from '@handreel/core';
import { type OptimizeOptions, optimizeRecording } from '@handreel/core/edit';
import { type Benchmark, compareSpeed, type Effort } from './harness.ts';
import { makeOptimizeData, makeStressData, type Stress } from './optimize-data.ts';
import { PARTITION, reduceByRdp } from './rdp.ts';

const ROUNDS: Readonly<Record<Effort, number>> = { full: 15, quick: 5 };
const SAMPLES = 36_000;
const STRESSES: readonly Stress[] = ['still', 'ramp', 'sawtooth', 'noise', 'step'];
/** Twice the samples may take twice the time, and a tenth more for noise. More is superlinear growth. */
const LINEAR = 2.2;

/** Everything about the optimizer. */
export function listOptimizeBenchmarks(): Benchmark[] {
	return [
		bytes('optimize, key bytes of simple keys / RDP in partitions', 0.83, { keys: 'simple' }, countKeyBytes),
		bytes('optimize, key bytes of full keys / RDP in partitions', 0.6, { keys: 'full' }, countKeyBytes),
		bytes('optimize, brotli of rounded simple keys / of RDP', 0.55, { keys: 'simple', round: true }, compress),
		bytes('optimize, brotli of rounded full keys / of RDP', null, { keys: 'full', round: true }, compress),
		speed('optimize, speed with simple keys / iterative RDP', 2, 0),
		speed('optimize, speed with simple keys / iterative RDP in partitions', 2, PARTITION),
		...STRESSES.flatMap((shape) => [scaling(shape, 'simple'), scaling(shape, 'full')]),
	];
}

/** The bytes of all float keys of a recording in its layout. */
export function countKeyBytes(recording: Recording): number {
	const size = recording.layout?.keys === 'full' ? 28 : 8;
	let keys = 0;
	const visit = (node: object | null): void => {
		if (node === null) return;
		if ('stride' in node) keys += (node as Curve).kind === 'float' ? (node as Curve).count : 0;
		else for (const child of Object.values(node)) visit(child as object | null);
	};
	for (const section of [recording.head, recording.hands, recording.gaze]) visit(section);
	return keys * size;
}

function compress(recording: Recording): number {
	return brotliCompressSync(writeRecording(recording)).length;
}

function bytes(
	name: string,
	target: number | null,
	options: OptimizeOptions,
	measure: (recording: Recording) => number,
): Benchmark {
	const run = (): number => {
		const data = makeOptimizeData();
		return measure(optimizeRecording(data, options)) / measure(reduceByRdp(data));
	};
	return { name, target, better: 'lower', isLarge: measure === compress, run };
}

function speed(name: string, target: number | null, partition: number): Benchmark {
	const run = (effort: Effort): number => {
		const data = makeOptimizeData();
		const ours = (): unknown => optimizeRecording(data, { keys: 'simple' });
		return compareSpeed(ours, () => reduceByRdp(data, partition), { rounds: ROUNDS[effort] });
	};
	return { name, target, better: 'higher', isLarge: false, run };
}

function scaling(shape: Stress, keys: 'simple' | 'full'): Benchmark {
	const run = (effort: Effort): number => {
		const whole = makeStressData(shape, SAMPLES);
		const half = makeStressData(shape, SAMPLES / 2);
		const optimize = (recording: Recording) => (): unknown => optimizeRecording(recording, { keys });
		return compareSpeed(optimize(half), optimize(whole), { rounds: Math.min(7, ROUNDS[effort]) });
	};
	const name = `optimize, time for 36,000 samples of ${shape} with ${keys} keys / for 18,000`;
	return { name, target: LINEAR, better: 'lower', isLarge: false, run };
}
