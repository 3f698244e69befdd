import type { TimeSpan } from '../../curves/state-changes.ts';
import type { Curve } from '../../model/curve.ts';
import type { QuatCurves, Recording, Vec3Curves } from '../../model/recording.ts';
import { checkLength, createGrid, type Grid } from '../grid.ts';
import type { MeasureSettings } from '../options.ts';
import { Tracer } from '../path.ts';
import { sampleMeans, samplePoints } from '../played-curve.ts';
import { findExtent, listStateSpans } from '../tracking.ts';
import { measureAngularSpeed, type RotationSamples, resampleRotation } from '../turning.ts';
import { findPoint, type Point } from './points.ts';

/** Positions at all times of a recording; NaN while the point is not tracked. */
export interface Positions {
	readonly x: Float64Array;
	readonly y: Float64Array;
	readonly z: Float64Array;
}

/** Makes the arrays of channels: one value per even sample of a recording, NaN without data. */
export class Plotter {
	readonly recording: Recording;
	readonly whole: Grid;
	readonly #tracer: Tracer;
	readonly #rate: number;
	readonly #extent: TimeSpan;

	constructor(recording: Recording, settings: MeasureSettings) {
		checkLength(recording, settings.sampleRate);
		this.recording = recording;
		this.#rate = settings.sampleRate;
		this.#tracer = new Tracer(settings);
		const { start, end } = findExtent(recording);
		this.#extent = { start: Math.max(0, start), end };
		this.whole = createGrid([{ start: 0, end }], settings.sampleRate, 0);
	}

	/** The positions of a point, as recorded. */
	plotPositions(text: string): Positions {
		const { position, spans } = findPoint(this.recording, text, this.#extent);
		return this.#plotVector(position, spans);
	}

	#plotVector({ x, y, z }: Vec3Curves, spans: readonly TimeSpan[]): Positions {
		return { x: this.#plotCurve(x, spans), y: this.#plotCurve(y, spans), z: this.#plotCurve(z, spans) };
	}

	/** Speed, acceleration or jerk of a point. */
	plotMotion(text: string, figure: 'speed' | 'acceleration' | 'jerk'): Float64Array {
		const { position, spans } = findPoint(this.recording, text, this.#extent);
		const grid = createGrid(spans, this.#rate, 0);
		const path = this.#tracer.trace(position, grid);
		if (figure === 'speed') return this.#spread(path.speed, grid);
		const values = new Float64Array(this.whole.total).fill(Number.NaN);
		let inner = 0;
		const { margin } = this.#tracer;
		for (const { first, count } of grid.runs) {
			for (let i = margin; i < count - margin; i++) values[first + i] = path[figure][inner++]!;
		}
		return values;
	}

	/** The angular speed of a pose, in degrees per second. */
	plotTurning(text: string): Float64Array {
		const { rotation, spans } = this.#findPose(text);
		const grid = createGrid(spans, this.#rate, 0);
		return this.#spread(
			measureAngularSpeed(resampleRotation(rotation, grid, this.#tracer, sampleMeans), grid, this.#tracer),
			grid,
		);
	}

	/** The rotations of a pose, as recorded. */
	plotRotations(text: string): RotationSamples {
		const { rotation, spans } = this.#findPose(text);
		const grid = createGrid(spans, this.#rate, 0);
		const [x, y, z, w] = resampleRotation(rotation, grid, this.#tracer, samplePoints);
		return [this.#spread(x, grid), this.#spread(y, grid), this.#spread(z, grid), this.#spread(w, grid)];
	}

	/** 1 while a state is true, 0 otherwise. */
	plotState(curve: Curve): Float64Array {
		const values = new Float64Array(this.whole.total);
		for (const { start, end } of listStateSpans(curve, this.#extent)) {
			values.fill(1, Math.ceil(start * this.#rate), Math.ceil(end * this.#rate));
		}
		return values;
	}

	/** The values of a curve, as recorded. */
	plotValues(curve: Curve): Float64Array {
		return this.#plotCurve(curve, [this.#extent]);
	}

	#findPose(text: string): Point & { readonly rotation: QuatCurves } {
		const { position, rotation, spans } = findPoint(this.recording, text, this.#extent);
		if (rotation === null) throw new TypeError(`expression: ${text} has no rotation`);
		return { position, rotation, spans };
	}

	#plotCurve(curve: Curve, spans: readonly TimeSpan[]): Float64Array {
		const grid = createGrid(spans, this.#rate, 0);
		const values = new Float64Array(grid.total);
		samplePoints(curve, grid, values, 0);
		return this.#spread(values, grid);
	}

	// The values of a grid at their places in the whole recording.
	#spread(values: Float64Array, { runs }: Grid): Float64Array {
		const all = new Float64Array(this.whole.total).fill(Number.NaN);
		for (const { first, count, offset } of runs) {
			const room = Math.min(count, all.length - first);
			if (room > 0) all.set(values.subarray(offset, offset + room), first);
		}
		return all;
	}
}
