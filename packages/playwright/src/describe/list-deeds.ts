import type { LookChange, PageDescription } from './describe-page.ts';
import type { Cause } from './find-causes.ts';
import type { TestObject, TestStep } from './test-step.ts';

/** Something that a hand does to an object, without holding it, and what changes then. */
export interface Deed {
	/** Seconds. */
	readonly time: number;
	readonly cause: Cause;
	/** The last change of each object. */
	readonly changes: readonly LookChange[];
}

/** Seconds in which changes have one cause. */
const TOGETHER = 0.5;
/** Seconds around a hold in which changes belong to it. */
const AROUND = 0.15;

/** Lists what hands do to objects that they do not hold, in the order of time. */
export function listDeeds({ holds, changes }: PageDescription): Deed[] {
	const deeds: { time: number; cause: Cause; changes: Map<number, LookChange> }[] = [];
	for (const change of changes) {
		const { time, cause, id } = change;
		if (cause === null) continue;
		const isHolding = holds.some(
			({ side, start, end }) => side === cause.side && time > start - AROUND && time < end + AROUND,
		);
		if (isHolding) continue;
		const isSame = (other: Cause): boolean => other.side === cause.side && other.id === cause.id;
		const known = deeds.findLast((deed) => isSame(deed.cause) && time - deed.time < TOGETHER);
		if (known) known.changes.set(id, change);
		else deeds.push({ time, cause, changes: new Map([[id, change]]) });
	}
	return deeds.map((deed) => ({ ...deed, changes: [...deed.changes.values()] }));
}

/** Returns the steps that check what has changed. */
export function listChecks({ changes }: Deed, objects: ReadonlyMap<number, TestObject>): TestStep[] {
	return changes.flatMap(({ id, color, text }): TestStep[] => {
		const object = objects.get(id);
		if (object === undefined) return [];
		return [
			color === null
				? { kind: 'shown' as const, object, isShown: text === 'appears' }
				: { kind: 'color' as const, object, color },
		];
	});
}
