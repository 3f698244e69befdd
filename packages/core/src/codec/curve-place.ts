import { countSlots, type SectionFlags, slotPaths } from '../model/order.ts';
import type { Side } from '../model/recording.ts';

/** The part of a recording that a curve belongs to. */
export type PartName = 'head' | 'gaze' | Side;

/** Curves that follow each other: slots [start, end). */
export interface SlotRange {
	readonly start: number;
	readonly end: number;
}

/** Where in a file the curves with a certain meaning are. Slots number the curves of a file in file order. */
export interface CurvePlaces {
	/** The float curves of each part. The range of a part that the file does not have is empty. */
	readonly parts: Readonly<Record<PartName, SlotRange>>;
	/** The states of the hands; `null` without hands. */
	readonly states: Readonly<Record<Side, HandStateSlots>> | null;
	readonly stateRange: SlotRange;
	/** W of every rotation. */
	readonly rotationW: readonly number[];
	/** All states, and X of every vector and rotation. */
	readonly leading: readonly number[];
}

/** The slots of the states of a hand. */
export interface HandStateSlots {
	readonly tracked: number;
	readonly pinching: number;
}

// Looking at the paths of a file takes longer than the rest of a look at it.
const placesByPaths = new Map<readonly string[], CurvePlaces>();

/** Finds the places of the curves of a file with these sections. */
export function findPlaces(sections: SectionFlags): CurvePlaces {
	const paths = slotPaths(sections);
	let places = placesByPaths.get(paths);
	if (places === undefined) {
		places = listPlaces(sections, paths);
		placesByPaths.set(paths, places);
	}
	return places;
}

function listPlaces(sections: SectionFlags, paths: readonly string[]): CurvePlaces {
	const { firstBoolean, endBoolean } = countSlots(sections);
	const stateRange = { start: firstBoolean, end: endBoolean };
	const isState = (slot: number): boolean => slot >= firstBoolean && slot < endBoolean;
	const find = (isWanted: (path: string, slot: number) => boolean): number[] =>
		paths.flatMap((path, slot) => (isWanted(path, slot) ? [slot] : []));
	const range = (prefix: string): SlotRange => {
		const slots = find((path) => path.startsWith(prefix));
		return { start: slots[0] ?? 0, end: (slots.at(-1) ?? -1) + 1 };
	};
	const states = (side: Side): HandStateSlots => ({
		tracked: paths.indexOf(`hands.${side}.tracked`),
		pinching: paths.indexOf(`hands.${side}.pinching`),
	});
	return {
		parts: {
			head: range('head.'),
			left: range('hands.left.joints.'),
			right: range('hands.right.joints.'),
			gaze: range('gaze.'),
		},
		states: sections.hands ? { left: states('left'), right: states('right') } : null,
		stateRange,
		rotationW: find((path) => path.endsWith('.rotation.w')),
		leading: find((path, slot) => isState(slot) || path.endsWith('.x')),
	};
}
