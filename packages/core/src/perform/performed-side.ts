import type { ButtonName, Side } from '../model/recording.ts';
import type { HandShape, HandShapeName } from './hand-shapes.ts';
import type { PerformedObject } from './performed-object.ts';
import type { HandTurn } from './turn-hand.ts';

/** Where a hand goes: a point in the space of the script, or an object that it moves. */
export type PerformTarget = ArrayLike<number> | PerformedObject;

/** Options of a movement that takes its own time. */
export interface TimedOptions {
	/** Seconds. Default: grows with the distance. */
	readonly duration?: number | undefined;
}

/** Options of {@link PerformedSide.moveTo}. */
export interface MoveOptions extends TimedOptions {
	/** The hand goes around this point instead of straight, as on a lever or a crank. */
	readonly around?: ArrayLike<number> | undefined;
	/** How far the hand turns on the way, with what it holds. Default: not, while it holds something. */
	readonly turn?: HandTurn | undefined;
}

/** Where a thumb swipes, as the person sees it. */
export type SwipeDirection = 'left' | 'right' | 'forward' | 'backward';

/** Options of {@link PerformedSide.scroll}. */
export interface ScrollOptions {
	/** Meters that the finger moves up at each swipe; below 0, down. Default 0.12. */
	readonly by?: number | undefined;
	/** The number of swipes. Default 1. */
	readonly times?: number | undefined;
}

/** Options of {@link PerformedSide.reach}. */
export interface ReachMoveOptions extends TimedOptions {
	/**
	 * The part of the hand that goes to the point: where thumb and index finger meet (`'pinch'`, default), the tip of the
	 * index finger, or the hollow of the palm. A controller goes to the point with its grip.
	 */
	readonly with?: 'pinch' | 'index' | 'palm' | undefined;
	/** How far the hand turns from how the forearm would hold it. */
	readonly turn?: HandTurn | undefined;
}

/**
 * A hand or controller of a performer. Each call plans what comes after the calls before it, and returns the side for the
 * next call. Left and right plan independently, so that they move at the same time.
 *
 * @example
 * const { right } = new Performer();
 * right.reach([0.2, 1.1, 0.4]).pinch().moveTo([0, 1.2, 0.4]).release();
 */
export interface PerformedSide {
	/** The tracked side. It differs from the name if the performer is left-handed. */
	readonly side: Side;
	/** Seconds: when everything that is planned for this side is done. */
	readonly time: number;
	/**
	 * Reaches for a point: the eyes jump to it, the head follows, the hand moves there on a straight minimum-jerk path and
	 * takes its shape on the way. Throws `RangeError` for a point out of reach.
	 */
	reach(point: PerformTarget, options?: ReachMoveOptions): this;
	/** Moves on to another point, with the same part of the hand. A hand that holds something does not turn. */
	moveTo(point: PerformTarget, options?: MoveOptions): this;
	/**
	 * Closes thumb and index finger, or pulls the trigger of a controller. With a point, reaches for it before. An object goes
	 * with the hand from then on.
	 */
	pinch(point?: PerformTarget): this;
	/**
	 * Closes the hand, or presses the squeeze button of a controller. With a point, reaches for it with the palm before. A
	 * closed hand does not pinch: pages see its joints, but get no `select` event.
	 */
	grab(point?: PerformTarget): this;
	/** Opens the hand, or releases the button that {@link pinch} or {@link grab} pressed. */
	release(): this;
	/** Pushes the tip of the index finger 1 cm through a point, coming from the shoulder, and goes back. */
	poke(point: PerformTarget, options?: TimedOptions): this;
	/** Points at something from a distance, so that the pointing ray hits it. */
	pointAt(point: PerformTarget, options?: TimedOptions): this;
	/**
	 * Swings back, swings forward and opens on the way. An object in the hand flies to the point and arrives after
	 * `duration` seconds (default 0.7). Throws `TypeError` if the hand holds nothing.
	 */
	throwTo(point: PerformTarget, options?: TimedOptions): this;
	/**
	 * Catches a flying object where its flight ends: the eyes follow it, the open hand waits there and closes. Throws
	 * `TypeError` if the object does not fly, `RangeError` if the hand cannot be there in time.
	 */
	catch(object: PerformedObject): this;
	/**
	 * Hands what it holds over to the other hand, in front of the body or at a point: the other hand comes and pinches it,
	 * then this hand opens. Throws `TypeError` if the hand holds nothing.
	 */
	handTo(other: PerformedSide, point?: ArrayLike<number>): this;
	/** Swipes over a panel: the tip of the index finger touches a point, moves up or down, and lifts off. */
	scroll(point: PerformTarget, options?: ScrollOptions): this;
	/** Raises the open hand and waves. */
	wave(options?: { readonly times?: number }): this;
	/** Takes the hand back to where it rests, in front of the body. */
	rest(): this;
	/** Changes the shape of the hand to a named shape or to angles. */
	shape(shape: HandShapeName | HandShape, options?: TimedOptions): this;
	/** Taps the side of the index finger with the thumb: a microgesture, which headsets report as a button of the hand. */
	thumbTap(): this;
	/** Swipes with the thumb along the side of the index finger, or across it. */
	thumbSwipe(direction: SwipeDirection): this;
	/** Presses a button of a controller, holds it for some seconds (default 0.15), and releases it. */
	press(button: ButtonName | number, options?: { readonly hold?: number }): this;
	/** Presses a button of a controller. */
	down(button: ButtonName | number): this;
	/** Releases a button of a controller. */
	up(button: ButtonName | number): this;
	/** Moves the thumbstick of a controller, where it stays: x to the right and y to the person, from −1 to 1 as in WebXR. */
	stick(x: number, y: number): this;
	/** Takes a controller into the hand. For 0.1 s neither is tracked, as on headsets. */
	pickUp(): this;
	/** Puts the controller away. */
	putDown(): this;
	/** Loses the tracking of the hand or controller. */
	hide(): this;
	/** Tracks the hand again after {@link hide}, or the controller if the hand holds it. */
	show(mode?: 'hand' | 'controller'): this;
	/** Stays where it is. */
	wait(seconds: number): this;
	/** Waits until everything that is planned for the other side is done. */
	after(other: PerformedSide): this;
	/** Adds a marker. */
	mark(name: string): this;
}
