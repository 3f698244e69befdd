import type { Vec3Curves } from '../model/recording.ts';
import type { Grid, Run } from './grid.ts';
import { designLowPass, filterBothWays, getPadding, type LowPass, padSamples } from './low-pass.ts';
import type { MeasureSettings } from './options.ts';
import { sampleRunMeans } from './played-curve.ts';

/** The path of a point, filtered, at all samples of a grid. Its arrays may be longer than the grid. */
export interface Path {
	readonly grid: Grid;
	readonly x: Float64Array;
	readonly y: Float64Array;
	readonly z: Float64Array;
	/** Meters per second. */
	readonly speed: Float64Array;
	/** m/s² and m/s³ of the samples that are far enough from the ends of a run; entries from `inner` on are unused. */
	readonly acceleration: Float64Array;
	readonly jerk: Float64Array;
	readonly inner: number;
}

/**
 * Acceleration and jerk within so many periods of the cutoff from the ends of a run come from the filter, not from the
 * motion.
 */
const MARGIN_PERIODS = 1.5;

/** The length of arrays that are kept for the next recording, and how many: 1 MB. */
const SPARE_LENGTH = 4096;
const MAX_SPARE = 32;
// Allocating arrays takes as long as measuring a short recording, so some are kept.
const spare: Float64Array[] = [];

/** Traces points of recordings. Keeps its memory between calls. */
export class Tracer {
	readonly #settings: MeasureSettings;
	readonly #filter: LowPass;
	readonly #padding: number;
	/** Samples at each end of a run that have no acceleration and jerk. */
	readonly margin: number;
	/** Arrays that were given back, if they are too long to be kept for the next recording. */
	readonly #free: Float64Array[] = [];
	/** A run with padding. */
	#px: Float64Array = new Float64Array(256);
	#py: Float64Array = new Float64Array(256);
	#pz: Float64Array = new Float64Array(256);

	constructor(settings: MeasureSettings) {
		const { sampleRate, cutoff } = settings;
		this.#settings = settings;
		this.#filter = designLowPass(sampleRate, cutoff);
		this.#padding = getPadding(sampleRate, cutoff);
		this.margin = Math.ceil((MARGIN_PERIODS * sampleRate) / cutoff);
	}

	/** Resamples, filters and differentiates the path of a point. */
	trace({ x, y, z }: Vec3Curves, grid: Grid): Path {
		const take = (): Float64Array => this.take(grid.total);
		const path = { grid, x: take(), y: take(), z: take(), speed: take(), acceleration: take(), jerk: take() };
		let inner = 0;
		for (const run of grid.runs) {
			this.#reserve(run.count);
			sampleRunMeans(x, grid, run, this.#px, this.#padding);
			sampleRunMeans(y, grid, run, this.#py, this.#padding);
			sampleRunMeans(z, grid, run, this.#pz, this.#padding);
			this.#filterRun(run.count);
			inner = this.#differentiate(path, run, inner);
		}
		return { ...path, inner };
	}

	/** Releases a path that is no longer used, so that the next path needs no memory. */
	release({ x, y, z, speed, acceleration, jerk }: Path): void {
		this.give(x, y, z, speed, acceleration, jerk);
	}

	/** Returns an array of at least a length, with any content. */
	take(length: number): Float64Array {
		if (length <= SPARE_LENGTH) return spare.pop() ?? new Float64Array(SPARE_LENGTH);
		const free = this.#free.pop();
		return free !== undefined && free.length >= length ? free : new Float64Array(length);
	}

	/** Releases arrays that are no longer used. */
	give(...arrays: Float64Array[]): void {
		for (const array of arrays) {
			if (array.length > SPARE_LENGTH) this.#free.push(array);
			else if (array.length === SPARE_LENGTH && spare.length < MAX_SPARE) spare.push(array);
		}
	}

	/** Filters three signals of a grid in place. */
	smooth(x: Float64Array, y: Float64Array, z: Float64Array, { runs }: Grid): void {
		const padding = this.#padding;
		for (const { offset, count } of runs) {
			this.#reserve(count);
			this.#px.set(x.subarray(offset, offset + count), padding);
			this.#py.set(y.subarray(offset, offset + count), padding);
			this.#pz.set(z.subarray(offset, offset + count), padding);
			this.#filterRun(count);
			x.set(this.#px.subarray(padding, padding + count), offset);
			y.set(this.#py.subarray(padding, padding + count), offset);
			z.set(this.#pz.subarray(padding, padding + count), offset);
		}
	}

	#reserve(count: number): void {
		const length = count + 2 * this.#padding;
		if (this.#px.length >= length) return;
		this.#px = new Float64Array(length);
		this.#py = new Float64Array(length);
		this.#pz = new Float64Array(length);
	}

	#filterRun(count: number): void {
		const padding = this.#padding;
		padSamples(this.#px, padding, count);
		padSamples(this.#py, padding, count);
		padSamples(this.#pz, padding, count);
		filterBothWays(this.#px, this.#py, this.#pz, count + 2 * padding, this.#filter);
	}

	// Central differences of fourth order, which are exact to 1% up to a tenth of the sample rate.
	#differentiate(path: Omit<Path, 'inner'>, { offset, count }: Run, inner: number): number {
		const { x, y, z, speed, acceleration, jerk } = path;
		const rate = this.#settings.sampleRate;
		const padding = this.#padding;
		const px = this.#px;
		const py = this.#py;
		const pz = this.#pz;
		const perSecond = rate / 12;
		for (let i = offset, at = padding; i < offset + count; i++, at++) {
			x[i] = px[at]!;
			y[i] = py[at]!;
			z[i] = pz[at]!;
			const vx = px[at - 2]! - px[at + 2]! + 8 * (px[at + 1]! - px[at - 1]!);
			const vy = py[at - 2]! - py[at + 2]! + 8 * (py[at + 1]! - py[at - 1]!);
			const vz = pz[at - 2]! - pz[at + 2]! + 8 * (pz[at + 1]! - pz[at - 1]!);
			speed[i] = Math.sqrt(vx * vx + vy * vy + vz * vz) * perSecond;
		}
		const perSquare = (rate * rate) / 12;
		const perCube = (rate * rate * rate) / 8;
		const end = padding + count - this.margin;
		let to = inner;
		for (let at = padding + this.margin; at < end; at++, to++) {
			const ax = 16 * (px[at - 1]! + px[at + 1]!) - 30 * px[at]! - px[at - 2]! - px[at + 2]!;
			const ay = 16 * (py[at - 1]! + py[at + 1]!) - 30 * py[at]! - py[at - 2]! - py[at + 2]!;
			const az = 16 * (pz[at - 1]! + pz[at + 1]!) - 30 * pz[at]! - pz[at - 2]! - pz[at + 2]!;
			acceleration[to] = Math.sqrt(ax * ax + ay * ay + az * az) * perSquare;
			const jx = px[at - 3]! - px[at + 3]! + 8 * (px[at + 2]! - px[at - 2]!) + 13 * (px[at - 1]! - px[at + 1]!);
			const jy = py[at - 3]! - py[at + 3]! + 8 * (py[at + 2]! - py[at - 2]!) + 13 * (py[at - 1]! - py[at + 1]!);
			const jz = pz[at - 3]! - pz[at + 3]! + 8 * (pz[at + 2]! - pz[at - 2]!) + 13 * (pz[at - 1]! - pz[at + 1]!);
			jerk[to] = Math.sqrt(jx * jx + jy * jy + jz * jz) * perCube;
		}
		return to;
	}
}
