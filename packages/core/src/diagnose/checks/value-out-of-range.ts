import { countOf } from '../../issue/error.ts';
import { getKeyTime, getKeyValue } from '../../model/curve.ts';
import type { Check } from './support/check.ts';

/** Devices round, and so do edits. */
const ROUNDING = 1e-5;

/**
 * Buttons and pinches are recorded as fractions from 0 to 1, axes from −1 to 1, as in WebXR. Other numbers come from another
 * unit, such as percent, from an axis that is not calibrated, or from a track that was put into the wrong place. Numbers that
 * are not finite have their own check.
 */
export const valueOutOfRange: Check = {
	code: 'value-out-of-range',
	severity: 'warning',
	meaning: 'A button or pinch has a value outside 0 to 1, or an axis outside −1 to 1.',
	rule: 'the value of a button or the strength of a pinch is outside 0 to 1, or an axis outside −1 to 1. Scalar tracks have no limits',
	remains: 'it is unknown how the values should be scaled',
	find({ groups }, report) {
		for (const { path, curves, range } of groups) {
			const [placed] = curves;
			if (range === null || placed === undefined) continue;
			const [min, max] = range;
			const { curve } = placed;
			let keys = 0;
			let first = -1;
			let worst = 0;
			for (let key = 0; key < curve.count; key++) {
				const value = getKeyValue(curve, key);
				const excess = Math.max(min - value, value - max);
				if (!(excess > ROUNDING) || !Number.isFinite(value)) continue;
				keys++;
				if (first < 0) first = key;
				if (Math.abs(value) > Math.abs(worst)) worst = value;
			}
			if (first < 0) continue;
			const time = getKeyTime(curve, first);
			report({
				path,
				text: `${countOf(keys, 'key')} outside ${min} to ${max}, the farthest with ${Number(worst.toPrecision(3))}`,
				time,
				at: { path, key: first },
			});
		}
	},
};
