import type { QuatCurves } from '../model/recording.ts';
import { alignRotation } from '../sample/align-signs.ts';
import type { Grid } from './grid.ts';
import type { Tracer } from './path.ts';
import { sampleMeans, type samplePoints } from './played-curve.ts';
import { type Percentiles, takePercentiles } from './statistics.ts';

/** How a rotation changes. */
export interface TurningMeasures {
	/** Degrees turned in total, without samples below 3° per second, of which noise would add up. */
	readonly degrees: number;
	readonly degreesPerSecond: Percentiles;
}

/** Rotations at all samples of a grid, x y z w in separate arrays, at unit length. */
export type RotationSamples = readonly [Float64Array, Float64Array, Float64Array, Float64Array];

const STILL_DEGREES = 3;
const DEGREES = 180 / Math.PI;

/** Samples a rotation by points or means. Neighboring keys are made to agree in sign, as in a sampler. */
export function resampleRotation(
	rotation: QuatCurves,
	grid: Grid,
	tracer: Tracer,
	sample: typeof samplePoints,
): RotationSamples {
	const take = (): Float64Array => tracer.take(grid.total);
	const samples: RotationSamples = [take(), take(), take(), take()];
	const aligned = alignRotation(rotation);
	[aligned.x, aligned.y, aligned.z, aligned.w].forEach((curve, i) => {
		sample(curve, grid, samples[i]!, 0);
	});
	const [x, y, z, w] = samples;
	for (let i = 0; i < grid.total; i++) {
		const length = Math.sqrt(x[i]! * x[i]! + y[i]! * y[i]! + z[i]! * z[i]! + w[i]! * w[i]!);
		if (length === 0) w[i] = 1;
		else {
			x[i]! /= length;
			y[i]! /= length;
			z[i]! /= length;
			w[i]! /= length;
		}
	}
	return samples;
}

/** Measures the angular speed at all samples of a grid, in degrees per second, filtered like a motion. */
export function measureAngularSpeed(samples: RotationSamples, grid: Grid, tracer: Tracer): Float64Array {
	const vx = tracer.take(grid.total);
	const vy = tracer.take(grid.total);
	const vz = tracer.take(grid.total);
	for (const { offset, count } of grid.runs) {
		const last = offset + count - 1;
		for (let i = offset; i <= last; i++) {
			const before = Math.max(offset, i - 1);
			const after = Math.min(last, i + 1);
			writeAngularVelocity(samples, before, after, (after - before) / grid.rate, vx, vy, vz, i);
		}
	}
	tracer.smooth(vx, vy, vz, grid);
	for (let i = 0; i < grid.total; i++) vx[i] = Math.sqrt(vx[i]! * vx[i]! + vy[i]! * vy[i]! + vz[i]! * vz[i]!) * DEGREES;
	tracer.give(vy, vz);
	return vx;
}

/** Measures how a rotation turns; `null` if there are no samples. */
export function measureTurning(rotation: QuatCurves, grid: Grid, tracer: Tracer): TurningMeasures | null {
	const samples = resampleRotation(rotation, grid, tracer, sampleMeans);
	const speed = measureAngularSpeed(samples, grid, tracer);
	let degrees = 0;
	for (let i = 0; i < grid.total; i++) if (speed[i]! >= STILL_DEGREES) degrees += speed[i]! / grid.rate;
	const degreesPerSecond = takePercentiles(speed, grid.total);
	tracer.give(speed, ...samples);
	return degreesPerSecond && { degrees, degreesPerSecond };
}

// The rotation from one sample to another as a vector along its axis, in radians per second.
function writeAngularVelocity(
	[x, y, z, w]: RotationSamples,
	a: number,
	b: number,
	seconds: number,
	vx: Float64Array,
	vy: Float64Array,
	vz: Float64Array,
	at: number,
): void {
	// inverse(a) · b
	const dx = w[a]! * x[b]! - x[a]! * w[b]! - y[a]! * z[b]! + z[a]! * y[b]!;
	const dy = w[a]! * y[b]! + x[a]! * z[b]! - y[a]! * w[b]! - z[a]! * x[b]!;
	const dz = w[a]! * z[b]! - x[a]! * y[b]! + y[a]! * x[b]! - z[a]! * w[b]!;
	const dw = w[a]! * w[b]! + x[a]! * x[b]! + y[a]! * y[b]! + z[a]! * z[b]!;
	const sine = Math.sqrt(dx * dx + dy * dy + dz * dz);
	const angle = 2 * Math.atan2(sine, Math.abs(dw));
	const scale = sine < 1e-12 ? 0 : ((dw < 0 ? -1 : 1) * angle) / (sine * seconds);
	vx[at] = dx * scale;
	vy[at] = dy * scale;
	vz[at] = dz * scale;
}
