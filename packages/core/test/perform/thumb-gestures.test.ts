import { describe, expect, it } from 'vitest';
import { mirrorRecording } from '../../src/edit.ts';
import {
	type Curve,
	createHandSample,
	getCurveKeys,
	getJointPose,
	type JointName,
	sampleHand,
} from '../../src/index.ts';
import { findHandButtons } from '../../src/internal.ts';
import { Performer } from '../../src/perform.ts';
import { decodeReel, encodeReel } from '../../src/reel.ts';

const listKeys = (curve: Curve): { time: number; value: number }[] => {
	const keys = getCurveKeys(curve);
	return Array.from({ length: keys.length / 2 }, (_, i) => ({ time: keys[2 * i]!, value: keys[2 * i + 1]! }));
};

const BUTTONS = { 'tap-thumb': 9, 'swipe-left': 5, 'swipe-right': 6, 'swipe-forward': 7, 'swipe-backward': 8 };

describe('gestures of a thumb', () => {
	const performer = new Performer({ frameRate: 60 });
	performer.right.wait(0.5).thumbTap().thumbSwipe('left').thumbSwipe('forward');
	const recording = performer.toRecording();

	it('press a button of the hand, each once', () => {
		const curves = findHandButtons(recording, 'right');
		const pressed = (name: keyof typeof BUTTONS): number =>
			listKeys(curves[BUTTONS[name]]!).filter(({ value }) => value === 1).length;
		expect(curves).toHaveLength(10);
		expect(curves.slice(0, 5)).toEqual([null, null, null, null, null]);
		expect(pressed('tap-thumb')).toBe(1);
		expect(pressed('swipe-left')).toBe(1);
		expect(pressed('swipe-right')).toBe(0);
		expect(pressed('swipe-forward')).toBe(1);
		expect(findHandButtons(recording, 'left')).toEqual([]);
	});

	it('bring the thumb to the side of the index finger, and never pinch', () => {
		const curves = findHandButtons(recording, 'right');
		const gapAt = (name: keyof typeof BUTTONS, joint: JointName): number => {
			const time = listKeys(curves[BUTTONS[name]]!).find(({ value }) => value === 1)!.time;
			const hand = sampleHand(recording, 'right', time, createHandSample());
			const [a, b] = (['thumbTip', joint] as const).map((point) => [...getJointPose(hand, point)!.position]);
			return Math.hypot(...a!.map((value, i) => value - b![i]!));
		};
		// Both radii together are 15 to 17 mm.
		expect(gapAt('tap-thumb', 'indexMiddle')).toBeLessThan(0.025);
		expect(gapAt('swipe-left', 'indexDistal')).toBeLessThan(0.02);
		expect(listKeys(recording.hands!.right.pinching).some(({ value }) => value === 1)).toBe(false);
	});

	it('swipe toward the tip of the index finger to the left with the right hand, to the right with the left hand', () => {
		const left = new Performer({ frameRate: 60 });
		left.left.wait(0.5).thumbTap().thumbSwipe('right').thumbSwipe('forward');
		const mirrored = mirrorRecording(left.toRecording());
		expect(findHandButtons(mirrored, 'right')).toEqual(findHandButtons(recording, 'right'));
		expect(findHandButtons(mirrored, 'left')).toEqual([]);
		expect(mirrorRecording(mirrored).tracks.map(({ name }) => name)).toEqual(
			left.toRecording().tracks.map(({ name }) => name),
		);
	});

	it('stay in reels', () => {
		expect(decodeReel(encodeReel(recording)).tracks).toEqual(recording.tracks);
	});

	it('need a hand and a known direction', () => {
		expect(() => new Performer({ input: 'controllers' }).right.thumbTap()).toThrow(
			'thumbTap: the right side has no hand',
		);
		expect(() => new Performer().right.thumbSwipe('up' as never)).toThrow('direction');
	});
});
