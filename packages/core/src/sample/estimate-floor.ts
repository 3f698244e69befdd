/** The height of the eyes of a standing person in meters, for recordings that do not tell it. */
export const EYE_HEIGHT = 1.6;
/** Meters. A head that starts above this height was recorded relative to the floor. */
const SEATED_HEIGHT = 0.5;

/**
 * Returns the height of the floor in a recording, in meters, from the height of the head at its start: 0 if that is above
 * 0.5 m, otherwise 1.6 m below the head, because the recording is relative to the head.
 */
export function estimateFloor(eyes: number): number {
	return eyes > SEATED_HEIGHT ? 0 : eyes - EYE_HEIGHT;
}
