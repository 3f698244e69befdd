import { createFrameSample, type FrameSample, getJointPose, type Side } from '@handreel/core';
import { diagnoseRecording } from '@handreel/core/diagnose';
import { type PerformedObject, Performer, type PerformerOptions } from '@handreel/core/perform';
import { decodeReel, encodeReel } from '@handreel/core/reel';
import { describe, expect, it } from 'vitest';

const still: PerformerOptions = { space: 'webxr', tremor: 0 };
const frameAt = (performer: Performer, time: number): FrameSample =>
	performer.sampleAt(time, createFrameSample(), { space: 'webxr' });
const joint = (performer: Performer, side: Side, name: 'palm' | 'wrist' | 'indexTip', time: number): number[] =>
	Array.from(getJointPose(frameAt(performer, time).hands[side], name)!.position);
const near = (point: readonly number[], digits = 3): unknown[] => point.map((value) => expect.closeTo(value, digits));
const distance = (a: readonly number[], b: readonly number[]): number =>
	Math.hypot(...a.map((value, i) => value - b[i]!));
const speedOf = (at: (time: number) => readonly number[], time: number): number[] =>
	at(time + 1e-4).map((value, i) => (value - at(time - 1e-4)[i]!) / 2e-4);
const marked = (performer: Performer, name: string): number =>
	performer.markers.find((marker) => marker.name === name)!.time;

describe('objects', () => {
	it('go with the hand that holds them, and stay where it opens', () => {
		const performer = new Performer(still);
		const block = performer.addObject('block', [0.2, 1.1, -0.4]);
		performer.right.reach(block).mark('there').pinch(block).mark('held').moveTo([0, 1.25, -0.45]).mark('moved');
		performer.right.release().moveTo([0.3, 1.2, -0.3]);
		expect(block.positionAt(0)).toEqual([0.2, 1.1, -0.4]);
		expect(block.positionAt(marked(performer, 'held'))).toEqual(near([0.2, 1.1, -0.4]));
		expect(block.positionAt(marked(performer, 'moved'))).toEqual(near([0, 1.25, -0.45]));
		expect(block.positionAt(performer.duration)).toEqual(near([0, 1.25, -0.45]));
	});

	it('turn with the hand', () => {
		const performer = new Performer(still);
		const cup = performer.addObject('cup', [0.2, 1.1, -0.4]);
		performer.right
			.grab(cup)
			.mark('held')
			.moveTo([0.2, 1.1, -0.4], { turn: { roll: 70 } });
		const turned = performer.toRecording().tracks[0]!;
		if (turned.kind !== 'pose') throw new Error('no pose');
		const { rotation } = turned;
		const w = rotation.w.floats[rotation.w.start + (rotation.w.count - 1) * rotation.w.stride + 1]!;
		expect((2 * Math.acos(w) * 180) / Math.PI).toBeCloseTo(70, 1);
		expect(cup.positionAt(performer.duration)).toEqual(near([0.2, 1.1, -0.4], 1));
	});

	it('turn about their hinge', () => {
		const performer = new Performer(still);
		const hinge = [0.1, 1, -0.4];
		const lever = performer.addObject('lever', [0.1, 1.2, -0.4], { hinge });
		performer.right.grab(lever).moveTo([0.1, 1.05, -0.2], { around: hinge });
		for (let time = 0; time < performer.duration; time += 0.05)
			expect(distance(lever.positionAt(time), hinge)).toBeCloseTo(0.2, 6);
		expect(lever.positionAt(performer.duration)[1]).toBeLessThan(1.1);
	});

	it('go with a person who walks', () => {
		const performer = new Performer(still);
		const box = performer.addObject('box', [0.2, 1.1, -0.4]);
		performer.right.pinch(box);
		performer.walkTo([0, 0, -1.5]);
		expect(box.positionAt(performer.duration)).toEqual(near([0.2, 1.1, -1.9], 2));
	});

	it('are tracks of the recording, in Unity’s space, and survive reels', () => {
		const performer = new Performer();
		const block = performer.addObject('block', [0.2, 1.1, 0.4]);
		performer.right.pinch(block).moveTo([0, 1.2, 0.4]).release();
		const recording = decodeReel(encodeReel(performer.toRecording()));
		expect(recording.tracks.map(({ name, kind }) => [name, kind])).toEqual([['block', 'pose']]);
		expect(diagnoseRecording(recording)).toEqual([]);
		const webxr = new Performer({ space: 'webxr' });
		webxr.right
			.pinch(webxr.addObject('block', [0.2, 1.1, -0.4]))
			.moveTo([0, 1.2, -0.4])
			.release();
		expect(Buffer.from(encodeReel(webxr.toRecording())).equals(Buffer.from(encodeReel(performer.toRecording())))).toBe(
			true,
		);
	});
});

describe.each(['left', 'right'] as const)('the %s hand', (side) => {
	const x = side === 'right' ? 1 : -1;
	const other = side === 'right' ? 'left' : 'right';

	it('throws: the object leaves with the speed of the hand and arrives', () => {
		const performer = new Performer(still);
		const ball = performer.addObject('ball', [0.25 * x, 1.1, -0.35]);
		performer[side]
			.grab(ball)
			.mark('held')
			.throwTo([0.3 * x, 0.8, -2.2], { duration: 0.6 });
		const at = (time: number): readonly number[] => ball.positionAt(time);
		const hand = (time: number): number[] => joint(performer, side, 'palm', time);
		let release = marked(performer, 'held');
		while (distance(at(release), hand(release)) < 0.08) release += 1 / 500;
		expect(at(release + 0.6)).toEqual(near([0.3 * x, 0.8, -2.2], 2));
		// The flight continues where the hand has brought the ball, at its speed.
		let jump = 0;
		for (let time = release - 0.1; time < release; time += 1e-3) {
			const change = speedOf(at, time + 1e-3).map((value, i) => value - speedOf(at, time)[i]!);
			jump = Math.max(jump, Math.hypot(...change));
		}
		expect(jump).toBeLessThan(0.25);
		expect(Math.hypot(...speedOf(at, release))).toBeGreaterThan(3);
	});

	it('catches what flies, where its flight ends', () => {
		const performer = new Performer(still);
		const ball = performer.addObject('ball', [0, 1.3, -3]);
		performer.launch(ball, [0.25 * x, 1.35, -0.4], { duration: 0.9 });
		performer[side]
			.catch(ball)
			.mark('caught')
			.wait(0.2)
			.moveTo([0.2 * x, 1, -0.4]);
		expect(ball.positionAt(0.9)).toEqual(near([0.25 * x, 1.35, -0.4]));
		expect(distance(joint(performer, side, 'palm', 0.9), ball.positionAt(0.9))).toBeLessThan(0.06);
		expect(
			distance(joint(performer, side, 'palm', performer.duration), ball.positionAt(performer.duration)),
		).toBeLessThan(0.06);
	});

	it('looks like a tracked hand when it throws, catches and hands over', () => {
		const performer = new Performer({ space: 'webxr' });
		const ball = performer.addObject('ball', [0, 1.3, -3]);
		performer.launch(ball, [0.25 * x, 1.35, -0.4], { duration: 0.9 });
		performer[side].catch(ball).handTo(performer[other]);
		performer[other].throwTo([0, 1, -2]).rest();
		expect(diagnoseRecording(performer.toRecording())).toEqual([]);
	});

	it('hands over', () => {
		const performer = new Performer(still);
		const key = performer.addObject('key', [0.3 * x, 1.05, -0.35]);
		performer[side].pinch(key).handTo(performer[other]).rest();
		performer[other]
			.mark('taken')
			.moveTo([-0.3 * x, 1.1, -0.3])
			.mark('there')
			.release();
		const taken = marked(performer, 'taken');
		expect(frameAt(performer, taken).hands[side].pinching).toBe(false);
		expect(frameAt(performer, taken).hands[other].pinching).toBe(true);
		const there = marked(performer, 'there');
		const apart = (time: number): number => distance(key.positionAt(time), joint(performer, other, 'indexTip', time));
		expect(apart(there)).toBeCloseTo(apart(taken), 4);
		expect(key.positionAt(there)[0]! * x).toBeLessThan(-0.2);
	});

	it('scrolls: the fingertip stays on the panel while it swipes', () => {
		const performer = new Performer(still);
		performer[side].scroll([0.1 * x, 1.2, -0.45], { by: 0.1, times: 2 });
		let highest = Number.NEGATIVE_INFINITY;
		let nearest = Number.POSITIVE_INFINITY;
		for (let time = 0; time < performer.duration; time += 1 / 90) {
			const tip = joint(performer, side, 'indexTip', time);
			nearest = Math.min(nearest, distance(tip, [0.1 * x, 1.2, -0.45]));
			if (tip[2]! < -0.45) highest = Math.max(highest, tip[1]!);
		}
		expect(nearest).toBeLessThan(0.005);
		expect(highest).toBeCloseTo(1.3, 1);
	});
});

describe('both hands', () => {
	it('scale: the object grows as the hands move apart', () => {
		const performer = new Performer(still);
		const box = performer.addObject('box', [0, 1.2, -0.4]);
		performer.scale(box, 2, { width: 0.15 });
		expect(box.positionAt(performer.duration)).toEqual(near([0, 1.2, -0.4], 2));
		const { tracks } = performer.toRecording();
		expect(tracks.map(({ name }) => name)).toEqual(['box', 'box size']);
		const size = tracks[1]!;
		if (size.kind !== 'scalar') throw new Error('no number');
		const { floats, start, count, stride } = size.value;
		// Wrists are farther apart than fingertips.
		expect(floats[start + (count - 1) * stride + 1]).toBeGreaterThan(1.2);
	});
});

describe('a performer refuses', () => {
	const ready = (): { performer: Performer; ball: PerformedObject } => {
		const performer = new Performer(still);
		return { performer, ball: performer.addObject('ball', [0.2, 1.1, -0.4]) };
	};
	it.each<[string, (given: ReturnType<typeof ready>) => unknown, RegExp]>([
		[
			'throws of nothing',
			({ performer }) => performer.right.throwTo([0, 1, -2]),
			/^throwTo: the right hand holds nothing/,
		],
		['catches of what lies', ({ performer, ball }) => performer.right.catch(ball), /^catch: the object does not fly/],
		[
			'catches that come too late',
			({ performer, ball }) => performer.launch(ball, [0.2, 1.2, -0.4], { duration: 0.3 }).right.catch(ball),
			/^catch: the right hand is free at 0\.20 s, and the object arrives at 0\.30 s/,
		],
		[
			'giving to oneself',
			({ performer }) => performer.right.pinch().handTo(performer.right),
			/^handTo: expected the other/,
		],
		[
			'giving nothing',
			({ performer }) => performer.right.handTo(performer.left),
			/^handTo: the right hand holds nothing/,
		],
		[
			'two objects of a name',
			({ performer }) => performer.addObject('ball', [0, 1, 0]),
			/^addObject: there are two 'ball'/,
		],
		['names of no track', ({ performer }) => performer.addObject('a.b', [0, 1, 0]), /^addObject: 'a\.b' is not a name/],
		['swipes of NaN', ({ performer }) => performer.right.scroll([0, 1.2, -0.4], { by: Number.NaN }), /^by: NaN/],
		[
			'turns of NaN',
			({ performer }) => performer.right.reach([0.2, 1.2, -0.4], { turn: { roll: Number.NaN } }),
			/^turn/,
		],
		['sizes below 0', ({ performer }) => performer.scale([0, 1.2, -0.4], -1), /^factor: -1/],
		[
			'times that go back',
			({ performer, ball }) => {
				performer.right.pinch(ball).wait(2).release();
				performer.left.pinch(ball);
			},
			/^ball: its last move begins at .* call after\(\)/,
		],
	])('%s', (_, run, message) => {
		expect(() => run(ready())).toThrow(message);
	});
});
