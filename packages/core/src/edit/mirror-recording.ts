import { type Curve, copyCurve, FULL_STRIDE } from '../model/curve.ts';
import { mapVectors, replaceSections, type VectorRole } from '../model/map-curves.ts';
import type { Recording } from '../model/recording.ts';

const SIGN = 0x8000_0000;
const EXPONENT = 0x7f80_0000;

/**
 * The components that change sign: x of a point or direction; y and z of a rotation, whose axis is mirrored
 * inversely.
 */
const NEGATED: Readonly<Record<VectorRole, string>> = { position: 'x', origin: 'x', direction: 'x', rotation: 'yz' };

/**
 * The recording as in a mirror at the plane x = 0: what the left hand did the right one does, and the other way
 * round.
 *
 * Points and directions (x, y, z) become (−x, y, z), rotations (x, y, z, w) become (x, −y, −z, w), so that a mirrored
 * joint points as the joints of the other hand do: +z along the bone, +y out of the back of the hand. Only signs
 * change, bit by bit: mirrored twice it is the recording again. Other planes: move it there and back, or mirror what
 * {@link reanchorRecording} gives, for which the plane is the one between the eyes.
 *
 * Curves that keep their sign are shared, those of a hand with the other hand.
 */
export function mirrorRecording(recording: Recording): Recording {
	const mirrored = mapVectors(recording, (curves, role) => {
		let isSame = true;
		const negated: Record<string, Curve> = {};
		for (const [axis, curve] of Object.entries(curves) as [string, Curve][]) {
			negated[axis] = NEGATED[role].includes(axis) ? negateCurve(curve) : curve;
			isSame &&= negated[axis] === curve;
		}
		return isSame ? curves : (negated as typeof curves & Record<string, Curve>);
	});
	const { hands } = mirrored;
	return hands === null ? mirrored : replaceSections(mirrored, { hands: { left: hands.right, right: hands.left } });
}

/** The curve with values and slopes negated; itself if there is nothing to negate. */
function negateCurve(curve: Curve): Curve {
	const negated = copyCurve(curve);
	const { words, stride } = negated;
	let isSame = true;
	for (let i = 0; i < words.length; i += stride) {
		// Zeros and what is not a number keep their bits; a sign would say nothing.
		const value = words[i + 1]! & ~SIGN;
		if (value !== 0 && value <= EXPONENT) {
			words[i + 1]! ^= SIGN;
			isSame = false;
		}
		if (stride !== FULL_STRIDE) continue;
		for (let field = 2; field <= 3; field++) {
			// An infinite slope is a step, and its sign says which value holds: that stays.
			const slope = words[i + field]! & ~SIGN;
			if (slope === 0 || slope >= EXPONENT) continue;
			words[i + field]! ^= SIGN;
			isSame = false;
		}
	}
	return isSame ? curve : negated;
}
