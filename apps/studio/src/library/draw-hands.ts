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
const MAX_SCALE = 240;

type Axis = readonly [number, number, number];

/** Draws the hands of a row as the person saw them, looking at the middle of both hands. */
export function drawHands(pictures: Float32Array, row: number): HandPaths {
	const hands = SIDES.map((_, side) =>
		pictures.subarray((row * 2 + side) * PICTURE_SIZE, (row * 2 + side + 1) * PICTURE_SIZE),
	);
	const shown = hands.filter((hand) => hand.length === PICTURE_SIZE && !Number.isNaN(hand[0]));
	if (shown.length === 0) return { left: '', right: '' };
	const { right, up } = findView(shown);
	const project = (hand: Float32Array, joint: number, axis: Axis): number =>
		hand[joint * 3]! * axis[0] + hand[joint * 3 + 1]! * axis[1] + hand[joint * 3 + 2]! * axis[2];
	const bounds = [right, up].map((axis) => {
		const values = shown.flatMap((hand) => Array.from({ length: PICTURE_JOINTS }, (_, i) => project(hand, i, axis)));
		const [low, high] = [Math.min(...values), Math.max(...values)];
		return { middle: (low + high) / 2, size: Math.max(high - low, 1e-3) };
	});
	const [x, y] = [bounds[0]!, bounds[1]!];
	const scale = Math.min((PICTURE_WIDTH - 2 * MARGIN) / x.size, (PICTURE_HEIGHT - 2 * MARGIN) / y.size, MAX_SCALE);
	const place = (hand: Float32Array, joint: number): string => {
		const across = PICTURE_WIDTH / 2 + (project(hand, joint, right) - x.middle) * scale;
		const down = PICTURE_HEIGHT / 2 - (project(hand, joint, up) - y.middle) * scale;
		return `${across.toFixed(1)} ${down.toFixed(1)}`;
	};
	const [left = '', other = ''] = hands.map((hand) =>
		shown.includes(hand)
			? // Pictures begin with the wrist, lists of joints with `none`.
				DRAWN_BONES.map(({ from, to }) => `M${place(hand, from - 1)}L${place(hand, to - 1)}`).join('')
			: '',
	);
	return { left, right: other };
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
