import { type SectionFlags, slotPaths } from '../model/order.ts';
import { SIDES, type Side } from '../model/recording.ts';

/** The part of a recording that a curve belongs to. */
export type PartName = 'head' | 'gaze' | Side;

/** Where in the model a curve is. */
export interface CurvePlace {
	readonly part: PartName;
	/** The joint of a hand; `null` for states, head and gaze. */
	readonly joint: string | null;
	readonly isRotationW: boolean;
	/** Whether the frame rate is estimated from this curve. */
	readonly isWatched: boolean;
}

// Recorders drop keys that lie on a straight line, so the keys of one curve do not show every frame. Curves that move
// differently together show most frames.
const WATCHED_JOINTS = ['wrist', 'indexTip', 'thumbTip', 'pinkyTip'] as const;
const WATCHED: ReadonlySet<string> = /* @__PURE__ */ new Set([
	...['head.position.x', 'head.rotation.x', 'gaze.origin.x', 'gaze.direction.x'],
	...SIDES.flatMap((side) =>
		WATCHED_JOINTS.flatMap((joint) => [
			`hands.${side}.joints.${joint}.position.x`,
			`hands.${side}.joints.${joint}.rotation.x`,
		]),
	),
]);

// Splitting the paths of a file, and even looking them up, takes longer than the rest of a look at it.
const placesByPaths = new Map<readonly string[], readonly CurvePlace[]>();

/** Lists the places of all curves of a file in file order. */
export function listPlaces(sections: SectionFlags): readonly CurvePlace[] {
	const paths = slotPaths(sections);
	let places = placesByPaths.get(paths);
	if (places === undefined) {
		places = paths.map(findPlace);
		placesByPaths.set(paths, places);
	}
	return places;
}

// The place of a path such as `hands.left.joints.indexTip.position.x`.
function findPlace(path: string): CurvePlace {
	const [section, side, , joint = null] = path.split('.');
	const part = (section === 'hands' ? side : section) as PartName;
	return { part, joint, isRotationW: path.endsWith('.rotation.w'), isWatched: WATCHED.has(path) };
}
