import { createCurve, createRecording, type PoseParts, type Recording } from '@handreel/core';
import { multiplyQuaternions, rotateVector } from '../../packages/core/src/math/quaternion.ts';

const JOINTS = ['palm', 'thumbMetacarpal', 'indexMetacarpal', 'middleMetacarpal'];
const KEYS = 40;

/**
 * Joints at the origin, while the wrist turns around them: their positions are what rounding leaves. A reader that rounds once for a
 * multiplication and an addition, or adds in another order, predicts others.
 */
export function createCanceling(): Recording {
	let state = 1;
	const next = (): number => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32 - 0.5;
	};
	const turn = (): Float64Array => {
		const [x, y, z] = [next(), next(), next()] as const;
		const square = x * x + y * y + z * z;
		return Float64Array.of(2 * x, 2 * y, 2 * z, 1 - square).map((value) => Math.fround(value / (1 + square)));
	};
	const arms = JOINTS.map(() => Float64Array.of(1 + next() / 64, next(), next()));
	const turns = JOINTS.map(turn);
	const rows: number[][][] = Array.from({ length: 1 + JOINTS.length }, () => []);
	const out = new Float64Array(4);
	for (let key = 0; key < KEYS; key++) {
		const wrist = turn();
		rotateVector(wrist, arms[0]!, out);
		const place = Array.from(out.subarray(0, 3), (value) => Math.fround(-value));
		rows[0]!.push([...place, ...wrist]);
		JOINTS.forEach((_, j) => {
			rotateVector(wrist, arms[j]!, out);
			const position = place.map((value, c) => out[c]! + value);
			multiplyQuaternions(wrist, turns[j]!, out);
			rows[j + 1]!.push([...position, ...out]);
		});
	}
	const joints = Object.fromEntries(['wrist', ...JOINTS].map((name, j) => [name, createPose(rows[j]!)]));
	return createRecording({ hands: { left: { joints } } });
}

function createPose(rows: readonly (readonly number[])[]): PoseParts {
	const [x, y, z, qx, qy, qz, qw] = [0, 1, 2, 3, 4, 5, 6].map((c) =>
		createCurve(rows.flatMap((row, i) => [i / 60, row[c]!])),
	);
	return { position: { x, y, z }, rotation: { x: qx, y: qy, z: qz, w: qw } } as PoseParts;
}
