import type { Finger } from '../model/joints.ts';

/**
 * The angles of a finger in degrees: flexion and abduction (toward the thumb) of its first joint, then flexion of its
 * second and third joint. The first joint of the thumb is at the wrist, the first joint of other fingers is the knuckle.
 */
export type FingerDegrees = readonly [flexion: number, abduction: number, second: number, third: number];

/** The shape of a hand: the angles of its fingers in degrees. Left and right hands have the same angles. */
export type HandShape = Readonly<Record<Finger, FingerDegrees>>;

/** The name of a built-in hand shape. */
export type HandShapeName = 'open' | 'rest' | 'point' | 'poke' | 'pinch' | 'grab' | 'fist';

/** The built-in hand shapes. They are means over tracked hands. */
export const HAND_SHAPES: Readonly<Record<HandShapeName, HandShape>> = {
	open: {
		thumb: [27, 39, 10, 4],
		index: [2, 5, 15, 2],
		middle: [8, -5, 14, -2],
		ring: [10, -11, 12, 6],
		pinky: [13, -18, 13, 4],
	},
	rest: {
		thumb: [27, 31, 6, 13],
		index: [13, 1, 25, 10],
		middle: [25, -1, 31, 10],
		ring: [22, -7, 32, 18],
		pinky: [20, -10, 29, 19],
	},
	point: {
		thumb: [42, 14, 26, 32],
		index: [5, -2, 15, -3],
		middle: [55, -3, 91, 54],
		ring: [69, 0, 92, 57],
		pinky: [70, 9, 89, 54],
	},
	poke: {
		thumb: [36, 18, 28, -7],
		index: [13, -7, 4, -7],
		middle: [44, -13, 61, 31],
		ring: [57, -12, 92, 32],
		pinky: [61, -8, 79, 37],
	},
	pinch: {
		thumb: [47, 7, 13, 1],
		index: [65, 1, 32, 8],
		middle: [19, -2, 20, 1],
		ring: [-1, -8, 22, 7],
		pinky: [-10, -19, 19, 4],
	},
	grab: {
		thumb: [35, 20, 28, 14],
		index: [57, -13, 67, 33],
		middle: [65, -13, 91, 40],
		ring: [73, -11, 101, 34],
		pinky: [77, -5, 87, 37],
	},
	fist: {
		thumb: [42, 14, 26, 32],
		index: [73, 4, 92, 32],
		middle: [75, 8, 83, 46],
		ring: [72, 9, 88, 45],
		pinky: [65, 12, 82, 40],
	},
};

/** The fingers in the order of a shape's angles. */
export const FINGERS: readonly Finger[] = ['thumb', 'index', 'middle', 'ring', 'pinky'];
/** The number of angles of a finger. */
export const FINGER_ANGLES = 4;
/** The number of angles of a hand. */
export const HAND_ANGLES = 20;

/** The largest angle of a joint that a shape may have. */
const MAX_DEGREES = 130;

/** Returns the 20 angles of a shape, finger by finger. Throws `TypeError` or `RangeError` for a shape that is not one. */
export function readShape(shape: HandShapeName | HandShape): Float64Array {
	if (typeof shape === 'string' && !Object.hasOwn(HAND_SHAPES, shape)) {
		throw new TypeError(`shape: '${shape}' is not one of ${Object.keys(HAND_SHAPES).join(', ')}`);
	}
	const fingers = typeof shape === 'string' ? HAND_SHAPES[shape] : shape;
	const angles = FINGERS.flatMap((finger) => Array.from(fingers?.[finger] ?? [], Number));
	if (angles.length !== HAND_ANGLES || !angles.every((angle) => Math.abs(angle) <= MAX_DEGREES)) {
		throw new RangeError(`shape: expected four angles of at most ${MAX_DEGREES}° for each of ${FINGERS.join(', ')}`);
	}
	return Float64Array.from(angles);
}

/** Returns the angles at a fraction of the way between two shapes. Blending angles keeps the lengths of bones. */
export function blendShapes(from: Float64Array, to: Float64Array, fraction: number): Float64Array {
	return from.map((angle, i) => angle + (to[i]! - angle) * fraction);
}
