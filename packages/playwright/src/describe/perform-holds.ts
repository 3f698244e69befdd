import type { Point } from '../probe/types.ts';
import type { XRReplay } from '../replay/xr-replay.ts';
import { measureDistanceToBox } from '../scene/person.ts';
import type { PageHold } from './describe-page.ts';
import type { Cause } from './find-causes.ts';
import { type Deed, listChecks } from './list-deeds.ts';
import { type HoldTurn, listTurns } from './list-turns.ts';
import { Stand } from './stand.ts';
import { joinSides, roundPoint, runTestStep, type TestObject, type TestStep, type VerbCall } from './test-step.ts';

/** Meters from a hand to an object that it holds; what is farther away is held by the pointing ray. */
const AT_HAND = 0.1;
/** Meters from the head, seen from above, that arms reach at any height. */
const REACH = 0.45;
/** Seconds after which an object that was left is looked at again. */
const REST = 0.3;

/**
 * Does with the verbs of a performer what hands did in a recording, in a page that has just been entered, and returns the
 * steps. Throws `Error` if an object ends elsewhere or looks different than in the recording, or cannot be reached.
 */
export async function performHolds(
	xr: XRReplay,
	holds: readonly PageHold[],
	deeds: readonly Deed[],
	objects: ReadonlyMap<number, TestObject>,
): Promise<TestStep[]> {
	const rig = await xr.findRig();
	const stand = new Stand(rig.toScene([0, 0, 0]), rig.toScene([0, 0, -1]));
	const steps: TestStep[] = [];
	const act = async (...list: readonly TestStep[]): Promise<void> => {
		for (const step of list) {
			steps.push(step);
			await runTestStep(xr, step);
		}
	};
	const walk = async (head: Point, target: Point, isNear: boolean, facing: TestObject | Point): Promise<void> => {
		const to = stand.leave(head, target, isNear ? REACH : Number.POSITIVE_INFINITY);
		if (to !== null) await act({ kind: 'walk', to: roundPoint(to), facing });
	};
	const isFar = new Map<PageHold, boolean>();

	const take = async ({ hold, object }: HoldTurn): Promise<void> => {
		const { side, event, from, heads, hand } = hold;
		const isRay = measureDistanceToBox(hand, await xr.object(object.query).bounds()) > AT_HAND;
		isFar.set(hold, isRay);
		await act({ kind: 'comment', text: describeHold(hold, object) });
		await walk(heads[0], from, !isRay, object);
		const verb = event === 'select' ? 'pinch' : 'grab';
		await act({ kind: 'side', side, calls: [{ verb: isRay ? 'pointAt' : 'reach', target: object }, { verb }] });
	};
	const move = async ({ hold, object, to }: HoldTurn): Promise<void> => {
		const { side, heads } = hold;
		const isRay = isFar.get(hold) === true;
		await walk(heads[1], to, !isRay, roundPoint(to));
		const found = xr.object(object.query);
		const [center, position] = [await found.center(), await found.position()];
		const target = roundPoint(to.map((value, i) => center[i]! + value - position[i]!) as unknown as Point);
		await act(
			{ kind: 'side', side, calls: [{ verb: isRay ? 'pointAt' : 'moveTo', target }] },
			{ kind: 'near', object, point: roundPoint(to) },
		);
	};
	const release = async ({ hold: { side, stays }, object, to, isPassed }: HoldTurn): Promise<void> => {
		if (isPassed || !stays) return act({ kind: 'side', side, calls: [{ verb: 'release' }] });
		await act(
			{ kind: 'side', side, calls: [{ verb: 'release' }, { verb: 'wait', target: REST }] },
			{ kind: 'near', object, point: roundPoint(to) },
		);
	};
	for (const turn of listTurns(holds, deeds, objects)) {
		switch (turn.kind) {
			case 'take':
				await take(turn);
				break;
			case 'move':
				await move(turn);
				break;
			case 'release':
				await release(turn);
				break;
			case 'deed': {
				const { object, deed } = turn;
				const { head, side, kind } = deed.cause;
				await walk(head, await xr.object(object.query).center(), kind !== 'point', object);
				await act({ kind: 'side', side, calls: listVerbs(deed.cause, object) }, ...listChecks(deed, objects));
			}
		}
	}
	return joinSides(steps);
}

function listVerbs({ kind }: Cause, target: TestObject): VerbCall[] {
	if (kind === 'poke') return [{ verb: 'poke', target }];
	return [{ verb: kind === 'press' ? 'reach' : 'pointAt', target }, { verb: 'pinch' }, { verb: 'release' }];
}

function describeHold({ side, start, end, distance }: PageHold, { constant }: TestObject): string {
	return `The ${side} hand holds ${constant} from ${start.toFixed(2)} s to ${end.toFixed(2)} s of the recording, over ${distance.toFixed(2)} m.`;
}
