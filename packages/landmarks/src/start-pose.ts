import { crossVectors, findLookRotation, invertQuaternion, rotateVector } from '@handreel/core/internal';
import type { Camera } from './camera.ts';
import type { HandPose } from './hand-pose.ts';
import { clampAngles, REST } from './joint-limits.ts';
import { LANDMARK_COUNT } from './landmarks.ts';
import type { Observation } from './observation.ts';

/** Degrees. */
const RADIAN = 57.29577951308232;
/** The landmarks of a palm. */
const [WRIST, INDEX, MIDDLE, LITTLE] = [0, 5, 9, 17];
/** Meters from the camera that a hand may have. */
const [NEAREST, FARTHEST] = [0.08, 5];

/** Guesses wrist and angles from the shape of the landmarks, and the place from those in the picture. */
export function guessPose({ image, shape, bones }: Observation, { focal }: Camera, pose: HandPose): void {
	const mirror = pose.side === 'right' ? 1 : -1;
	const between = (from: number, to: number): number[] =>
		[0, 1, 2].map((i) => shape[3 * to + i]! - shape[3 * from + i]!);
	const ahead = between(WRIST, MIDDLE);
	const across = between(INDEX, LITTLE).map((value) => value * mirror);
	const up = crossVectors(across, ahead, [0, 0, 0]);
	findLookRotation(ahead, up, pose.wrist, 3);
	guessAngles(bones, pose, mirror);
	pose.wrist.fill(0, 0, 3);
	pose.place();
	placeInPicture(image, focal, pose);
}

// Flexion and abduction of the first joint point its bone; the others flex by the angle between two bones.
function guessAngles(bones: Float64Array, { wrist, angles }: HandPose, mirror: number): void {
	angles.set(REST);
	const inverse = invertQuaternion(wrist, [0, 0, 0, 0], 3);
	for (let finger = 0; finger < 5; finger++) {
		const first = 3 * (2 + 4 * finger);
		const [x, y, z] = rotateVector(inverse, bones, [0, 0, 0], 0, first) as [number, number, number];
		angles[4 * finger] = Math.atan2(-y, -z) * RADIAN;
		angles[4 * finger + 1] = Math.asin(Math.min(1, Math.max(-1, -x * mirror))) * RADIAN;
		for (let i = 0; i < 2; i++) {
			const at = first + 3 * i;
			const dot = bones[at]! * bones[at + 3]! + bones[at + 1]! * bones[at + 4]! + bones[at + 2]! * bones[at + 5]!;
			angles[4 * finger + 2 + i] = Math.acos(Math.min(1, Math.max(-1, dot))) * RADIAN;
		}
	}
	clampAngles(angles);
}

// Moves a hand so that its landmarks are near those in the picture. Each landmark yields two equations in the place t:
// focal · (x + tx) + u · (z + tz) = 0, and the same for y.
function placeInPicture(image: Float64Array, focal: number, { points, wrist }: HandPose): void {
	const n = LANDMARK_COUNT;
	let [su, sv, squares, a, b, c] = [0, 0, 0, 0, 0, 0];
	for (let k = 0; k < n; k++) {
		const [u, v] = [image[2 * k]!, image[2 * k + 1]!];
		const rightU = -(focal * points[3 * k]! + u * points[3 * k + 2]!);
		const rightV = -(focal * points[3 * k + 1]! + v * points[3 * k + 2]!);
		su += u;
		sv += v;
		squares += u * u + v * v;
		a += rightU;
		b += rightV;
		c += u * rightU + v * rightV;
	}
	// tx = (a − su · tz) / (focal · n), and so on, in the third equation.
	const tz = (c - (su * a + sv * b) / n) / (squares - (su * su + sv * sv) / n);
	const depth = Math.min(FARTHEST, Math.max(NEAREST, -tz || NEAREST));
	wrist[0] = (a + su * depth) / (focal * n);
	wrist[1] = (b + sv * depth) / (focal * n);
	wrist[2] = -depth;
}
