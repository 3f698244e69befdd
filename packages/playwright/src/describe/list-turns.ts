import type { Point } from '../probe/types.ts';
import type { PageHold } from './describe-page.ts';
import type { Deed } from './list-deeds.ts';
import type { TestObject } from './test-step.ts';

/** A part of a hold in a written test. */
export interface HoldTurn {
	readonly kind: 'take' | 'move' | 'release';
	/** Seconds. */
	readonly time: number;
	readonly hold: PageHold;
	readonly object: TestObject;
	/** Where the hand moves the object: to the other hand if that takes it, too. */
	readonly to: Point;
	/** Whether the other hand takes it. */
	readonly isPassed: boolean;
}

/** What hands do, one after the other. */
export type Turn =
	| HoldTurn
	| { readonly kind: 'deed'; readonly time: number; readonly deed: Deed; readonly object: TestObject };

/** Seconds between what has the same time in a recording. */
const NEXT = 1e-4;

/** Lists what hands do in the order of time. Objects that tests cannot find are left out. */
export function listTurns(
	holds: readonly PageHold[],
	deeds: readonly Deed[],
	objects: ReadonlyMap<number, TestObject>,
): Turn[] {
	const turns = [
		...holds.flatMap((hold): Turn[] => {
			const object = objects.get(hold.id);
			if (object === undefined) return [];
			const other = holds.find(
				({ id, side, start }) => id === hold.id && side !== hold.side && start > hold.start && start < hold.end,
			);
			const parts = { hold, object, to: other?.from ?? hold.to, isPassed: other !== undefined };
			const end = other?.start ?? hold.end;
			return [
				{ kind: 'take', time: hold.start, ...parts },
				{ kind: 'move', time: end - 2 * NEXT, ...parts },
				{ kind: 'release', time: other ? end + NEXT : end - NEXT, ...parts },
			];
		}),
		...deeds.flatMap((deed): Turn[] => {
			const object = objects.get(deed.cause.id);
			return object === undefined ? [] : [{ kind: 'deed', time: deed.time, deed, object }];
		}),
	];
	return turns.sort((a, b) => a.time - b.time);
}
