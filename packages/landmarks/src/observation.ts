import type { Camera } from './camera.ts';
import { LANDMARK_MODEL } from './landmark-model.ts';
import { LANDMARK_COUNT, type SeenHand } from './landmarks.ts';

/** What was seen of a hand, in the space of the camera: x right, y up, −z into the picture. */
export interface Observation {
	/** The landmarks in the picture: x and y in widths from its center, y up. */
	readonly image: Float64Array;
	/** The landmarks in space, up to their place and size. Their depth is poor. */
	readonly shape: Float64Array;
	/** The directions from the parent of each landmark; 0 for the wrist. */
	readonly bones: Float64Array;
}

/** Creates an observation to fill. */
export function createObservation(): Observation {
	const numbers = 3 * LANDMARK_COUNT;
	return {
		image: new Float64Array(2 * LANDMARK_COUNT),
		shape: new Float64Array(numbers),
		bones: new Float64Array(numbers),
	};
}

/** Landmarks farther from the picture than this, in widths, are nonsense. */
const FARTHEST = 10;

/** Fills an observation and returns whether all landmarks are numbers near the picture. */
export function observe({ image, world }: SeenHand, { aspect }: Camera, out: Observation): boolean {
	const numbers = 3 * LANDMARK_COUNT;
	if (image.length < numbers || (world !== null && world.length < numbers)) return false;
	for (let k = 0; k < LANDMARK_COUNT; k++) {
		const x = image[3 * k]! - 0.5;
		const y = (0.5 - image[3 * k + 1]!) * aspect;
		out.image[2 * k] = x;
		out.image[2 * k + 1] = y;
		// Without landmarks in space, those of the picture have a depth, too.
		out.shape[3 * k] = world === null ? x : world[3 * k]!;
		out.shape[3 * k + 1] = world === null ? y : -world[3 * k + 1]!;
		out.shape[3 * k + 2] = world === null ? -image[3 * k + 2]! : -world[3 * k + 2]!;
		if (!(Math.abs(x) < FARTHEST && Math.abs(y) < FARTHEST)) return false;
		for (let i = 0; i < 3; i++) if (!(Math.abs(out.shape[3 * k + i]!) < FARTHEST)) return false;
	}
	let longest = 0;
	for (let k = 1; k < LANDMARK_COUNT; k++) {
		const from = 3 * LANDMARK_MODEL[k]!.parent;
		const [x, y, z] = [0, 1, 2].map((i) => out.shape[3 * k + i]! - out.shape[from + i]!) as [number, number, number];
		const length = Math.hypot(x, y, z);
		longest = Math.max(longest, Math.hypot(out.image[2 * k]! - out.image[0]!, out.image[2 * k + 1]! - out.image[1]!));
		const scale = length > 1e-6 ? 1 / length : 0;
		out.bones[3 * k] = x * scale;
		out.bones[3 * k + 1] = y * scale;
		out.bones[3 * k + 2] = z * scale;
	}
	// A hand of no size has no distance.
	return longest > 1e-3;
}
