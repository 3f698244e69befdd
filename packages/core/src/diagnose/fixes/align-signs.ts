import { type Curve, copyCurve } from '../../model/curve.ts';
import type { Fix } from '../fix.ts';
import { isTrackedThrough } from '../tracking.ts';

const SIGN_BIT = 0x8000_0000;

/** Negates keys, values and tangents, such that neighbours agree in sign; the first key after each loss or jump keeps its own. */
export const alignSigns: Fix = {
	code: 'rotation-flip',
	how: 'made neighbouring keys agree in sign',
	fix: ({ curves: placed, rows, tracking }) => {
		if (rows === null || !rows.isFileOrder) return null;
		const { times, values } = rows;
		const curves = placed.map(({ curve }) => copyCurve(curve));
		let isFlipped = false;
		for (let i = 1; i < times.length; i++) {
			let dot = 0;
			for (let j = 0; j < 4; j++) dot += values[i * 4 + j]! * values[i * 4 - 4 + j]!;
			if (times[i] === times[i - 1] || !isTrackedThrough(tracking, times[i - 1]!, times[i]!)) isFlipped = false;
			else if (dot < 0) isFlipped = !isFlipped;
			if (isFlipped) for (const curve of curves) negateKey(curve, i);
		}
		return { curves, confidence: null };
	},
};

function negateKey({ words, stride }: Curve, key: number): void {
	const at = key * stride;
	words[at + 1]! ^= SIGN_BIT;
	if (stride === 2) return;
	words[at + 2]! ^= SIGN_BIT;
	words[at + 3]! ^= SIGN_BIT;
}
