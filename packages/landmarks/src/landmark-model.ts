// Where landmarks are on our hand. Trackers are trained on points that people have marked in pictures: on the skin, and not in
// the middle of joints. The offsets were read from renderings of our own hand model.

/** The joint that the frame of an offset belongs to. */
type OffsetFrame = 'wrist' | 'joint';

/** A landmark on the hand model. */
export interface LandmarkPoint {
	/** The index of its joint. */
	readonly joint: number;
	/** Its place from the joint on a right hand, in millimeters. */
	readonly offset: readonly [x: number, y: number, z: number];
	readonly frame: OffsetFrame;
	/** The finger whose angles move it; −1 for the wrist. */
	readonly finger: number;
	/** How many angles of the finger move it, in their order. */
	readonly angles: number;
	/** The landmark before it on the hand; −1 for the wrist. */
	readonly parent: number;
}

/** Millimeters between the tips of thumb and index finger and their landmarks. */
const TIP_INSET = 4;

const NONE = [0, 0, 0] as const;

/** Offsets of the landmarks at the first joint and, for the thumb, the second. */
const BASES = [
	[-4, -3, -6],
	[2, -1, -7],
	[1, -4, -2],
	[0, -4, -2],
	[0, -2, -5],
] as const;
const THUMB_SECOND = [-2, -1, -6] as const;

/** The first of the four joints of each finger that have landmarks. */
const FIRST_JOINTS = [3, 8, 13, 18, 23];

/** The landmarks in the order of MediaPipe. */
export const LANDMARK_MODEL: readonly LandmarkPoint[] = /* @__PURE__ */ listPoints();

function listPoints(): LandmarkPoint[] {
	const wrist = { joint: 1, offset: [4, -1, -20], frame: 'wrist', finger: -1, angles: 0, parent: -1 } as const;
	return [
		wrist,
		...FIRST_JOINTS.flatMap((first, finger) =>
			[0, 1, 2, 3].map((i): LandmarkPoint => {
				const isTip = i === 3 && finger < 2;
				const isSecond = i === 1 && finger === 0;
				const offset = i === 0 ? BASES[finger]! : isSecond ? THUMB_SECOND : isTip ? ([0, 0, TIP_INSET] as const) : NONE;
				return {
					joint: first + i,
					offset,
					frame: i === 0 || isSecond ? 'wrist' : 'joint',
					finger,
					// The base of the thumb slides.
					angles: i === 0 && finger > 0 ? 0 : Math.max(2, i + 1),
					parent: i === 0 ? 0 : 4 * finger + i,
				};
			}),
		),
	];
}
