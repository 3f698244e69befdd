import type { Side } from '../model/recording.ts';

/** The part of a recording that a curve belongs to. */
export type PartName = 'head' | 'gaze' | Side;

/** Where in the model a curve is. */
export interface CurvePlace {
	readonly part: PartName;
	/** The joint of a hand; `null` for states, head and gaze. */
	readonly joint: string | null;
	readonly isRotationW: boolean;
}

// Splitting the paths of a file takes longer than the rest of a look at it.
const placesByPath = new Map<string, CurvePlace>();

/** Finds the place of a path of an MRTK file, such as `hands.left.joints.indexTip.position.x`. */
export function findCurvePlace(path: string): CurvePlace {
	let place = placesByPath.get(path);
	if (place === undefined) {
		const [section, side, , joint = null] = path.split('.');
		const part = (section === 'hands' ? side : section) as PartName;
		place = { part, joint, isRotationW: path.endsWith('.rotation.w') };
		placesByPath.set(path, place);
	}
	return place;
}
