import { composePoses, invertPose } from '../math/pose.ts';
import type { Side } from '../model/recording.ts';
import { createThrowPoint, findPart, planReach, type ReachPart, signOf } from './arm.ts';
import { readShape } from './hand-shapes.ts';
import { findMoveDuration } from './minimum-jerk.ts';
import { checkNumber } from './options.ts';
import { findThrow, type PerformedObject, PlannedObject } from './performed-object.ts';
import type { PerformTarget } from './performed-side.ts';
import { planCatch } from './plan-catch.ts';
import { planThrow } from './plan-throw.ts';
import { HEAD_SHARE, type SidePlanner } from './side-planner.ts';
import { measureMove } from './side-track.ts';
import type { Stage } from './stage.ts';

/** Seconds before and after the middle of a throw between which the hand opens. */
const OPENS_BEFORE = 0.05;
const OPENS_AFTER = 0.1;
/** Seconds before and after a catch between which the hand closes. */
const CLOSES_BEFORE = 0.1;
const CLOSES_AFTER = 0.1;
/** Seconds in which a person sees where a thing flies, and by which the hand is there before it. */
const REACTION = 0.2;
const EARLY = 0.1;
const FASTEST_CATCH = 0.2;
/** Meters and seconds by which a hand gives way to what it catches. */
const GIVE = 0.07;
const GIVE_SECONDS = 0.35;
/** Meters between two hands at one thing. */
const APART = 0.06;
/** Seconds for which both hands hold a thing that is handed over. */
const BOTH_HOLD = 0.12;
/** Seconds by which the second hand starts before the first one arrives. */
const COMES_EARLY = 0.4;

/** Throws what a hand holds, so that it is at a point after some seconds. */
export function throwTo(stage: Stage, planner: SidePlanner, target: readonly number[], seconds: number): void {
	checkNumber('duration', seconds, 0.1);
	const { side, held } = planner;
	if (planner.hold === null) throw new TypeError(`throwTo: the ${side} hand holds nothing; call grab() before`);
	const { eyeHeight, handSize } = stage.settings;
	const part: ReachPart = planner.isController ? 'grip' : planner.part;
	const before = stage.toWorld(planner.track.wrist, planner.cursor);
	const local =
		held === null
			? findPart(side, part, handSize)
			: composePoses(invertPose(before), held.poseAt(planner.cursor), [] as number[]).slice(0, 3);
	planner.lead(target);
	const to = stage.toBody(target, planner.cursor);
	const wrist = planReach(side, createThrowPoint(side, eyeHeight, to), part, handSize, eyeHeight);
	const release = composePoses(wrist, [...local, 0, 0, 0, 1], [] as number[]);
	const swing = planThrow(side, wrist, local, findThrow(release, to, seconds));
	planner.checkReach('throwTo', target, swing.from);
	planner.checkReach('throwTo', target, swing.to);
	planner.move(swing.from, {});
	const start = planner.cursor;
	planner.track.move(start, start + swing.duration, swing.to);
	const middle = start + swing.duration / 2;
	held?.fly(middle, seconds, target);
	planner.openBetween(middle - OPENS_BEFORE, middle + OPENS_AFTER);
	planner.cursor = Math.max(start + swing.duration, middle + OPENS_AFTER);
}

/** Catches a thing where its flight ends. */
export function catchObject(stage: Stage, planner: SidePlanner, object: PerformedObject): void {
	planner.require('catch', 'hand');
	const flight = object instanceof PlannedObject ? object.flight : null;
	if (flight === null) {
		throw new TypeError('catch: the object does not fly; call launch() or throwTo() before');
	}
	const { start, end, target, velocity } = flight;
	planner.cursor = Math.max(planner.cursor, start + REACTION);
	stage.look(target, planner.cursor, HEAD_SHARE);
	const available = end - EARLY - planner.cursor;
	const origin = stage.toBody([0, 0, 0], end);
	const incoming = stage.toBody(velocity, end).map((value, i) => value - origin[i]!);
	const palm = findPart(planner.side, 'palm', stage.settings.handSize);
	const wrist = planCatch(planner.side, stage.toBody(target, end), incoming, palm);
	planner.checkReach('catch', target, wrist);
	const { distance, turn } = measureMove(planner.track.wrist, wrist, null);
	if (available < FASTEST_CATCH) {
		throw new RangeError(
			`catch: the ${planner.side} hand is free at ${planner.cursor.toFixed(2)} s, and the object arrives at ` +
				`${end.toFixed(2)} s: call catch() earlier, or let it fly longer`,
		);
	}
	const natural = findMoveDuration(distance, turn) / stage.settings.speed;
	planner.move(wrist, { duration: Math.max(FASTEST_CATCH, Math.min(available, natural)), shape: 'open' });
	planner.part = 'palm';
	planner.cursor = end - CLOSES_BEFORE;
	planner.track.reshape(planner.cursor, end + CLOSES_AFTER, readShape('grab'));
	planner.cursor = end;
	planner.hold = 'grab';
	planner.take(object as PlannedObject);
	const length = Math.hypot(...incoming) || 1;
	const back = wrist.map((value, i) => (i < 3 ? value + (incoming[i]! / length) * GIVE : value));
	planner.move(back, { duration: GIVE_SECONDS });
}

/** Hands what one hand holds over to the other. The hands meet at a point, or in front of the body. */
export function handOver(stage: Stage, giver: SidePlanner, taker: SidePlanner, point: readonly number[] | null): void {
	if (giver.hold === null) throw new TypeError(`handTo: the ${giver.side} hand holds nothing; call pinch() before`);
	for (const planner of [giver, taker]) planner.require('handTo', 'hand');
	const { eyeHeight } = stage.settings;
	const meeting = point ?? stage.toWorld([0, eyeHeight - 0.35, -0.38, 0, 0, 0, 1], giver.cursor).slice(0, 3);
	const [given, taken] = [giver, taker].map(({ side }) => {
		const [x = 0, y = 0, z = 0] = stage.toBody(meeting, giver.cursor);
		return stage.toWorld([x + (signOf(side) * APART) / 2, y, z, 0, 0, 0, 1], giver.cursor).slice(0, 3);
	}) as [number[], number[]];
	giver.lead(meeting);
	giver.move(giver.aimWrist('handTo', given, giver.part), {});
	taker.cursor = Math.max(taker.cursor, giver.cursor - COMES_EARLY);
	taker.move(taker.aimWrist('handTo', taken, 'pinch'), { shape: 'rest' });
	taker.cursor = Math.max(taker.cursor, giver.cursor);
	taker.close('pinch', giver.held ?? undefined);
	giver.held = null;
	giver.cursor = taker.cursor + BOTH_HOLD;
	giver.open();
	taker.cursor = giver.cursor;
}

/** Takes a thing with both hands, moves them apart or together, and lets it go. `width` is the distance of the hands. */
export function scaleBetween(
	stage: Stage,
	planners: Readonly<Record<Side, SidePlanner>>,
	target: PerformTarget,
	factor: number,
	width: number,
): void {
	const sides = [planners.left, planners.right];
	const middle = stage.toBody(planners.right.readTarget('scale', target), planners.right.cursor);
	const place = (planner: SidePlanner, apart: number): number[] => {
		const [x = 0, y = 0, z = 0] = middle;
		return stage.toWorld([x + (signOf(planner.side) * apart) / 2, y, z, 0, 0, 0, 1], planner.cursor).slice(0, 3);
	};
	stage.look(planners.right.readTarget('scale', target), planners.right.cursor, HEAD_SHARE);
	const both = (plan: (planner: SidePlanner) => void): number => {
		for (const planner of sides) plan(planner);
		const end = Math.max(...sides.map(({ cursor }) => cursor));
		for (const planner of sides) planner.cursor = end;
		return end;
	};
	const moveApart =
		(apart: number) =>
		(planner: SidePlanner): void => {
			const part = planner.isController ? 'grip' : 'pinch';
			planner.move(planner.aimWrist('scale', place(planner, apart), part), { shape: 'rest' });
		};
	both(moveApart(width));
	const taken = both((planner) => planner.close('pinch'));
	const object = target instanceof PlannedObject ? target : null;
	object?.followBoth(taken, planners.left.track, planners.right.track);
	const done = both(moveApart(width * factor));
	object?.stop(done);
	both((planner) => planner.open());
}
