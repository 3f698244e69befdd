import { sortCurve } from '../curves/sort.ts';
import { type Curve, copyCurve, FULL_STRIDE } from '../model/curve.ts';
import type { QuatCurves } from '../model/recording.ts';
import { findFlips, isLockstep } from '../sample/group.ts';

const SIGN = 0x8000_0000;
const INFINITE = 0x7f80_0000;

/**
 * A rotation with keys negated where needed (values and slopes, which is the same rotation), so that neighbouring keys
 * agree in sign and a key put between them by component means something. Sampling does the same on its own.
 *
 * Only curves in lockstep have keys that belong together; other rotations, and those that need nothing, are the same
 * objects.
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
			// The sign of an infinite slope says which value a step holds: it stays.
			for (const field of [at + 2, at + 3]) if ((words[field]! & ~SIGN) !== INFINITE) words[field]! ^= SIGN;
		}
		return curve;
	});
}
