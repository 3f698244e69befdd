import { createFrameSample, type FrameSample, JOINT_COUNT, POSE_STRIDE, type Recording, SIDES } from '@handreel/core';
import { createSimdSampler } from '@handreel/core/simd';

/** A ball in WebXR's space, in meters. */
export interface Bounds {
	readonly center: readonly [number, number, number];
	readonly radius: number;
}

const STEPS = 60;
const MIN_RADIUS = 0.15;
/** Where hands are if nothing is known about them. */
export const NOWHERE: Bounds = { center: [0, 1.2, -0.4], radius: 0.4 };

/** Returns a ball around the tracked hands, or around the head if there are none. */
export function findBounds(recording: Recording): Bounds {
	const sampler = createSimdSampler(recording, { space: 'webxr' });
	const frame = createFrameSample();
	const box = new Box();
	const visit = (work: () => void): void => {
		for (let i = 0; i <= STEPS; i++) {
			sampler.sampleFrame((recording.duration * i) / STEPS, frame);
			work();
		}
	};
	visit(() => box.addFrame(frame));
	if (box.isEmpty) visit(() => frame.headPresent && box.add(frame.head, 0));
	return box.toBounds(MIN_RADIUS);
}

/** Returns a ball around the hands of a frame, with space to move. */
export function findFrameBounds(frame: FrameSample): Bounds {
	const box = new Box();
	box.addFrame(frame);
	return box.toBounds(NOWHERE.radius);
}

/** A box along the axes that grows. */
class Box {
	readonly #low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
	readonly #high = this.#low.map((value) => -value);

	get isEmpty(): boolean {
		return this.#low[0] === Number.POSITIVE_INFINITY;
	}

	add(poses: Float32Array, offset: number): void {
		for (let axis = 0; axis < 3; axis++) {
			const value = poses[offset + axis]!;
			if (!Number.isFinite(value)) return;
			this.#low[axis] = Math.min(this.#low[axis]!, value);
			this.#high[axis] = Math.max(this.#high[axis]!, value);
		}
	}

	/** Adds tracked hands and controllers. */
	addFrame(frame: FrameSample): void {
		for (const side of SIDES) {
			const { tracked, joints, present } = frame.hands[side];
			for (let i = 1; tracked && i < JOINT_COUNT; i++) if (present[i] === 1) this.add(joints, i * POSE_STRIDE);
			const controller = frame.controllers[side];
			if (controller.present && controller.tracked) this.add(controller.grip, 0);
		}
	}

	toBounds(minRadius: number): Bounds {
		if (this.isEmpty) return NOWHERE;
		const middle = (axis: number): number => (this.#low[axis]! + this.#high[axis]!) / 2;
		// The corners of the box are empty: hands move along curves.
		const size = Math.max(...this.#high.map((value, axis) => value - this.#low[axis]!));
		return { center: [middle(0), middle(1), middle(2)], radius: Math.max(minRadius, size / 2) };
	}
}
