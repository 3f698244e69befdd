import { type Curve, getCurveWords, selectKeys } from '../../model/curve.ts';
import type { Fix } from '../fix.ts';

/** Drops keys that repeat the one before in every bit and in all axes at once. Keys that differ stay: one is right. */
export const dropDuplicates: Fix = {
	code: 'duplicate-key',
	how: 'dropped keys that say the same as the one before',
	fix: ({ curves: placed }) => {
		const curves = placed.map(({ curve }) => curve);
		const count = curves[0]?.count ?? 0;
		if (curves.some((curve) => curve.count !== count)) {
			return { curves: curves.map((curve) => selectKeys(curve, (key) => !isRepeat(curve, key))), confidence: null };
		}
		const isDropped = (key: number): boolean => curves.every((curve) => isRepeat(curve, key));
		return { curves: curves.map((curve) => selectKeys(curve, (key) => !isDropped(key))), confidence: null };
	},
};

function isRepeat(curve: Curve, key: number): boolean {
	if (key === 0) return false;
	const words = getCurveWords(curve);
	const at = key * curve.stride;
	for (let i = 0; i < curve.stride; i++) if (words[at + i] !== words[at - curve.stride + i]) return false;
	return true;
}
