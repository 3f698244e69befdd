import type { IssueCode } from '../../issue/codes.ts';
import { copyCurve, selectKeys } from '../../model/curve.ts';
import type { Fix } from '../fix.ts';
import { rowLength, UNIT_TOLERANCE } from '../report-lengths.ts';

/** Gives rotations unit length. */
export const normalizeRotations: Fix = createNormalizer('rotation-not-unit');
/** Gives gaze directions unit length. */
export const normalizeGaze: Fix = createNormalizer('gaze-not-unit');

// Scales values and tangents of keys that are off, and drops those that are all zero where others are left.
function createNormalizer(code: IssueCode): Fix {
	return {
		code,
		how: 'scaled keys to unit length and dropped those that are all zero',
		fix: ({ curves: placed, rows, joint }) => {
			if (rows === null || !rows.isFileOrder) return null;
			const { times, values, width } = rows;
			const lengths = Array.from(times, (_, i) => rowLength(values, i * width, width));
			const curves = placed.map(({ curve }) => copyCurve(curve));
			lengths.forEach((length, key) => {
				if (!(Math.abs(length - 1) > UNIT_TOLERANCE) || !(length > 0) || length === Number.POSITIVE_INFINITY) return;
				for (const { floats, stride } of curves) {
					const end = key * stride + (stride === 2 ? 2 : 4);
					for (let at = key * stride + 1; at < end; at++) floats[at] = floats[at]! / length;
				}
			});
			if (joint === 'none' || lengths.every((length) => length === 0)) return { curves, confidence: null };
			return { curves: curves.map((curve) => selectKeys(curve, (key) => lengths[key] !== 0)), confidence: null };
		},
	};
}
