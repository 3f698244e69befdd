/** How far an edited recording may be off, everywhere and at any time. Lengths in metres, angles in degrees. */
export interface Tolerances {
	/** Of each joint of a hand. Default 0.001. */
	readonly jointPosition?: number;
	/** Of each joint of a hand. Default 0.2. */
	readonly jointRotationDegrees?: number;
	/** Default 0.002. */
	readonly headPosition?: number;
	/** Default 0.2. */
	readonly headRotationDegrees?: number;
	/** Default 0.002. */
	readonly gazeOrigin?: number;
	/** Default 0.2. */
	readonly gazeDirectionDegrees?: number;
}

/** The tolerances of MRTK's code: joints 1 mm, head and gaze 2 mm, everything 0.2°. */
export const TOLERANCE_DEFAULTS: Readonly<Required<Tolerances>> = {
	jointPosition: 0.001,
	jointRotationDegrees: 0.2,
	headPosition: 0.002,
	headRotationDegrees: 0.2,
	gazeOrigin: 0.002,
	gazeDirectionDegrees: 0.2,
};

/**
 * Tolerances with the defaults filled in. Throws `RangeError` for one that is negative or not a number, `TypeError` for
 * a name that is none of them: whoever misspells one would get the default instead.
 */
export function fillTolerances(tolerances: Tolerances = {}): Required<Tolerances> {
	const filled = { ...TOLERANCE_DEFAULTS };
	for (const [name, value] of Object.entries(tolerances)) {
		if (!Object.hasOwn(filled, name)) {
			throw new TypeError(`tolerances.${name}: there is only ${Object.keys(filled).join(', ')}`);
		}
		if (value === undefined) continue;
		if (!(value >= 0)) throw new RangeError(`tolerances.${name}: ${value} is not a number from 0 on`);
		filled[name as keyof Tolerances] = value;
	}
	return filled;
}
