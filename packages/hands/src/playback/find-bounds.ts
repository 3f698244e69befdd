import { createFrameSample, type FrameSample, JOINT_COUNT, POSE_STRIDE, type Recording, SIDES } from '@handreel/core';
import { createSimdSampler } from '@handreel/core/simd';
import { shareSampler } from './share-sampler.ts';

/** A ball in WebXR's space, in meters. */
export interface Bounds {
	readonly center: readonly [x: number, y: number, z: number];
	readonly radius: number;
}

/** The least number of moments to look at, and the most seconds between them. */
const STEPS = 60;
const INTERVAL = 0.25;
const MIN_RADIUS = 0.15;
const FRAME_RADIUS = 0.4;

/**
 * Returns a ball around the tracked hands and controllers of a recording, or around the head if there are none, in WebXR's space; and
 * the span in which they are tracked, in seconds, to a quarter of a second or a sixtieth of the duration.
 *
 * @example
 * import { RecordedHands } from '@handreel/three';
 * const { center, radius, start, end } = findBounds(recording);
 * const hands = new RecordedHands(recording, { range: { start, end } });
 * camera.position.set(center[0], center[1] + radius, center[2] + 3 * radius);
 * camera.lookAt(...center);
 */
export function findBounds(recording: Recording): Bounds & { readonly start: number; readonly end: number } {
	const { duration } = recording;
	const sampler = shareSampler(createSimdSampler)(recording, { space: 'webxr' });
	const frame = createFrameSample();
	const [hands, head] = [new Box(), new Box()];
	const steps = Math.max(STEPS, Math.ceil(duration / INTERVAL));
	let first = steps;
	let last = 0;
	for (let i = 0; i <= steps; i++) {
		sampler.sampleFrame((duration * i) / steps, frame);
		if (frame.headPresent) head.add(frame.head, 0);
		if (!hands.addFrame(frame)) continue;
		first = Math.min(first, i);
		last = i;
	}
	if (hands.isEmpty) return { ...head.toBounds(MIN_RADIUS), start: 0, end: duration };
	// Hands are found after the moment before, and lost before the moment after.
	const start = (duration * Math.max(0, first - 1)) / steps;
	return { ...hands.toBounds(MIN_RADIUS), start, end: (duration * Math.min(steps, last + 1)) / steps };
}

/** Returns a ball around the hands and controllers of a frame in WebXR's space, with space to move. */
export function findFrameBounds(frame: FrameSample): Bounds {
	const box = new Box();
	box.addFrame(frame);
	return box.toBounds(FRAME_RADIUS);
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

	/** Adds tracked hands and controllers. Returns whether there are any. */
	addFrame(frame: FrameSample): boolean {
		let isAny = false;
		for (const side of SIDES) {
			const { tracked, joints, present } = frame.hands[side];
			for (let i = 1; tracked && i < JOINT_COUNT; i++) if (present[i] === 1) this.add(joints, i * POSE_STRIDE);
			const controller = frame.controllers[side];
			const isHeld = controller.present && controller.tracked;
			if (isHeld) this.add(controller.grip, 0);
			isAny ||= tracked || isHeld;
		}
		return isAny;
	}

	toBounds(minRadius: number): Bounds {
		if (this.isEmpty) return { center: [0, 1.2, -0.4], radius: FRAME_RADIUS };
		const middle = (axis: number): number => (this.#low[axis]! + this.#high[axis]!) / 2;
		// The corners of the box are empty: hands move along curves.
		const size = Math.max(...this.#high.map((value, axis) => value - this.#low[axis]!));
		return { center: [middle(0), middle(1), middle(2)], radius: Math.max(minRadius, size / 2) };
	}
}
