import { type Recording, SIDES } from '@handreel/core';
import { PERFORMER_DEFAULTS, type PerformerOptions } from '@handreel/core/perform';
import type { Point } from '../probe/types.ts';
import type { XRReplay } from '../replay/xr-replay.ts';
import { createFrameSource, measureDistanceToBox, samplePerson } from '../scene/person.ts';
import type { PageHold } from './describe-page.ts';
import type { Cause } from './find-causes.ts';
import { type Deed, listChecks } from './list-deeds.ts';
import { joinSides, roundPoint, runTestStep, type TestObject, type TestStep, type VerbCall } from './test-step.ts';

/** Meters from a hand to an object that it holds; what is farther away is held by the pointing ray. */
const AT_HAND = 0.1;
/** Meters that a person leans. Whoever is farther away has walked. */
const LEAN = 0.3;
/** Degrees from the direction of the body in which arms reach. */
const ASIDE = 50;
/** Meters by which the eyes may be elsewhere than those of an average person. */
const SAME_HEIGHT = 0.1;
/** Meters from the floor that performers can have. */
const EYE_HEIGHTS = [0.3, 3] as const;
/** Seconds after which an object that was left is looked at again. */
const REST = 0.3;

/** Returns a performer who holds what the person of a recording holds, with eyes as high. */
export function findPerformer(recording: Recording): PerformerOptions {
	const [lowest, highest] = EYE_HEIGHTS;
	const height = samplePerson(createFrameSource(recording), 0).head[1];
	const eyeHeight = Number(Math.min(highest, Math.max(lowest, height)).toFixed(2));
	const controllers = SIDES.flatMap((side) => recording.controllers?.[side] ?? []);
	const profiles = controllers.find((controller) => controller.profiles.length > 0)?.profiles ?? [];
	const isUsual = profiles.length === 0 || profiles.join() === PERFORMER_DEFAULTS.profiles.join();
	return {
		...(controllers.length > 0 && recording.hands === null ? { input: 'controllers' as const } : {}),
		...(isUsual ? {} : { profiles }),
		...(Math.abs(eyeHeight - PERFORMER_DEFAULTS.eyeHeight) > SAME_HEIGHT ? { eyeHeight } : {}),
	};
}

/** What happens at a time. */
type Turn =
	| { readonly kind: 'take' | 'leave'; readonly time: number; readonly hold: PageHold; readonly object: TestObject }
	| { readonly kind: 'deed'; readonly time: number; readonly deed: Deed; readonly object: TestObject };

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
	const steps: TestStep[] = [];
	const act = async (step: TestStep): Promise<void> => {
		steps.push(step);
		await runTestStep(xr, step);
	};
	const stand = new Stand(await xr.findRig().then((rig) => [rig.toScene([0, 0, 0]), rig.toScene([0, 0, -1])] as const));
	const walk = async (head: Point, target: Point, facing: TestObject | Point = roundPoint(target)): Promise<void> => {
		const to = stand.leave(head, target);
		if (to !== null) await act({ kind: 'walk', to: roundPoint(to), facing });
	};
	const isFar = new Map<PageHold, boolean>();
	for (const turn of listTurns(holds, deeds, objects)) {
		const { object } = turn;
		const found = xr.object(object.query);
		if (turn.kind === 'deed') {
			const { cause } = turn.deed;
			await walk(cause.head, await found.center(), object);
			await act({ kind: 'side', side: cause.side, calls: listVerbs(cause, object) });
			for (const check of listChecks(turn.deed, objects)) await act(check);
			continue;
		}
		const { side, event, from, to, heads, hand, stays } = turn.hold;
		if (turn.kind === 'take') {
			await walk(heads[0], from, object);
			await act({ kind: 'comment', text: describeHold(turn.hold, object) });
			const isAway = measureDistanceToBox(hand, await found.bounds()) > AT_HAND;
			isFar.set(turn.hold, isAway);
			const close = event === 'select' ? 'pinch' : 'grab';
			await act({
				kind: 'side',
				side,
				calls: [{ verb: isAway ? 'pointAt' : 'reach', target: object }, { verb: close }],
			});
			continue;
		}
		await walk(heads[1], to);
		const [center, position] = [await found.center(), await found.position()];
		const target = roundPoint(to.map((value, i) => center[i]! + value - position[i]!) as unknown as Point);
		const check: TestStep = { kind: 'near', object, point: roundPoint(to) };
		await act({ kind: 'side', side, calls: [{ verb: isFar.get(turn.hold) ? 'pointAt' : 'moveTo', target }] });
		await act(check);
		await act({
			kind: 'side',
			side,
			calls: [{ verb: 'release' }, ...(stays ? [{ verb: 'wait', target: REST } as const] : [])],
		});
		if (stays) await act(check);
	}
	return joinSides(steps);
}

function listVerbs({ kind }: Cause, target: TestObject): VerbCall[] {
	if (kind === 'poke') return [{ verb: 'poke', target }];
	return [{ verb: kind === 'press' ? 'reach' : 'pointAt', target }, { verb: 'pinch' }, { verb: 'release' }];
}

// Objects without a name are left out.
function listTurns(
	holds: readonly PageHold[],
	deeds: readonly Deed[],
	objects: ReadonlyMap<number, TestObject>,
): Turn[] {
	const turns = [
		...holds.flatMap((hold): Turn[] => {
			const object = objects.get(hold.id);
			if (object === undefined) return [];
			return [
				{ kind: 'take', time: hold.start, hold, object },
				{ kind: 'leave', time: hold.end, hold, object },
			];
		}),
		...deeds.flatMap((deed): Turn[] => {
			const object = objects.get(deed.cause.id);
			return object === undefined ? [] : [{ kind: 'deed', time: deed.time, deed, object }];
		}),
	];
	// What is left at the time at which something else is taken is left first.
	return turns.sort((a, b) => a.time - b.time || Number(a.kind === 'take') - Number(b.kind === 'take'));
}

function describeHold({ side, start, end, distance }: PageHold, { constant }: TestObject): string {
	return `The ${side} hand holds ${constant} from ${start.toFixed(2)} s to ${end.toFixed(2)} s of the recording, over ${distance.toFixed(2)} m.`;
}

/** Where a performer stands, and the point to which the body is turned. */
class Stand {
	#place: Point;
	#facing: Point;

	constructor([place, facing]: readonly [Point, Point]) {
		this.#place = place;
		this.#facing = facing;
	}

	/** Returns where to walk so that a target can be reached as from a head; `null` if the performer stands well. */
	leave(head: Point, target: Point): Point | null {
		const isAway = Math.hypot(head[0] - this.#place[0], head[2] - this.#place[2]) > LEAN;
		if (!isAway && this.#measureTurn(target) <= ASIDE) return null;
		if (isAway) this.#place = [head[0], this.#place[1], head[2]];
		this.#facing = target;
		return this.#place;
	}

	// Degrees, seen from above.
	#measureTurn(target: Point): number {
		const [x, , z] = this.#place;
		const [ax, az] = [this.#facing[0] - x, this.#facing[2] - z];
		const [bx, bz] = [target[0] - x, target[2] - z];
		return Math.abs((Math.atan2(ax * bz - az * bx, ax * bx + az * bz) * 180) / Math.PI);
	}
}
