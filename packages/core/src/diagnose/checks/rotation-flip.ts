import { type Curve, copyCurve } from '../../model/curve.ts';
import type { FixableCheck } from './support/check.ts';
import { locateRow } from './support/subject.ts';
import { isTrackedThrough } from './support/tracking.ts';

const SIGN_BIT = 0x8000_0000;

/**
 * q and −q are the same rotation, but linear interpolation between them passes through zero. Neighboring keys with a
 * negative dot product have opposite signs; no threshold is needed. Keys on both sides of a loss of tracking and keys at
 * the same time do not count, since nothing is shown between them.
 *
 * The fix negates values and tangents, so that neighbors have the same sign. The first key after a loss of tracking or a
 * jump keeps its sign.
 */
export const rotationFlip: FixableCheck = {
	code: 'rotation-flip',
	severity: 'warning',
	meaning: 'Neighboring keys of a rotation have opposite signs, so linear interpolation passes through zero.',
	rule: 'neighboring keys have a negative dot product, at different times and without a loss of tracking between them',
	remains: 'keys are unsorted; playback aligns signs in any case',
	find({ groups }, report) {
		for (const group of groups) {
			const { path, role, rows, tracking } = group;
			if (role !== 'rotation' || rows === null) continue;
			const { times, values } = rows;
			let count = 0;
			let first = -1;
			for (let i = 1; i < times.length; i++) {
				const at = i * 4;
				const dot =
					values[at]! * values[at - 4]! +
					values[at + 1]! * values[at - 3]! +
					values[at + 2]! * values[at - 2]! +
					values[at + 3]! * values[at - 1]!;
				if (!(dot < 0) || times[i] === times[i - 1] || !isTrackedThrough(tracking, times[i - 1]!, times[i]!)) continue;
				count++;
				if (first < 0) first = i;
			}
			if (first < 0) continue;
			const text = `sign flips at ${count} of ${times.length} keys; linear interpolation passes through zero there`;
			report({ path, text, time: times[first]!, ...locateRow(group, first) });
		}
	},
	fix: {
		scope: 'vectors',
		does: 'flips the sign bits of values and tangents',
		how: 'aligned the signs of neighboring keys',
		repeats: true,
		fixGroup: ({ curves: placed, rows, tracking }) => {
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
	},
};

function negateKey({ words, stride }: Curve, key: number): void {
	const at = key * stride;
	words[at + 1]! ^= SIGN_BIT;
	if (stride === 2) return;
	words[at + 2]! ^= SIGN_BIT;
	words[at + 3]! ^= SIGN_BIT;
}
