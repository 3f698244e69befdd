import { SIDES, type Side } from '@handreel/core';
import { DRAWN_BONES } from '@handreel/hands';
import { PICTURE_JOINTS, PICTURE_SIZE } from '../worker/read-catalog.ts';

/** A picture of the hands of a recording as paths of an SVG image. An absent hand has an empty path. */
export type HandPaths = Readonly<Record<Side, string>>;

/** The size of a picture in pixels. */
export const PICTURE_WIDTH = 84;
export const PICTURE_HEIGHT = 56;
const MARGIN = 5;
/** Pixels per meter at most, so that a single hand does not fill more than it should. */
const MAX_SCALE = 300;

/** Meters between hands at most. */
const MAX_GAP = 0.03;
/** Meters by which the heights of hands beside each other overlap at least. */
const MIN_OVERLAP = 0.05;
/** Meters; avoids a division by zero. */
const MIN_SIZE = 1e-3;

type Axis = readonly [number, number, number];

/**
 * Draws the hands of a row as the person saw them, looking at the middle of both hands. Hands far apart are moved together, so
 * that fingers stay visible.
 */
export function drawHands(pictures: Float32Array, row: number): HandPaths {
	const hands = SIDES.map((_, side) =>
		pictures.subarray((row * 2 + side) * PICTURE_SIZE, (row * 2 + side + 1) * PICTURE_SIZE),
	);
	const shown = hands.filter(isTracked);
	if (shown.length === 0) return { left: '', right: '' };
	const { right, up } = findView(shown);
	const across = placeHands(shown, right, MAX_GAP);
	const upward = placeHands(shown, up, across.isApart ? -MIN_OVERLAP : MAX_GAP);
	const scale = Math.min(
		(PICTURE_WIDTH - 2 * MARGIN) / across.size,
		(PICTURE_HEIGHT - 2 * MARGIN) / upward.size,
		MAX_SCALE,
	);
	const drawHand = (hand: Float32Array): string => {
		const i = shown.indexOf(hand);
		if (i < 0) return '';
		// Pictures begin with the wrist, lists of joints with `none`.
		const place = (joint: number): string => {
			const x = PICTURE_WIDTH / 2 + across.positions[i]![joint - 1]! * scale;
			const y = PICTURE_HEIGHT / 2 - upward.positions[i]![joint - 1]! * scale;
			return `${x.toFixed(1)} ${y.toFixed(1)}`;
		};
		return DRAWN_BONES.map(({ from, to }) => `M${place(from)}L${place(to)}`).join('');
	};
	return { left: drawHand(hands[0]!), right: drawHand(hands[1]!) };
}

function isTracked(hand: Float32Array): boolean {
	return hand.length === PICTURE_SIZE && !Number.isNaN(hand[0]);
}

/** The joints of hands along an axis of the picture, around 0. */
interface PlacedHands {
	readonly positions: readonly (readonly number[])[];
	/** Meters. */
	readonly size: number;
	/** Whether the hands had to be moved. */
	readonly isApart: boolean;
}

function placeHands(hands: readonly Float32Array[], axis: Axis, maxGap: number): PlacedHands {
	const raw = hands.map((hand) =>
		Array.from({ length: PICTURE_JOINTS }, (_, i) => axis.reduce((sum, part, j) => sum + part * hand[i * 3 + j]!, 0)),
	);
	const spans = raw.map((values) => ({ low: Math.min(...values), high: Math.max(...values) }));
	const [first, second = first] = spans.toSorted((a, b) => a.low - b.low);
	const excess = raw.length < 2 ? 0 : Math.max(second!.low - first!.high - maxGap, 0);
	const moved = raw.map((values, i) => (excess > 0 && spans[i] === second ? values.map((v) => v - excess) : values));
	const all = moved.flat();
	const [low, high] = [Math.min(...all), Math.max(...all)];
	return {
		positions: moved.map((values) => values.map((value) => value - (low + high) / 2)),
		size: Math.max(high - low, MIN_SIZE),
		isApart: excess > 0,
	};
}

// The axes of a picture, seen from the head. Recordings have x to the right, y up and z forward.
function findView(hands: readonly Float32Array[]): { readonly right: Axis; readonly up: Axis } {
	const middle = [0, 0, 0];
	for (const hand of hands) for (let i = 0; i < PICTURE_SIZE; i++) middle[i % 3]! += hand[i]!;
	const [x = 0, y = 0, z = 0] = middle;
	const across = Math.hypot(x, z);
	// Hands right below the head, or positions without a head: seen from the front.
	if (across < Math.abs(y) * 0.2 || across === 0) return { right: [1, 0, 0], up: [0, 1, 0] };
	const length = Math.hypot(across, y);
	return {
		right: [z / across, 0, -x / across],
		up: [(-x * y) / (across * length), across / length, (-z * y) / (across * length)],
	};
}
