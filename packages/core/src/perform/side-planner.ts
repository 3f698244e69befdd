import { rotateVector } from '../math/quaternion.ts';
import { measureDistance } from '../math/vector.ts';
import { BUTTON_NAMES, type ButtonName, type Side } from '../model/recording.ts';
import { ARM_REACH, createRestPose, findPart, findShoulder, planReach, type ReachPart, shiftWrist } from './arm.ts';
import { type HandShape, type HandShapeName, readShape } from './hand-shapes.ts';
import { findMoveDuration } from './minimum-jerk.ts';
import { checkNumber, readPoint } from './options.ts';
import { BUTTON_COUNT, measureMove, type SideMode, SideTrack } from './side-track.ts';
import type { Stage } from './stage.ts';

/** Seconds by which eyes and head start before the hand. */
const LEAD = 0.12;
/** The share of the way to the target that the head turns; the eyes do the rest. */
const HEAD_SHARE = 0.8;
/** The share of a reach after which the hand has its new shape. */
const PRESHAPE_SHARE = 0.75;
/** Moves below these limits are left out, in meters and radians. */
const SHORTEST = 1e-6;
/** Seconds that a finger takes to press or release a button. */
const BUTTON_SECONDS = 0.06;
const STICK_SECONDS = 0.12;

/** What a side is holding with: a pinch, a grab or nothing. */
export type Hold = 'pinch' | 'grab' | null;

/** Turns the verbs of a side into planned motion, one after the other. */
export class SidePlanner {
	readonly track: SideTrack;
	/** Seconds: when everything that is planned is done. */
	cursor = 0;
	hold: Hold = null;
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

	/** Converts a point of the script to the space of WebXR. */
	readTarget(verb: string, point: ArrayLike<number>): number[] {
		const [x, y, z] = readPoint(verb, point);
		return [x, y, this.#stage.settings.space === 'unity' ? -z : z];
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

	/** Lets eyes and head go ahead to a target; the hand follows. */
	lead(target: readonly number[]): void {
		this.#stage.look(target, this.cursor, HEAD_SHARE);
		this.cursor += LEAD / this.#stage.settings.speed;
	}

	/** Plans the wrist that brings a part of the hand to a target. While the hand holds something it does not turn. */
	aimWrist(verb: string, target: readonly number[], part: ReachPart): number[] {
		const { eyeHeight, handSize } = this.#stage.settings;
		const local = this.#stage.toBody(target, this.cursor);
		const wrist =
			this.hold === null
				? planReach(this.side, local, part, handSize, eyeHeight)
				: shiftWrist(this.track.wrist, findPart(this.side, part, handSize), local);
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
		const [x = 0, y = 0, z = 0] = target;
		const point = [x, y, space === 'unity' ? -z : z].map((value) => Number(value.toFixed(3))).join(', ');
		throw new RangeError(
			`${verb}: [${point}] is out of reach at ${this.cursor.toFixed(2)} s: the ${this.side} wrist would be ` +
				`${away.toFixed(2)} m from the shoulder, and arms reach ${ARM_REACH} m. Call walkTo before, or move the target; ` +
				`in the space '${space}', forward is ${space === 'unity' ? '+z' : '−z'}`,
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
		const end = this.cursor + seconds / this.#stage.settings.speed;
		this.track.reshape(this.cursor, end, readShape(shape));
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
