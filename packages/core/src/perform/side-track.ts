import { angleBetweenQuaternions, findShortestRotation, rotateVector, slerpQuaternions } from '../math/quaternion.ts';
import { measureDistance, normalizeVector } from '../math/vector.ts';
import type { Side } from '../model/recording.ts';
import { getPinchGap, writeHandJoints } from './hand-model.ts';
import { blendShapes } from './hand-shapes.ts';
import { minimumJerk, ScalarChannel } from './minimum-jerk.ts';

/** What is tracked on a side. */
export type SideMode = 'hand' | 'controller' | 'nothing';

/** The number of buttons and axes of a performed controller. */
export const BUTTON_COUNT = 6;
export const AXIS_COUNT = 4;

/** Meters between the tips: a pinch begins below the first and ends above the second. */
const PINCH_START = 0.018;
const PINCH_END = 0.03;
/** How finely the start of a pinch is searched, in shares of a change of shape. */
const PINCH_STEPS = 64;

const IDENTITY = [0, 0, 0, 0, 0, 0, 1];

interface Move {
	readonly start: number;
	readonly end: number;
	readonly from: readonly number[];
	readonly to: readonly number[];
	/** The wrist goes around this point, or straight. */
	readonly pivot: readonly number[] | null;
}

interface ShapeChange {
	readonly start: number;
	readonly end: number;
	readonly from: Float64Array;
	readonly to: Float64Array;
}

/** A microgesture: its button, and when that is pressed. */
interface GesturePlan {
	readonly gesture: string;
	readonly start: number;
	readonly end: number;
}

interface Change<T> {
	readonly time: number;
	readonly value: T;
}

/** The planned motion of a side: wrist, shape and buttons over time, in the frame of the body. */
export class SideTrack {
	readonly side: Side;
	readonly #size: number;
	readonly #moves: Move[] = [];
	readonly #shapes: ShapeChange[] = [];
	readonly #pinching: Change<boolean>[] = [];
	readonly #modes: Change<SideMode>[];
	readonly #buttons: readonly ScalarChannel[] = Array.from({ length: BUTTON_COUNT }, () => new ScalarChannel(0));
	readonly #axes: readonly ScalarChannel[] = Array.from({ length: AXIS_COUNT }, () => new ScalarChannel(0));
	/** The microgestures, in order of time. */
	readonly gestures: GesturePlan[] = [];
	/** Where the hand is when all planned moves are done. */
	wrist: readonly number[];
	angles: Float64Array;

	constructor(side: Side, size: number, wrist: readonly number[], angles: Float64Array, mode: SideMode) {
		this.side = side;
		this.#size = size;
		this.wrist = wrist;
		this.angles = angles;
		this.#modes = [{ time: Number.NEGATIVE_INFINITY, value: mode }];
	}

	/** The tracked state after the last change. */
	get mode(): SideMode {
		return this.#modes.at(-1)!.value;
	}

	/** Moves the wrist. Moves must not overlap. */
	move(start: number, end: number, to: readonly number[], pivot: readonly number[] | null = null): void {
		this.#moves.push({ start, end, from: this.wrist, to, pivot });
		this.wrist = to;
	}

	/** Changes the shape of the hand. Changes must not overlap. */
	reshape(start: number, end: number, to: Float64Array): void {
		const from = this.angles;
		this.#shapes.push({ start, end, from, to });
		this.angles = to;
		let isPinching = this.#pinching.at(-1)?.value ?? false;
		for (let i = 0; i <= PINCH_STEPS; i++) {
			const share = i / PINCH_STEPS;
			const joints = writeHandJoints(this.side, this.#size, blendShapes(from, to, minimumJerk(share)), IDENTITY);
			const gap = getPinchGap(joints) / this.#size;
			if (isPinching ? gap <= PINCH_END : gap >= PINCH_START) continue;
			isPinching = !isPinching;
			this.#pinching.push({ time: start + (end - start) * share, value: isPinching });
		}
	}

	/** Changes what is tracked. */
	setMode(time: number, value: SideMode): void {
		this.#modes.push({ time, value });
	}

	/** The button of a gesture is pressed for a while. */
	addGesture(gesture: string, start: number, end: number): void {
		this.gestures.push({ gesture, start, end });
	}

	button(index: number): ScalarChannel {
		return this.#buttons[index]!;
	}

	axis(index: number): ScalarChannel {
		return this.#axes[index]!;
	}

	modeAt(time: number): SideMode {
		return this.#modes.findLast((change) => change.time <= time)!.value;
	}

	isPinchingAt(time: number): boolean {
		return this.#pinching.findLast((change) => change.time <= time)?.value ?? false;
	}

	anglesAt(time: number): Float64Array {
		const change = this.#shapes.findLast(({ start }) => start <= time);
		if (change === undefined) return this.#shapes[0]?.from ?? this.angles;
		const { start, end, from, to } = change;
		return time >= end ? to : blendShapes(from, to, minimumJerk((time - start) / (end - start)));
	}

	/** The pose of the wrist at a time. */
	wristAt(time: number): number[] {
		const move = this.#moves.findLast(({ start }) => start <= time);
		if (move === undefined) return [...(this.#moves[0]?.from ?? this.wrist)];
		const { start, end, from, to, pivot } = move;
		if (time >= end) return [...to];
		const share = minimumJerk((time - start) / (end - start));
		const pose = [0, 1, 2].map((i) => from[i]! + (to[i]! - from[i]!) * share);
		if (pivot !== null) turnAround(pivot, from, to, share, pose);
		return slerpQuaternions(from, to, share, [...pose, 0, 0, 0, 1], 3, 3, 3);
	}
}

/** Returns the length of the way between two poses in meters, and the angle between them in radians. */
export function measureMove(
	from: readonly number[],
	to: readonly number[],
	pivot: readonly number[] | null,
): { distance: number; turn: number } {
	const turn = angleBetweenQuaternions(from, to, 3, 3);
	if (pivot === null) return { distance: measureDistance(from, to), turn };
	const [middle, end] = [
		[0, 0, 0],
		[0, 0, 0],
	];
	turnAround(pivot, from, to, 0.5, middle);
	turnAround(pivot, from, to, 1, end);
	return { distance: measureDistance(from, middle) + measureDistance(middle, end), turn };
}

// Writes the point at a share of the way around a pivot; the distance from the pivot changes evenly.
function turnAround(
	pivot: readonly number[],
	from: readonly number[],
	to: readonly number[],
	share: number,
	out: number[],
): void {
	const [a, b] = [from, to].map((pose) => [0, 1, 2].map((i) => pose[i]! - pivot[i]!)) as [number[], number[]];
	const [near, far] = [normalizeVector(a, a), normalizeVector(b, b)];
	const arc = findShortestRotation(a, b, [] as number[]);
	const part = slerpQuaternions([0, 0, 0, 1], arc, share, [] as number[]);
	const along = rotateVector(part, a, [] as number[]);
	for (let i = 0; i < 3; i++) out[i] = pivot[i]! + along[i]! * (near + (far - near) * share);
}
