import { expect, test } from 'vitest';
import { findSide, styleLine } from '../../../src/view/curves/line-colors.ts';
import { listLostSpans } from '../../../src/view/curves/lost-spans.ts';

const CHANNELS = [
	'hands.right.joints.indexTip.position.x',
	'hands.right.joints.indexTip.position.y',
	'hands.left.joints.indexTip.position.x',
	'head.position.y',
	'gaze.direction.z',
	'speed(right.wrist)',
	'distance(left.wrist,right.wrist)',
];

test('axes are dashes: the same for every side', () => {
	const dashOf = (path: string): string => styleLine(path, CHANNELS).dash.join();
	expect(dashOf('hands.right.joints.indexTip.position.y')).toBe(dashOf('head.position.y'));
	expect(dashOf('hands.right.joints.indexTip.position.x')).toBe(dashOf('hands.left.joints.indexTip.position.x'));
	expect(new Set(['x', 'y', 'z', 'w'].map((axis) => dashOf(`head.rotation.${axis}`))).size).toBe(4);
});

test('a channel has the side that its name has, unless it needs both', () => {
	expect(CHANNELS.map(findSide)).toEqual(['right', 'right', 'left', null, null, 'right', null]);
});

test('lines of one side have shades of their own', () => {
	const rights = CHANNELS.filter((path) => findSide(path) === 'right');
	expect(new Set(rights.map((path) => styleLine(path, CHANNELS).light)).size).toBe(rights.length);
	// Removing a line of another side keeps them.
	const fewer = CHANNELS.filter((path) => findSide(path) !== 'left');
	for (const path of rights) expect(styleLine(path, fewer)).toEqual(styleLine(path, CHANNELS));
});

test('a hand is lost between the spans in which it is tracked', () => {
	const tracked = [
		{ start: 1, end: 2 },
		{ start: 3, end: 4 },
	];
	expect(listLostSpans(tracked, 0, 5)).toEqual([
		{ start: 0, end: 1 },
		{ start: 2, end: 3 },
		{ start: 4, end: 5 },
	]);
	expect(listLostSpans(tracked, 1.2, 1.8)).toEqual([]);
	expect(listLostSpans(tracked, 2.5, 3.5)).toEqual([{ start: 2.5, end: 3 }]);
	expect(listLostSpans([], 0, 5)).toEqual([]);
	expect(listLostSpans(null, 0, 5)).toEqual([]);
});
