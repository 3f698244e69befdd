import { sortCurve } from '../curves/sort.ts';
import { type Curve, copyCurve, FULL_STRIDE } from '../model/curve.ts';
import type { QuatCurves } from '../model/recording.ts';
import { findFlips, isLockstep } from './group.ts';

const SIGN = 0x8000_0000;
const INFINITE = 0x7f80_0000;

/**
 * A rotation whose neighboring keys have the same sign, so that values between keys, evaluated per component, are rotations
 * in between. Keys are negated where needed (values and slopes), which is the same rotation. Sampling does this on its own.
 *
 * Keys belong together only if the curves are in lockstep. Other rotations, and rotations that need no change, are the
 * same objects.
 */
export function alignRotation(rotation: QuatCurves): QuatCurves {
	const sorted = [rotation.x, rotation.y, rotation.z, rotation.w].map(sortCurve);
	const flips = isLockstep(sorted) ? findFlips(sorted) : null;
	if (flips === null) return rotation;
	const [x, y, z, w] = negateKeys(sorted, (key) => flips[key] === 1) as [Curve, Curve, Curve, Curve];
	return { x, y, z, w };
}

/** Curves with some keys negated: values and slopes. */
export function negateKeys(curves: readonly Curve[], isNegated: (key: number) => boolean): Curve[] {
	return curves.map((given) => {
		const curve = copyCurve(given);
		const { stride, words } = curve;
		for (let key = 0, at = 0; key < curve.count; key++, at += stride) {
			if (!isNegated(key)) continue;
			words[at + 1]! ^= SIGN;
			if (stride !== FULL_STRIDE) continue;
			// The sign of an infinite slope decides which value a step holds, so it stays.
			for (const field of [at + 2, at + 3]) if ((words[field]! & ~SIGN) !== INFINITE) words[field]! ^= SIGN;
		}
		return curve;
	});
}
