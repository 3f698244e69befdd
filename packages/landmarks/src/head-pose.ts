import { composePoses } from '@handreel/core/internal';
import type { Camera } from './camera.ts';

/** MediaPipe computes faces for this vertical field of view, in degrees. */
const FACE_FIELD_OF_VIEW = 63;
/** The point between the eyes on MediaPipe's face, in meters. */
const EYES = [0, 0.026, 0.034];
/** A face looks along its +z, a head along its −z. */
const HALF_TURN = [0, 1, 0, 0];

/**
 * Writes the pose of a head, in the space of the camera, from the matrix of a face, and returns whether it is one. The turn of the
 * head is too small by about a quarter.
 */
export function readHead(face: ArrayLike<number>, { focal, aspect }: Camera, out: Float64Array): boolean {
	if (face.length !== 16 || !Array.from(face).every(Number.isFinite)) return false;
	const scale = Math.hypot(face[0]!, face[1]!, face[2]!);
	if (!(scale > 1e-6)) return false;
	const at = (row: number, column: number): number => face[4 * column + row]! / scale;
	const pose = new Float64Array(7);
	pose[0] = face[12]! / 100;
	pose[1] = face[13]! / 100;
	pose[2] = (face[14]! / 100) * Math.tan((FACE_FIELD_OF_VIEW * Math.PI) / 360) * ((2 * focal) / aspect);
	writeRotation(at, pose, 3);
	composePoses(pose, [...EYES, ...HALF_TURN], out);
	return out.every(Number.isFinite);
}

// The quaternion of a rotation matrix, by its largest component.
function writeRotation(at: (row: number, column: number) => number, out: Float64Array, offset: number): void {
	const trace = at(0, 0) + at(1, 1) + at(2, 2);
	const [i] = [0, 1, 2].sort((a, b) => at(b, b) - at(a, a)) as [number];
	const [j, k] = [(i + 1) % 3, (i + 2) % 3];
	const values = [0, 0, 0, 0];
	if (trace > at(i, i)) {
		values[3] = 1 + trace;
		for (let axis = 0; axis < 3; axis++) {
			const [a, b] = [(axis + 1) % 3, (axis + 2) % 3];
			values[axis] = at(b, a) - at(a, b);
		}
	} else {
		values[i] = 1 + at(i, i) - at(j, j) - at(k, k);
		values[j] = at(j, i) + at(i, j);
		values[k] = at(k, i) + at(i, k);
		values[3] = at(k, j) - at(j, k);
	}
	const length = Math.hypot(...values) || 1;
	for (let axis = 0; axis < 4; axis++) out[offset + axis] = values[axis]! / length;
}
