import { type Curve, copyCurve, FULL_STRIDE } from '../model/curve.ts';
import { mirrorTrackName } from '../model/hand-buttons.ts';
import { mapFields, mapRoom, mapVectors, replaceFields, type VectorRole } from '../model/map-curves.ts';
import type { Recording, Side, Track } from '../model/recording.ts';
import { defineEdit, type Edit } from './edit.ts';
import { reflectRoom } from './room.ts';

const SIGN = 0x8000_0000;
const EXPONENT = 0x7f80_0000;

/** The components that change sign. The axis of a rotation is mirrored the other way: y and z. */
const NEGATED: Readonly<Record<VectorRole, string>> = { position: 'x', origin: 'x', direction: 'x', rotation: 'yz' };

/**
 * The recording mirrored at the plane x = 0, with left and right swapped.
 *
 * Points and directions (x, y, z) become (−x, y, z), rotations (x, y, z, w) become (x, −y, −z, w), so joints keep the
 * convention of their hand: +z along the bone, +y out of the back of the hand. Only sign bits change: mirroring twice
 * returns an equal recording. To mirror at another plane, move the recording before and after; for the plane between the
 * eyes use {@link reanchorRecording}.
 *
 * Curves whose sign does not change are shared.
 *
 * @example
 * // hands.left.joints.indexTip at (0.2, 1, 0.4) → hands.right.joints.indexTip at (−0.2, 1, 0.4)
 * mirrorRecording(recording)
 */
export function mirrorRecording(recording: Recording): Recording {
	const changed = mapVectors(recording, (curves, role) => {
		return mapFields(curves, (curve, axis) => (NEGATED[role].includes(axis) ? negateCurve(curve as Curve) : curve));
	});
	const mirrored = mapRoom(changed, (room) => reflectRoom(room, 'x'));
	const { hands, controllers } = mirrored;
	const tracks = swapTracks(mirrored.tracks);
	return replaceFields(mirrored, { hands: swapSides(hands), controllers: swapSides(controllers), tracks });
}

/** The edit {@link mirrorRecording}. */
export const mirrorEdit: Edit = /* @__PURE__ */ defineEdit({
	name: 'mirror',
	title: 'Mirror',
	text: 'Swap left and right, as in a mirror. Mirroring twice restores the original.',
	options: {},
	examples: [''],
	apply: (recording) => ({ recording: mirrorRecording(recording) }),
});

function swapSides<T>(sides: Readonly<Record<Side, T>> | null): Readonly<Record<Side, T>> | null {
	return sides && { left: sides.right, right: sides.left };
}

// Tracks of a side, such as `left-hand-tap-thumb`, change their names and stay at their places.
function swapTracks(tracks: readonly Track[]): readonly Track[] {
	const swapped = tracks.map((track) => {
		const name = mirrorTrackName(track.name);
		return name === track.name ? track : { ...track, name };
	});
	return swapped.some((track, i) => track !== tracks[i]) ? swapped : tracks;
}

// The curve with values and slopes negated, or the same curve if all of them are 0.
function negateCurve(curve: Curve): Curve {
	const negated = copyCurve(curve);
	const { words, stride } = negated;
	let isSame = true;
	for (let i = 0; i < words.length; i += stride) {
		// Zeros and NaN keep their bits.
		const value = words[i + 1]! & ~SIGN;
		if (value !== 0 && value <= EXPONENT) {
			words[i + 1]! ^= SIGN;
			isSame = false;
		}
		if (stride !== FULL_STRIDE) continue;
		for (let field = 2; field <= 3; field++) {
			// An infinite slope is a step. Its sign decides which value holds, so it stays.
			const slope = words[i + field]! & ~SIGN;
			if (slope === 0 || slope >= EXPONENT) continue;
			words[i + field]! ^= SIGN;
			isSame = false;
		}
	}
	return isSame ? curve : negated;
}
