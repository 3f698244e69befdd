import { multiplyQuaternions } from '@handreel/core/internal';

type Turn = [x: number, y: number, z: number, w: number];

/** The rotation of Unity's Euler angles in degrees: about z, then x, then y. */
export function turnFromAngles([x, y, z]: readonly [x: number, y: number, z: number]): Turn {
	const [a, b, c] = [x, y, z].map((angle) => (angle * Math.PI) / 360) as [number, number, number];
	const aboutX: Turn = [Math.sin(a), 0, 0, Math.cos(a)];
	const aboutY: Turn = [0, Math.sin(b), 0, Math.cos(b)];
	const aboutZ: Turn = [0, 0, Math.sin(c), Math.cos(c)];
	return multiplyQuaternions(aboutY, multiplyQuaternions(aboutX, aboutZ, [0, 0, 0, 1]), [0, 0, 0, 1]);
}
