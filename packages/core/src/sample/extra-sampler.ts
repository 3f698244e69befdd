import { evaluateScaled } from '../curves/evaluate.ts';
import { sortCurve } from '../curves/sort.ts';
import type { Curve } from '../model/curve.ts';
import type { ControllerCurves, PoseCurves, Recording, Side } from '../model/recording.ts';
import { readWrapMode } from '../model/wrap-mode.ts';
import type { SampleOptions } from './frame-sample.ts';
import { type ControllerSample, type FrameSample, type HandSample, POSE_STRIDE } from './frame-sample.ts';
import { Part, type SampledPart } from './part.ts';
import { SampledState } from './sampled-state.ts';

// The pointing rays of hands, the strength of pinches, and controllers. Most recordings have none of them, and then no
// sampler for them is made.

/** The poses of a side, in the order of the part: hand aim, controller grip, controller aim. */
const POSES_PER_SIDE = 3;
const SIDE_STRIDE: number = POSES_PER_SIDE * POSE_STRIDE;

/** Creates the part of the poses that an {@link ExtraSampler} samples, without poses if the recording has none. */
export function createExtraPart({ hands, controllers }: Recording, options: SampleOptions): Part {
	const poses = (side: Side): (PoseCurves | null | undefined)[] => [
		hands?.[side].aim,
		controllers?.[side]?.grip,
		controllers?.[side]?.aim,
	];
	const items = [...poses('left'), ...poses('right')].map((pose) => pose ?? null);
	return new Part(items.some((item) => item !== null) ? items : [], POSE_STRIDE, options);
}

/** Marks in a sample that nothing of this file was recorded. */
export function clearExtras(out: FrameSample): void {
	clearHand(out.hands.left);
	clearHand(out.hands.right);
	out.controllers.left.present = false;
	out.controllers.right.present = false;
}

/** Marks in a sample of a hand that neither its pointing ray nor the strength of its pinch was recorded. */
export function clearHand(out: HandSample): void {
	if (out.aimPresent) out.aim.fill(Number.NaN);
	out.aimPresent = false;
	out.pinchStrength = Number.NaN;
}

/** Samples what a recording has besides head, gaze and the joints of hands. */
export class ExtraSampler {
	readonly #part: SampledPart;
	readonly #rows: Float32Array = new Float32Array(2 * SIDE_STRIDE).fill(Number.NaN);
	readonly #strengths: Readonly<Record<Side, SampledValue | null>>;
	readonly #controllers: Readonly<Record<Side, SampledController | null>>;

	/** Returns `null` for a recording that has nothing to sample here. */
	static create(recording: Recording, part: SampledPart, options: SampleOptions): ExtraSampler | null {
		const { hands, controllers } = recording;
		const hasStrength = hands !== null && (hands.left.pinchStrength !== null || hands.right.pinchStrength !== null);
		const isEmpty = part.present.length === 0 && !hasStrength && controllers === null;
		return isEmpty ? null : new ExtraSampler(recording, part, options);
	}

	private constructor({ hands, controllers }: Recording, part: SampledPart, options: SampleOptions) {
		this.#part = part;
		const defaultWrap = readWrapMode(options.defaultWrap, 'defaultWrap');
		const strength = (side: Side): SampledValue | null => {
			const curve = hands?.[side].pinchStrength;
			return curve ? new SampledValue(curve, defaultWrap) : null;
		};
		const controller = (side: Side): SampledController | null => {
			const curves = controllers?.[side];
			return curves ? new SampledController(curves, defaultWrap) : null;
		};
		this.#strengths = { left: strength('left'), right: strength('right') };
		this.#controllers = { left: controller('left'), right: controller('right') };
	}

	sampleFrame(time: number, out: FrameSample): void {
		this.#samplePoses(time);
		this.#fillHand('left', time, out.hands.left);
		this.#fillHand('right', time, out.hands.right);
		this.#fillController('left', time, out.controllers.left);
		this.#fillController('right', time, out.controllers.right);
	}

	sampleHand(side: Side, time: number, out: HandSample): void {
		this.#samplePoses(time);
		this.#fillHand(side, time, out);
	}

	#samplePoses(time: number): void {
		if (this.#part.present.length > 0) this.#part.sample(time, this.#rows);
	}

	#fillHand(side: Side, time: number, out: HandSample): void {
		out.aimPresent = this.#part.present[side === 'left' ? 0 : POSES_PER_SIDE] === 1;
		copyPose(this.#rows, side === 'left' ? 0 : SIDE_STRIDE, out.aim);
		out.pinchStrength = this.#strengths[side]?.sample(time) ?? Number.NaN;
	}

	#fillController(side: Side, time: number, out: ControllerSample): void {
		const controller = this.#controllers[side];
		out.present = controller !== null;
		if (controller === null) return;
		const at = (side === 'left' ? 0 : SIDE_STRIDE) + POSE_STRIDE;
		copyPose(this.#rows, at, out.grip);
		copyPose(this.#rows, at + POSE_STRIDE, out.aim);
		controller.sample(time, out);
	}
}

/** States, buttons and axes of a controller. */
class SampledController {
	readonly #tracked: SampledState;
	readonly #pressed: readonly SampledState[];
	readonly #touched: readonly SampledState[];
	readonly #values: readonly SampledValue[];
	readonly #axes: readonly SampledValue[];

	constructor({ tracked, buttons, axes }: ControllerCurves, defaultWrap: number) {
		this.#tracked = new SampledState(tracked, defaultWrap);
		this.#pressed = buttons.map(({ pressed }) => new SampledState(pressed, defaultWrap));
		this.#touched = buttons.map(({ touched }) => new SampledState(touched, defaultWrap));
		this.#values = buttons.map(({ value }) => new SampledValue(value, defaultWrap));
		this.#axes = axes.map((axis) => new SampledValue(axis, defaultWrap));
	}

	sample(time: number, out: ControllerSample): void {
		out.tracked = this.#tracked.sample(time);
		out.buttonCount = this.#values.length;
		out.axisCount = this.#axes.length;
		for (let i = 0; i < this.#values.length; i++) {
			out.pressed[i] = this.#pressed[i]!.sample(time) ? 1 : 0;
			out.touched[i] = this.#touched[i]!.sample(time) ? 1 : 0;
			out.values[i] = this.#values[i]!.sample(time);
		}
		for (let i = 0; i < this.#axes.length; i++) out.axes[i] = this.#axes[i]!.sample(time);
	}
}

/** A float curve that is not part of a vector. Without keys it is 0. */
class SampledValue {
	readonly #curve: Curve;
	readonly #defaultWrap: number;

	constructor(curve: Curve, defaultWrap: number) {
		this.#curve = sortCurve(curve);
		this.#defaultWrap = defaultWrap;
	}

	sample(time: number): number {
		return evaluateScaled(this.#curve, time, this.#defaultWrap, 1);
	}
}

function copyPose(from: Float32Array, at: number, out: Float32Array): void {
	for (let i = 0; i < POSE_STRIDE; i++) out[i] = from[at + i]!;
}
