// What a recording holds for a hand while it is not tracked must not change any figure: tables hold zeros or nothing there.
import { createCurve, createRecording, type JointName, type PoseParts, type Recording } from '@handreel/core';
import { createChannel, listReaches, measureRecording, sampleChannel } from '@handreel/core/measure';
import { describe, expect, it } from 'vitest';
import { expectFigures } from '../support/expect-figures.ts';

const RATE = 90;
const DURATION = 12;
/** Seconds of the losses. */
const LOSSES = [
	[2.1, 2.6],
	[5, 5.4],
	[9.05, 10],
] as const;
const JOINTS: readonly JointName[] = ['wrist', 'thumbTip', 'indexTip', 'middleKnuckle', 'middleMiddle', 'middleDistal'];
const TURN = 2 * Math.PI;

/** How a table holds the rows of a loss. */
const FILLS = {
	nothing: () => null,
	zeros: () => 0,
	'a pose far away': () => 7,
	'the last pose': (_: number, last: number) => last,
	'wild poses': (row: number) => 100 * Math.sin(row * row),
} satisfies Record<string, (row: number, last: number) => number | null>;

const reference = measureRecording(makeTable(FILLS.nothing));

describe.each(Object.entries(FILLS))('%s while the hand is lost', (_, fill) => {
	const recording = makeTable(fill);

	it('changes no figure of the hand', () => {
		const { hands, controllers } = measureRecording(recording);
		expectFigures(hands, reference.hands, 1e-9);
		expectFigures(controllers, reference.controllers, 1e-9);
	});

	it('leaves the true speed and reaches', () => {
		const { hands, controllers } = measureRecording(recording);
		const peak = 0.1 * TURN;
		expect(hands?.left.motion.wrist?.speed.peak).toBeLessThan(1.02 * peak);
		expect(controllers?.left?.motion?.speed.peak).toBeLessThan(1.02 * peak);
		expect(hands?.left.reach?.max).toBeLessThan(0.7);
		expect(listReaches(recording)).toEqual(listReaches(makeTable(FILLS.nothing)));
	});

	it('is nowhere in a channel', () => {
		const channel = createChannel(recording, 'speed(left.wrist)');
		expect(channel).toEqual(createChannel(makeTable(FILLS.nothing), 'speed(left.wrist)'));
		expect(sampleChannel(channel, 2.3)).toBeNaN();
	});
});

it('measures a hand that is still before a loss, of which optimizers keep few keys', () => {
	const still: PoseParts = {
		position: { x: createCurve([0, 0.2, 10, 0.2]), y: createCurve([0, 1, 10, 1]), z: createCurve([0, 0, 10, 0]) },
	};
	const tracked = createCurve([0, 1, 4, 0, 6, 1, 10, 1], { kind: 'boolean' });
	const { left } = measureRecording(createRecording({ hands: { left: { tracked, joints: { wrist: still } } } })).hands!;
	expect(left.motion.wrist).toMatchObject({ pathLength: 0, stillShare: 1 });
	expect(left.tracking.seconds).toBe(8);
});

// A table with a row per frame: a wrist that waves, and what it holds while the hand is lost.
function makeTable(fill: (row: number, last: number) => number | null): Recording {
	const isLost = (time: number): boolean => LOSSES.some(([from, to]) => time >= from && time < to);
	const rows = Array.from({ length: DURATION * RATE + 1 }, (_, i) => i);
	const column = (valueAt: (time: number) => number) => {
		let last = valueAt(0);
		const keys = rows.flatMap((row) => {
			const time = row / RATE;
			const value = isLost(time) ? fill(row, last) : valueAt(time);
			if (!isLost(time)) last = valueAt(time);
			return value === null ? [] : [time, value];
		});
		return createCurve(keys);
	};
	const pose = (offset: number): PoseParts => ({
		position: {
			x: column((t) => 0.1 * Math.sin(TURN * t) + offset),
			y: column(() => 1),
			z: column((t) => 0.3 + 0.02 * Math.sin(TURN * 0.4 * t)),
		},
	});
	const tracked = createCurve(
		rows.flatMap((row) => [row / RATE, isLost(row / RATE) ? 0 : 1]),
		{ kind: 'boolean' },
	);
	const joints = Object.fromEntries(JOINTS.map((name, i) => [name, pose(0.03 * i)])) as Partial<
		Record<JointName, PoseParts>
	>;
	const always = (value: number) => createCurve([0, value, DURATION, value]);
	return createRecording({
		head: { position: { x: always(0), y: always(1.4), z: always(0) }, rotation: { w: always(1) } },
		hands: { left: { tracked, joints } },
		controllers: { left: { tracked, grip: pose(0) } },
	});
}
