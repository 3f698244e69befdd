import { expect, test } from 'vitest';
import { drawHands, PICTURE_HEIGHT, PICTURE_WIDTH } from '../../src/library/draw-hands.ts';
import { PICTURE_JOINTS, PICTURE_SIZE } from '../../src/worker/read-catalog.ts';

type Point = readonly [number, number, number];

// A hand as a column of joints above a wrist.
function makeHand([x, y, z]: Point): number[] {
	return Array.from({ length: PICTURE_JOINTS }, (_, i) => [x, y + i * 0.006, z]).flat();
}

function makePicture(left: Point | null, right: Point | null): Float32Array {
	const picture = new Float32Array(PICTURE_SIZE * 2).fill(Number.NaN);
	if (left !== null) picture.set(makeHand(left));
	if (right !== null) picture.set(makeHand(right), PICTURE_SIZE);
	return picture;
}

function readPoints(path: string): number[][] {
	return [...path.matchAll(/[ML]([-\d.]+) ([-\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
}

test.each<[string, Point, Point]>([
	['in front', [-0.2, -0.3, 0.5], [0.2, -0.3, 0.5]],
	['turned to the right', [0.5, -0.3, 0.2], [0.5, -0.3, -0.2]],
	['turned around', [0.2, -0.3, -0.5], [-0.2, -0.3, -0.5]],
])('the left hand is on the left, with fingers up: %s', (_, left, right) => {
	const paths = drawHands(makePicture(left, right), 0);
	const [a, b] = [readPoints(paths.left), readPoints(paths.right)];
	expect(a.length).toBeGreaterThan(40);
	expect(Math.max(...a.map(([x]) => x!))).toBeLessThan(PICTURE_WIDTH / 2);
	expect(Math.min(...b.map(([x]) => x!))).toBeGreaterThan(PICTURE_WIDTH / 2);
	// The wrist is the first joint.
	expect(Math.max(...a.map(([, y]) => y!))).toBe(a[0]![1]);
});

test('everything is inside of the picture', () => {
	for (const [left, right] of [
		[
			[-2, 0, 1],
			[2, -1, 1],
		],
		[[0, 0, 0], null],
		[null, [0, -1, 0]],
	] as [Point | null, Point | null][]) {
		const paths = drawHands(makePicture(left, right), 0);
		for (const [x = -1, y = -1] of readPoints(paths.left + paths.right)) {
			expect(x >= 0 && x <= PICTURE_WIDTH && y >= 0 && y <= PICTURE_HEIGHT).toBe(true);
		}
	}
});

test('hands far apart are moved together, and are as large as a single hand', () => {
	const readHeight = (path: string): number => {
		const heights = readPoints(path).map(([, y]) => y!);
		return Math.max(...heights) - Math.min(...heights);
	};
	const single = readHeight(drawHands(makePicture([0, -0.2, 0.5], null), 0).left);
	const apart = drawHands(makePicture([-0.6, -0.4, 0.5], [0.6, 0.4, 0.5]), 0);
	expect(readHeight(apart.left)).toBeGreaterThan(single * 0.5);
	expect(readHeight(apart.left)).toBeCloseTo(readHeight(apart.right), 0);
});

test('absent hands have no path', () => {
	expect(drawHands(makePicture(null, null), 0)).toEqual({ left: '', right: '' });
	expect(drawHands(makePicture(null, [0, 0, 1]), 0).left).toBe('');
	expect(drawHands(new Float32Array(), 3)).toEqual({ left: '', right: '' });
});
