import type { ButtonName, Side } from '@handreel/core';
import type {
	HandShape,
	HandShapeName,
	MoveOptions,
	PerformedSide,
	ReachMoveOptions,
	ScrollOptions,
	SwipeDirection,
	TimedOptions,
} from '@handreel/core/perform';
import type { Point } from '../probe/types.ts';
import { XRObject } from '../scene/xr-object.ts';
import type { LiveTarget } from './live-target.ts';

/** A call of a verb, with targets that are looked up when its turn comes. */
export interface LiveCall {
	readonly verb: keyof PerformedSide;
	readonly args: readonly unknown[];
	/** The stack of the caller. Errors happen later, when nothing leads back to the line of the test. */
	readonly from: string;
}

/**
 * A hand or controller that acts in the page while the test runs. Calls are collected until they are awaited; then frames
 * run until the last of them is done. `PerformedSide` of `@handreel/core/perform` describes the verbs.
 *
 * @example
 * await xr.right.reach(xr.object('block')).pinch().moveTo([0, 1.2, -0.4]).release();
 */
export class LiveSide implements PromiseLike<undefined> {
	readonly #run: (calls: readonly LiveCall[]) => Promise<void>;
	readonly #calls: readonly LiveCall[];

	/** Created by `xr.left` and `xr.right`. */
	constructor(run: (calls: readonly LiveCall[]) => Promise<void>, calls: readonly LiveCall[] = []) {
		this.#run = run;
		this.#calls = calls;
	}

	/** Reaches for a target; eyes and head go ahead. */
	reach(target: LiveTarget, options?: ReachMoveOptions): LiveSide {
		return this.#add('reach', target, options);
	}

	/** Moves on to another target. A hand that holds something does not turn. */
	moveTo(target: LiveTarget, options?: Omit<MoveOptions, 'around'> & { readonly around?: LiveTarget }): LiveSide {
		return this.#add('moveTo', target, options);
	}

	/** Closes thumb and index finger, or pulls the trigger. With a target, reaches for it before. */
	pinch(target?: LiveTarget): LiveSide {
		return this.#add('pinch', target);
	}

	/** Closes the hand, or squeezes the controller. With a target, reaches for it with the palm before. */
	grab(target?: LiveTarget): LiveSide {
		return this.#add('grab', target);
	}

	/** Opens the hand, or releases the button. */
	release(): LiveSide {
		return this.#add('release');
	}

	/** Pushes the tip of the index finger 1 cm through a target, and goes back. Of an object, it meets the face toward the person. */
	poke(target: LiveTarget, options?: TimedOptions): LiveSide {
		return this.#add('poke', target, options);
	}

	/** Points at a target from a distance, so that the pointing ray hits it. */
	pointAt(target: LiveTarget, options?: TimedOptions): LiveSide {
		return this.#add('pointAt', target, options);
	}

	/** Swings back, swings forward and opens on the way: what it holds would arrive at the target after `duration` seconds. */
	throwTo(target: LiveTarget, options?: TimedOptions): LiveSide {
		return this.#add('throwTo', target, options);
	}

	/** Swipes over a panel with the tip of the index finger. */
	scroll(target: LiveTarget, options?: ScrollOptions): LiveSide {
		return this.#add('scroll', target, options);
	}

	/** Raises the open hand and waves. */
	wave(options?: { readonly times?: number }): LiveSide {
		return this.#add('wave', options);
	}

	/** Takes the hand back to where it rests. */
	rest(): LiveSide {
		return this.#add('rest');
	}

	/** Changes the shape of the hand. */
	shape(shape: HandShapeName | HandShape, options?: TimedOptions): LiveSide {
		return this.#add('shape', shape, options);
	}

	/** Presses a button of a controller and releases it. */
	press(button: ButtonName | number, options?: { readonly hold?: number }): LiveSide {
		return this.#add('press', button, options);
	}

	/** Presses a button of a controller. */
	down(button: ButtonName | number): LiveSide {
		return this.#add('down', button);
	}

	/** Releases a button of a controller. */
	up(button: ButtonName | number): LiveSide {
		return this.#add('up', button);
	}

	/** Taps the side of the index finger with the thumb, a microgesture. */
	thumbTap(): LiveSide {
		return this.#add('thumbTap');
	}

	/** Swipes with the thumb along the side of the index finger, or across it. */
	thumbSwipe(direction: SwipeDirection): LiveSide {
		return this.#add('thumbSwipe', direction);
	}

	/** Moves the thumbstick of a controller, where it stays. */
	stick(x: number, y: number): LiveSide {
		return this.#add('stick', x, y);
	}

	/** Takes a controller into the hand. */
	pickUp(): LiveSide {
		return this.#add('pickUp');
	}

	/** Puts the controller away. */
	putDown(): LiveSide {
		return this.#add('putDown');
	}

	/** Loses the tracking of the hand or controller. */
	hide(): LiveSide {
		return this.#add('hide');
	}

	/** Tracks the hand or controller again. */
	show(mode?: 'hand' | 'controller'): LiveSide {
		return this.#add('show', mode);
	}

	/** Stays where it is for some seconds. */
	wait(seconds: number): LiveSide {
		return this.#add('wait', seconds);
	}

	/** Adds a marker to the recording. */
	mark(name: string): LiveSide {
		return this.#add('mark', name);
	}

	/** Runs the calls: `await` calls it. */
	// biome-ignore lint/suspicious/noThenProperty: the side is awaited
	then<A = undefined, B = never>(
		resolve?: ((value: undefined) => A | PromiseLike<A>) | null,
		reject?: ((reason: unknown) => B | PromiseLike<B>) | null,
	): Promise<A | B> {
		return this.#run(this.#calls)
			.then(() => undefined)
			.then(resolve, reject);
	}

	#add(verb: keyof PerformedSide, ...args: readonly unknown[]): LiveSide {
		// Without the message, this method and the verb.
		const from = (new Error().stack ?? '').split('\n').slice(3).join('\n');
		return new LiveSide(this.#run, [...this.#calls, { verb, args, from }]);
	}
}

/** Returns a call as it was written, such as `right.reach(block)`. */
export function describeCall(side: Side, { verb, args }: LiveCall): string {
	const texts = args.filter((arg) => arg !== undefined).map(describeArgument);
	return `${side}.${verb}(${texts.join(', ')})`;
}

function describeArgument(arg: unknown): string {
	if (arg instanceof XRObject) return arg.name;
	if (typeof arg === 'object' && arg !== null && 'length' in arg) return `[${Array.from(arg as Point).join(', ')}]`;
	return JSON.stringify(arg, (_, value) => (value instanceof XRObject ? value.name : value));
}
