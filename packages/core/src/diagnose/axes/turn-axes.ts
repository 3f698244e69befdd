import { transformCurves } from '../../keys/transform-curves.ts';
import { multiplyQuaternions } from '../../math/quaternion.ts';
import { mapVectors, replaceAxes, replaceFields } from '../../model/map-curves.ts';
import type { Recording, Side } from '../../model/recording.ts';
import { UNITS } from './conventions.ts';
import type { AxesMap } from './find-convention.ts';
import { type Matrix, multiply, toQuaternion, transpose } from './signed-axes.ts';

const NO_OFFSET = [0, 0, 0, 0];
/** From Unity's space, which recordings have, to that of WebXR. */
const MIRROR: Matrix = [
	[1, 0, 0],
	[0, 1, 0],
	[0, 0, -1],
];

/** The recording whose values had been mapped: undoes an {@link AxesMap}. Curves that stay the same are shared. */
export function undoAxesMap(recording: Recording, map: AxesMap): Recording {
	const back = transpose(map.space);
	const inFile = multiply(MIRROR, multiply(back, MIRROR));
	const directions = clean(inFile);
	const positions = clean(inFile.map((row) => row.map((value) => value / UNITS[map.unit])));
	const turned = mapVectors(recording, (curves, role, path) => {
		const rows =
			role === 'rotation'
				? createProduct(back, findJointMap(map, path))
				: role === 'direction'
					? directions
					: positions;
		return replaceAxes(curves, transformCurves(Object.values(curves), rows, NO_OFFSET));
	});
	const { hands } = turned;
	if (!map.isSwapped || hands === null) return turned;
	return replaceFields(turned, { hands: { left: hands.right, right: hands.left } });
}

// Joints have their own axes; everything else has those of the space.
function findJointMap({ space, joints }: AxesMap, path: string): Matrix {
	const [, side] = /^hands\.(left|right)\.joints\./.exec(path) ?? [];
	return (side === undefined ? null : joints[side as Side]) ?? space;
}

// The rotation R of OpenXR from the R′ of the recording: back · R′ · joints, as a matrix for x y z w in Unity's space.
function createProduct(back: Matrix, joints: Matrix): number[][] {
	const [left, right] = [toQuaternion(back), toQuaternion(joints)];
	const columns = [0, 1, 2, 3].map((i) => {
		const unit = [0, 1, 2, 3].map((k) => (k === i ? (i < 2 ? -1 : 1) : 0));
		const first = multiplyQuaternions(left, unit, [0, 0, 0, 0]);
		const [x, y, z, w] = multiplyQuaternions(first, right, [0, 0, 0, 0]);
		return [-x!, -y!, z!, w!];
	});
	return clean(transpose(columns));
}

// Sums of products of axes are 0, a half, a root of a half or 1.
function clean(rows: Matrix): number[][] {
	return rows.map((row) => row.map((value) => (Math.abs(value) < 1e-9 ? 0 : value)));
}
