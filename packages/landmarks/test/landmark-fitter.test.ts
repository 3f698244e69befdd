import { createFrameSample, type FrameSample, JOINT_NAMES, SIDES } from '@handreel/core';
import { readShape } from '@handreel/core/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LiveFrames } from '../../hands/src/index.ts';
import { HandPose } from '../src/hand-pose.ts';
import { LandmarkFitter, type SeenHand } from '../src/index.ts';
import { makeHand, Randoms, seeHand, USUAL_NOISE } from './support/made-hands.ts';

const EXACT = { image: 0, world: 0 };
const PICTURE = { width: 640, height: 480 };
const joint = (frame: FrameSample, side: 'left' | 'right', name: (typeof JOINT_NAMES)[number]): number[] => {
	const at = 7 * JOINT_NAMES.indexOf(name);
	return [...frame.hands[side].joints.subarray(at, at + 3)];
};
const see = (side: 'left' | 'right', noise = EXACT, seed = 1): SeenHand =>
	seeHand(new Randoms(seed), makeHand(new Randoms(seed), side, 1, 'palm'), noise);
// The hand moved in the picture.
const shift = (hand: SeenHand, x: number): SeenHand => ({
	...hand,
	image: Array.from(hand.image, (value, i) => (i % 3 === 0 ? value + x : value)),
});

describe('frames of landmarks', () => {
	it('have hands before a person who faces the camera, in the space of recordings', () => {
		const fitter = new LandmarkFitter(PICTURE);
		const frame = fitter.fit(
			{ time: 0, hands: [shift(see('right'), -0.2), shift(see('left'), 0.2)] },
			createFrameSample(),
		);
		for (const side of SIDES) {
			const { tracked, present, joints, pinchStrength } = frame.hands[side];
			expect(tracked).toBe(true);
			expect([...present]).toEqual(JOINT_NAMES.map((name) => (name === 'none' ? 0 : 1)));
			expect(joints.subarray(7).every(Number.isFinite)).toBe(true);
			expect(pinchStrength).toBeGreaterThanOrEqual(0);
			expect(fitter.quality[side]?.grade).toBe('good');
			// The fingers point up.
			expect(joint(frame, side, 'middleKnuckle')[1]! - joint(frame, side, 'wrist')[1]!).toBeGreaterThan(0.07);
			// The camera is 0.6 m ahead, and the hand 0.5 m from it.
			expect(joint(frame, side, 'wrist')[2]).toBeCloseTo(0.1, 0);
		}
		// The right hand is at the left of the picture and on the person's right.
		expect(joint(frame, 'right', 'wrist')[0]).toBeGreaterThan(0.05);
		expect(joint(frame, 'left', 'wrist')[0]).toBeLessThan(-0.05);
		// The thumbs of palms that face forward point to the other hand.
		expect(joint(frame, 'right', 'thumbTip')[0]! - joint(frame, 'right', 'wrist')[0]!).toBeLessThan(0);
	});

	it('of a camera at the eyes have hands before it', () => {
		const fitter = new LandmarkFitter({ ...PICTURE, camera: 'worn' });
		const frame = fitter.fit({ time: 0, hands: [see('right')] }, createFrameSample());
		expect(joint(frame, 'right', 'wrist')[2]).toBeCloseTo(0.5, 0);
	});

	it('smooth a hand that rests, and keep up with one that moves', () => {
		const spread = (unsmoothed: boolean): number => {
			const fitter = new LandmarkFitter({ ...PICTURE, unsmoothed });
			const frame = createFrameSample();
			const random = new Randoms(5);
			const hand = makeHand(new Randoms(1), 'right', 1, 'palm');
			const seen: number[] = [];
			for (let i = 0; i < 60; i++) {
				fitter.fit({ time: i / 30, hands: [seeHand(random, hand, USUAL_NOISE)] }, frame);
				if (i >= 10) seen.push(joint(frame, 'right', 'indexTip')[0]!);
			}
			const mean = seen.reduce((sum, x) => sum + x / seen.length, 0);
			return Math.sqrt(seen.reduce((sum, x) => sum + (x - mean) ** 2 / seen.length, 0));
		};
		expect(spread(false)).toBeLessThan(0.75 * spread(true));
		const fitter = new LandmarkFitter(PICTURE);
		const frame = createFrameSample();
		for (let i = 0; i <= 30; i++) fitter.fit({ time: i / 30, hands: [shift(see('right'), 0.3 - i * 0.02)] }, frame);
		const smooth = joint(frame, 'right', 'wrist')[0]!;
		new LandmarkFitter({ ...PICTURE, unsmoothed: true }).fit({ time: 0, hands: [shift(see('right'), -0.3)] }, frame);
		// 0.35 m per second, 30 ms late.
		expect(Math.abs(joint(frame, 'right', 'wrist')[0]! - smooth)).toBeLessThan(0.015);
	});

	it('keep a hand whose side the tracker swaps for some frames', () => {
		const fitter = new LandmarkFitter(PICTURE);
		const frame = createFrameSample();
		for (let i = 0; i < 20; i++) {
			const hand = see('right');
			fitter.fit({ time: i / 30, hands: [i > 5 && i < 10 ? { ...hand, side: 'left', score: 0.6 } : hand] }, frame);
			expect([frame.hands.left.tracked, frame.hands.right.tracked]).toEqual([false, true]);
		}
		// It insists.
		for (let i = 20; i < 40; i++) fitter.fit({ time: i / 30, hands: [see('left')] }, frame);
		expect([frame.hands.left.tracked, frame.hands.right.tracked]).toEqual([true, false]);
	});

	it('have two hands if the tracker reports the same side for both', () => {
		const hands = [shift(see('right'), -0.2), { ...shift(see('left'), 0.2), side: 'right' as const, score: 0.6 }];
		const fitter = new LandmarkFitter(PICTURE);
		const frame = fitter.fit({ time: 0, hands }, createFrameSample());
		expect([frame.hands.left.tracked, frame.hands.right.tracked]).toEqual([true, true]);
	});

	it('pinch below a gap, and stop above a wider one', () => {
		const fitter = new LandmarkFitter({ ...PICTURE, unsmoothed: true });
		const frame = createFrameSample();
		const [pinch, open] = [readShape('pinch'), readShape('open')];
		const pose = (share: number): SeenHand => {
			const hand = makeHand(new Randoms(3), 'right', 1, 'palm, 45° from the side of the thumb');
			const shaped = new HandPose('right', 1);
			shaped.copy(hand);
			for (let i = 0; i < 20; i++) shaped.angles[i] = pinch[i]! + share * (open[i]! - pinch[i]!);
			shaped.place();
			return seeHand(new Randoms(3), shaped, EXACT);
		};
		const states = [1, 0.5, 0.1, 0, 0.1, 0.5, 1].map((share, i) => {
			fitter.fit({ time: i / 10, hands: [pose(share)] }, frame);
			return frame.hands.right.pinching;
		});
		expect(states).toEqual([false, false, true, true, true, false, false]);
		expect(frame.hands.right.pinchStrength).toBe(0);
	});

	it('have the head where a face is', () => {
		const fitter = new LandmarkFitter({ ...PICTURE, fieldOfView: 78.44 });
		// 60 cm away, with a vertical field of view of 63°.
		const face = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -60, 1];
		const frame = fitter.fit({ time: 0, hands: [], face }, createFrameSample());
		expect(frame.headPresent).toBe(true);
		for (const [i, value] of [0, 0.026, 0.034, 0, 0, 0, 1].entries())
			expect(Math.abs(frame.head[i]!)).toBeCloseTo(value, 2);
		expect(fitter.fit({ time: 1, hands: [] }, frame).headPresent).toBe(false);
		expect(fitter.fit({ time: 2, hands: [], face: face.map(() => 0) }, frame).headPresent).toBe(false);
	});

	it('lose hands whose landmarks are not those of a hand', () => {
		const fitter = new LandmarkFitter(PICTURE);
		const number = fc.oneof(
			fc.double(),
			fc.double({ min: 0, max: 1, noNaN: true }),
			fc.constantFrom(0, 0.5, Number.NaN, Number.POSITIVE_INFINITY),
		);
		const list = fc.array(number, { minLength: 60, maxLength: 63 });
		let time = 0;
		fc.assert(
			fc.property(list, fc.option(list), fc.constantFrom(...SIDES), (image, world, side) => {
				time += 0.03;
				const frame = fitter.fit({ time, hands: [{ side, image, world }] }, createFrameSample());
				const hand = frame.hands[side];
				if (hand.tracked) expect(hand.joints.subarray(7).every(Number.isFinite)).toBe(true);
				else expect(fitter.quality[side]).toBe(null);
			}),
		);
	});

	it('drive live hands between the frames of the camera', () => {
		const fitter = new LandmarkFitter(PICTURE);
		const [live, frame, shown] = [new LiveFrames(), createFrameSample(), createFrameSample()];
		const truth = makeHand(new Randoms(1), 'right', 1, 'palm');
		for (let i = 0; i <= 15; i++)
			live.push(fitter.fit({ time: i / 15, hands: [seeHand(new Randoms(i), truth, USUAL_NOISE)] }, frame));
		for (let time = 0; time < 1; time += 1 / 60) {
			live.sample(time, shown, 'webxr');
			expect(shown.hands.right.tracked).toBe(true);
			const [wrist, knuckle] = [joint(shown, 'right', 'wrist'), joint(shown, 'right', 'middleKnuckle')];
			expect(Math.hypot(...wrist.map((value, i) => value - knuckle[i]!))).toBeCloseTo(0.0957, 2);
		}
		expect(live.sample(9, shown, 'webxr').hands.right.tracked).toBe(false);
	});

	it('advise how to hold the hand', () => {
		const advise = (view: Parameters<typeof makeHand>[3]): string | null | undefined => {
			const fitter = new LandmarkFitter(PICTURE);
			const hand = makeHand(new Randoms(2), 'right', 1, view);
			fitter.fit({ time: 0, hands: [seeHand(new Randoms(2), hand, EXACT)] }, createFrameSample());
			return fitter.quality.right?.advice;
		};
		expect(advise('palm')).toBe(null);
		expect(advise('back')).toBe('turn your palm to the camera');
		expect(advise('tips at the camera')).toBe('turn your palm to the camera');
	});
});

describe('options of a fit', () => {
	it.each([
		[{ width: 0 }, 'width: 0 is not a number of pixels'],
		[{ handLength: 2 }, 'handLength: 2 is not a number from 0.05 to 0.4'],
		[{ camera: 'behind' }, 'camera: "behind" is not one of facing, worn'],
	])('are checked: %j', (options, message) => {
		expect(() => new LandmarkFitter({ ...PICTURE, ...(options as object) })).toThrow(message);
	});
});
