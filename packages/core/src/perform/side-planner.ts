import { rotateVector } from '../math/quaternion.ts';
import { measureDistance } from '../math/vector.ts';
import { BUTTON_NAMES, type ButtonName, type Side } from '../model/recording.ts';
import { convertSpace, getSpaceAxis } from '../sample/spaces.ts';
import { ARM_REACH, createRestPose, findPart, findShoulder, planReach, type ReachPart, shiftWrist } from './arm.ts';
import { type HandShape, type HandShapeName, readShape } from './hand-shapes.ts';
import { findMoveDuration } from './minimum-jerk.ts';
import { checkNumber } from './options.ts';
import { PlannedObject } from './performed-object.ts';
import type { PerformTarget } from './performed-side.ts';
import { BUTTON_COUNT, measureMove, type SideMode, SideTrack } from './side-track.ts';
import { PLAN_SPACE, type Stage } from './stage.ts';
import { type HandTurn, turnHand } from './turn-hand.ts';

/** Seconds by which eyes and head start before the hand. */
const LEAD = 0.12;
/** The share of the way to the target that the head turns; the eyes do the rest. */
export const HEAD_SHARE = 0.8;
/** The share of a reach after which the hand has its new shape. */
const PRESHAPE_SHARE = 0.75;
/** Moves below these limits are left out, in meters and radians. */
const SHORTEST = 1e-6;
/** Seconds that a finger takes to press or release a button. */
const BUTTON_SECONDS = 0.06;
const STICK_SECONDS = 0.12;

/** How a side holds things. */
export type Hold = 'pinch' | 'grab';

interface HoldInfo {
	readonly button: ButtonName;
	readonly closingSeconds: number;
	/** The shape of the hand that lets go. */
	readonly opened: HandShapeName;
}

const HOLDS: Readonly<Record<Hold, HoldInfo>> = {
	pinch: { button: 'trigger', closingSeconds: 0.3, opened: 'rest' },
	grab: { button: 'squeeze', closingSeconds: 0.35, opened: 'open' },
};
const OPENING_SECONDS = 0.22;

/** Turns the verbs of a side into planned motion, one after the other. */
export class SidePlanner {
	readonly track: SideTrack;
	/** Seconds: when everything that is planned is done. */
	cursor = 0;
	hold: Hold | null = null;
	/** What moves with the hand. */
	held: PlannedObject | null = null;
	/** The part of the hand that was last brought to a target. */
	part: ReachPart = 'pinch';
	readonly #stage: Stage;

	constructor(stage: Stage, side: Side) {
		const { eyeHeight, handSize, input } = stage.settings;
		const isController = input === 'controllers';
		const angles = readShape(isController ? 'grab' : 'rest');
		const rest = createRestPose(side, eyeHeight);
		this.track = new SideTrack(side, handSize, rest, angles, isController ? 'controller' : 'hand');
		this.#stage = stage;
	}

	get side(): Side {
		return this.track.side;
	}

	get isController(): boolean {
		return this.track.mode === 'controller';
	}

	/** Converts a point of the script, or the place of an object, to the space of plans. */
	readTarget(verb: string, target: PerformTarget): number[] {
		if (target instanceof PlannedObject) return target.poseAt(this.cursor).slice(0, 3);
		return this.#stage.readPoint(verb, target as ArrayLike<number>);
	}

	/** Throws `TypeError` unless the side is what a verb needs. */
	require(verb: string, mode: SideMode): void {
		if (this.track.mode === mode) return;
		const help =
			mode === 'controller'
				? "create the performer with input: 'controllers', or call pickUp() before"
				: this.isController
					? 'call putDown() before'
					: 'call show() before';
		throw new TypeError(`${verb}: the ${this.side} side has no ${mode} at ${this.cursor.toFixed(2)} s; ${help}`);
	}

	/** Closes the hand or presses the button. An object moves with the hand from then on. */
	close(hold: Hold, target?: PerformTarget): void {
		const { button, closingSeconds } = HOLDS[hold];
		if (this.isController) this.setButton(hold, button, 1);
		else {
			this.require(hold, 'hand');
			this.reshape(hold, closingSeconds);
		}
		this.hold = hold;
		if (target instanceof PlannedObject) this.take(target);
	}

	/** Takes an object along from now on. */
	take(object: PlannedObject): void {
		object.follow(this.cursor, this.track);
		this.held = object;
	}

	/** Opens the hand or releases the button. An object stays where it is. */
	open(): void {
		this.held?.stop(this.cursor);
		const { button, opened } = HOLDS[this.hold ?? 'pinch'];
		if (this.isController) this.setButton('release', button, 0);
		else {
			this.require('release', 'hand');
			this.reshape(opened, OPENING_SECONDS);
		}
		this.forget();
	}

	/** Opens the hand or releases the button while it moves. */
	openBetween(start: number, end: number): void {
		const { button } = HOLDS[this.hold ?? 'pinch'];
		if (this.isController) this.track.button(BUTTON_NAMES.indexOf(button)).add(start, end, 0);
		else this.track.reshape(start, end, readShape('open'));
		this.forget();
	}

	/** Holds nothing from now on. */
	forget(): void {
		this.hold = null;
		this.held = null;
	}

	/** Lets eyes and head go ahead to a target; the hand follows. */
	lead(target: readonly number[]): void {
		this.#stage.look(target, this.cursor, HEAD_SHARE);
		this.cursor += LEAD / this.#stage.settings.speed;
	}

	/**
	 * Plans the wrist that brings a part of the hand to a target. While the hand holds something it does not turn, unless
	 * `turn` requires it.
	 */
	aimWrist(verb: string, target: readonly number[], part: ReachPart, turn: HandTurn = {}): number[] {
		const { eyeHeight, handSize } = this.#stage.settings;
		const local = this.#stage.toBody(target, this.cursor);
		const pose =
			this.hold === null ? planReach(this.side, local, part, handSize, eyeHeight) : Array.from(this.track.wrist);
		const turned = [...pose.slice(0, 3), ...turnHand(this.side, pose.slice(3, 7), turn)];
		const wrist = shiftWrist(turned, findPart(this.side, part, handSize), local);
		this.part = part;
		this.checkReach(verb, target, wrist);
		return wrist;
	}

	/** Throws `RangeError` if a wrist is farther from the shoulder than an arm reaches. */
	checkReach(verb: string, target: readonly number[], wrist: readonly number[]): void {
		const { eyeHeight, space } = this.#stage.settings;
		const shoulder = findShoulder(this.side, eyeHeight);
		const away = measureDistance(wrist, shoulder);
		if (away <= ARM_REACH) return;
		const given = convertSpace(target, 3, PLAN_SPACE, space, [0, 0, 0]);
		const point = given.map((value) => Number(value.toFixed(3))).join(', ');
		throw new RangeError(
			`${verb}: [${point}] is out of reach at ${this.cursor.toFixed(2)} s: the ${this.side} wrist would be ` +
				`${away.toFixed(2)} m from the shoulder, and arms reach ${ARM_REACH} m. Call walkTo before, or move the target; ` +
				`in the space '${space}', forward is ${getSpaceAxis(space, 'forward')}`,
		);
	}

	/** The point in the frame of the body around which the wrist has to go, so that the held part goes around a pivot. */
	findWristPivot(pivot: readonly number[], part: ReachPart): number[] {
		const local = this.#stage.toBody(pivot, this.cursor);
		const offset = rotateVector(
			this.track.wrist,
			findPart(this.side, part, this.#stage.settings.handSize),
			[] as number[],
			3,
		);
		return local.map((value, i) => value - offset[i]!);
	}

	/** Moves the wrist, and changes the shape on the way. Returns when the move is done. */
	move(
		to: readonly number[],
		{
			duration,
			shape,
			pivot = null,
		}: { duration?: number | undefined; shape?: HandShapeName; pivot?: readonly number[] | null },
	): void {
		if (duration !== undefined) checkNumber('duration', duration, 0.05);
		const { distance, turn } = measureMove(this.track.wrist, to, pivot);
		const isStill = distance < SHORTEST && turn < SHORTEST;
		const seconds = duration ?? (isStill ? 0 : findMoveDuration(distance, turn) / this.#stage.settings.speed);
		const end = this.cursor + seconds;
		if (!isStill) this.track.move(this.cursor, end, to, pivot);
		if (shape !== undefined && this.hold === null && !this.isController) {
			const shapeEnd = Math.max(this.cursor + seconds * PRESHAPE_SHARE, this.cursor + BUTTON_SECONDS);
			this.track.reshape(this.cursor, shapeEnd, readShape(shape));
			this.cursor = Math.max(end, shapeEnd);
		} else this.cursor = end;
	}

	/** Changes the shape of the hand. */
	reshape(shape: HandShapeName | HandShape, seconds: number): void {
		checkNumber('duration', seconds, 0.02);
		this.bend(readShape(shape), seconds);
	}

	/** Changes the angles of the hand. */
	bend(angles: Float64Array, seconds: number): void {
		const end = this.cursor + seconds / this.#stage.settings.speed;
		this.track.reshape(this.cursor, end, angles);
		this.cursor = end;
	}

	/** Presses or releases a button. */
	setButton(verb: string, button: ButtonName | number, value: number): void {
		this.require(verb, 'controller');
		const index = typeof button === 'number' ? button : BUTTON_NAMES.indexOf(button);
		if (!(Number.isInteger(index) && index >= 0 && index < BUTTON_COUNT)) {
			throw new RangeError(
				`${verb}: '${button}' is not one of ${BUTTON_NAMES.join(', ')}, or 0 to ${BUTTON_COUNT - 1}`,
			);
		}
		const end = this.cursor + BUTTON_SECONDS / this.#stage.settings.speed;
		this.track.button(index).add(this.cursor, end, value);
		this.cursor = end;
	}

	/** Moves the thumbstick. */
	setStick(x: number, y: number): void {
		this.require('stick', 'controller');
		for (const [name, value] of Object.entries({ x, y })) {
			if (!(Math.abs(value) <= 1)) throw new RangeError(`stick: ${name} is ${value}, not a number from −1 to 1`);
		}
		const end = this.cursor + STICK_SECONDS / this.#stage.settings.speed;
		this.track.axis(2).add(this.cursor, end, x);
		this.track.axis(3).add(this.cursor, end, y);
		this.cursor = end;
	}
}
