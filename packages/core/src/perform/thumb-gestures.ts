import { HAND_BUTTON_NAMES, nameHandButton } from '../model/hand-buttons.ts';
import { SIDES, type Side } from '../model/recording.ts';
import type { TrackValue } from '../record/track-keys.ts';
import { checkChoice } from './options.ts';
import type { SwipeDirection } from './performed-side.ts';
import type { SidePlanner } from './side-planner.ts';
import type { SideTrack } from './side-track.ts';

// Microgestures: the thumb taps or swipes on the side of the index finger. Headsets report them as buttons of the hand.

const SWIPE_DIRECTIONS: readonly SwipeDirection[] = ['left', 'right', 'forward', 'backward'];

/** The gestures of a thumb, as their buttons are named. */
export type ThumbGesture = 'tap-thumb' | `swipe-${SwipeDirection}`;

const GESTURES: readonly ThumbGesture[] = ['tap-thumb', ...SWIPE_DIRECTIONS.map((way) => `swipe-${way}` as const)];

type ThumbPlace = 'up' | 'middle' | 'tip' | 'knuckle' | 'front' | 'back';

// The angles of the thumb that bring its tip above the middle bone of the index finger, onto it, and to its ends and edges.
const THUMBS: Readonly<Record<ThumbPlace, readonly number[]>> = {
	up: [17, 30, 3, 4],
	middle: [15, 20, 9, 19],
	tip: [25, 20, 10, 20],
	knuckle: [6, 20, 18, 0],
	front: [16, 16, 13, 0],
	back: [12, 37, 37, 33],
};
/** The angles of the other fingers. */
const CURLED: readonly number[] = [42, 0, 62, 30, 48, -1, 60, 30, 50, -5, 60, 32, 50, -9, 58, 32];

const RAISE_SECONDS = 0.2;
const TOUCH_SECONDS = 0.1;
const SLIDE_SECONDS = 0.15;
/** Seconds for which a button is pressed after its gesture. */
const HOLD_SECONDS = 0.1;

/** Plans a tap of the thumb. */
export function planTap(planner: SidePlanner): void {
	planGesture(planner, 'thumbTap', 'tap-thumb', null);
}

/** Plans a swipe of the thumb. Throws `TypeError` for an unknown direction. */
export function planSwipe(planner: SidePlanner, direction: SwipeDirection): void {
	checkChoice('direction', direction, SWIPE_DIRECTIONS);
	const toTip = planner.side === 'right' ? 'left' : 'right';
	const along = direction === toTip ? 'tip' : 'knuckle';
	const end = direction === 'forward' ? 'front' : direction === 'backward' ? 'back' : along;
	planGesture(planner, 'thumbSwipe', `swipe-${direction}`, end);
}

function planGesture(planner: SidePlanner, verb: string, gesture: ThumbGesture, slideTo: ThumbPlace | null): void {
	planner.require(verb, 'hand');
	const before = planner.track.angles;
	const go = (place: ThumbPlace, seconds: number): void =>
		planner.bend(Float64Array.from([...THUMBS[place], ...CURLED]), seconds);
	go('up', RAISE_SECONDS);
	go('middle', TOUCH_SECONDS);
	if (slideTo !== null) go(slideTo, SLIDE_SECONDS);
	planner.track.addGesture(gesture, planner.cursor, planner.cursor + HOLD_SECONDS);
	go('up', HOLD_SECONDS);
	planner.bend(before, RAISE_SECONDS);
}

/** Lists the states of the buttons of hands that gesture, at a time. */
export function listGestureValues(sides: Readonly<Record<Side, SideTrack>>, time: number): TrackValue[] {
	return SIDES.flatMap((side) => {
		const { gestures } = sides[side];
		if (gestures.length === 0) return [];
		return GESTURES.map((gesture): TrackValue => {
			const value = gestures.some((done) => done.gesture === gesture && done.start <= time && time < done.end);
			return { name: nameHandButton(side, HAND_BUTTON_NAMES.indexOf(gesture)), kind: 'boolean', value };
		});
	});
}
