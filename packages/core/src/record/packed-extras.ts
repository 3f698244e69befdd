import { MAX_AXES, MAX_BUTTONS } from '../model/recording.ts';
import { type ControllerSample, type FrameSample, type HandSample, POSE_STRIDE } from '../sample/frame-sample.ts';

// What a frame has besides head, hands and gaze: a word of bits, then for each side the pointing ray of the hand (7 floats)
// and the strength of its pinch (1), then the controllers, left before right. A controller is a word of bits, a word with
// the pressed buttons in its low and the touched buttons in its high half, the grip (7), the pointing ray (7), a value per
// button, and the axes.

/** Bits of the first word, for the left side; those of the right side are twice as large. */
const AIM_BIT = 1;
const STRENGTH_BIT = 4;
const CONTROLLER_BIT = 16;

/** Bits of a controller. */
const TRACKED_BIT = 1;
const GRIP_BIT = 2;
const CONTROLLER_AIM_BIT = 4;
const BUTTON_SHIFT = 8;
const AXIS_SHIFT = 16;
const COUNT_MASK = 0xff;
const TOUCHED_SHIFT = 16;

const MAX_CONTROLLER_WORDS: number = 2 + 2 * POSE_STRIDE + MAX_BUTTONS + MAX_AXES;
/** Words of extras that have everything. */
export const MAX_EXTRA_WORDS: number = 1 + 2 * (POSE_STRIDE + 1) + 2 * MAX_CONTROLLER_WORDS;

/**
 * Packs pointing rays, pinch strengths and controllers from `start`, and returns the end: `start` itself if there are none.
 * Skips hands and controllers that are not tracked, and values that are not finite. Allocates nothing.
 */
export function packExtras(
	{ hands, controllers }: FrameSample,
	takesHands: boolean,
	takesControllers: boolean,
	words: Uint32Array,
	floats: Float32Array,
	start: number,
): number {
	let bits = 0;
	let end = start + 1;
	for (let side = 0; side < 2 && takesHands; side++) {
		const hand: HandSample = side === 0 ? hands.left : hands.right;
		if (!hand.tracked) continue;
		if (hand.aimPresent && copyFinite(hand.aim, POSE_STRIDE, floats, end)) {
			bits |= AIM_BIT << side;
			end += POSE_STRIDE;
		}
		if (Number.isFinite(hand.pinchStrength)) {
			bits |= STRENGTH_BIT << side;
			floats[end++] = hand.pinchStrength;
		}
	}
	for (let side = 0; side < 2 && takesControllers; side++) {
		const controller = side === 0 ? controllers.left : controllers.right;
		if (!controller.present) continue;
		bits |= CONTROLLER_BIT << side;
		end = packController(controller, words, floats, end);
	}
	if (bits === 0) return start;
	words[start] = bits;
	return end;
}

function packController(controller: ControllerSample, words: Uint32Array, floats: Float32Array, start: number): number {
	const { tracked, grip, aim, pressed, touched, values, axes } = controller;
	const buttonCount = Math.min(controller.buttonCount, MAX_BUTTONS);
	const axisCount = Math.min(controller.axisCount, MAX_AXES);
	let bits = (buttonCount << BUTTON_SHIFT) | (axisCount << AXIS_SHIFT);
	let end = start + 2;
	if (tracked) {
		bits |= TRACKED_BIT;
		if (copyFinite(grip, POSE_STRIDE, floats, end)) {
			bits |= GRIP_BIT;
			end += POSE_STRIDE;
		}
		if (copyFinite(aim, POSE_STRIDE, floats, end)) {
			bits |= CONTROLLER_AIM_BIT;
			end += POSE_STRIDE;
		}
	}
	let states = 0;
	for (let i = 0; i < buttonCount; i++) {
		if (pressed[i] === 1) states |= 1 << i;
		if (touched[i] === 1) states |= 1 << (i + TOUCHED_SHIFT);
		floats[end++] = Number.isFinite(values[i]!) ? values[i]! : 0;
	}
	for (let i = 0; i < axisCount; i++) floats[end++] = Number.isFinite(axes[i]!) ? axes[i]! : 0;
	words[start] = bits;
	words[start + 1] = states;
	return end;
}

/** The number of words of the extras at `start`, which may be more than there are in damaged bytes. */
export function extrasSize(words: Uint32Array, start: number): number {
	const bits = words[start] ?? 0;
	let end = start + 1;
	for (let side = 0; side < 2; side++) {
		if (bits & (AIM_BIT << side)) end += POSE_STRIDE;
		if (bits & (STRENGTH_BIT << side)) end++;
	}
	for (let side = 0; side < 2; side++) if (bits & (CONTROLLER_BIT << side)) end += controllerSize(words[end] ?? 0);
	return end - start;
}

function controllerSize(bits: number): number {
	const poses = (bits & GRIP_BIT ? POSE_STRIDE : 0) + (bits & CONTROLLER_AIM_BIT ? POSE_STRIDE : 0);
	return 2 + poses + countButtons(bits) + countAxes(bits);
}

function countButtons(bits: number): number {
	return Math.min((bits >>> BUTTON_SHIFT) & COUNT_MASK, MAX_BUTTONS);
}

function countAxes(bits: number): number {
	return Math.min((bits >>> AXIS_SHIFT) & COUNT_MASK, MAX_AXES);
}

/** Takes the content of packed extras. Positions point at floats. */
export interface ExtrasVisitor {
	readonly aim: (side: 0 | 1, at: number) => void;
	readonly strength: (side: 0 | 1, at: number) => void;
	readonly controller: (side: 0 | 1, controller: PackedController) => void;
}

/** A packed controller: where its floats are. */
export interface PackedController {
	readonly isTracked: boolean;
	/** −1 if the pose was not seen. */
	readonly grip: number;
	/** −1 if the pose was not seen. */
	readonly aim: number;
	readonly buttonCount: number;
	/** Bits of pressed buttons. */
	readonly pressed: number;
	/** Bits of touched buttons. */
	readonly touched: number;
	readonly values: number;
	readonly axisCount: number;
	readonly axes: number;
}

/** Visits the content of the extras at `start`. */
export function visitExtras(words: Uint32Array, start: number, visitor: ExtrasVisitor): void {
	const bits = words[start]!;
	let at = start + 1;
	for (const side of [0, 1] as const) {
		if (bits & (AIM_BIT << side)) {
			visitor.aim(side, at);
			at += POSE_STRIDE;
		}
		if (bits & (STRENGTH_BIT << side)) visitor.strength(side, at++);
	}
	for (const side of [0, 1] as const) {
		if (!(bits & (CONTROLLER_BIT << side))) continue;
		visitor.controller(side, readController(words, at));
		at += controllerSize(words[at]!);
	}
}

function readController(words: Uint32Array, start: number): PackedController {
	const bits = words[start]!;
	const states = words[start + 1]!;
	let at = start + 2;
	const takePose = (bit: number): number => {
		if (!(bits & bit)) return -1;
		at += POSE_STRIDE;
		return at - POSE_STRIDE;
	};
	const grip = takePose(GRIP_BIT);
	const aim = takePose(CONTROLLER_AIM_BIT);
	const buttonCount = countButtons(bits);
	return {
		isTracked: (bits & TRACKED_BIT) !== 0,
		grip,
		aim,
		buttonCount,
		pressed: states & ((1 << TOUCHED_SHIFT) - 1),
		touched: states >>> TOUCHED_SHIFT,
		values: at,
		axisCount: countAxes(bits),
		axes: at + buttonCount,
	};
}

// Copies floats and returns whether all are finite.
function copyFinite(from: Float32Array, length: number, to: Float32Array, toStart: number): boolean {
	let rest = 0;
	for (let i = 0; i < length; i++) {
		const value = from[i]!;
		rest += value - value;
		to[toStart + i] = value;
	}
	return rest === 0;
}
