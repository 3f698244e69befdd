import type { TrackedHand } from '../device/tracker.ts';
import { checkInternal, defineAttributes, INTERNAL } from './internal.ts';
import type { SessionState } from './session-state.ts';
import { XRHand } from './xr-hand.ts';
import { XRSpace } from './xr-space.ts';

interface InputSourceAttributes {
	readonly handedness: 'none' | 'left' | 'right';
	readonly targetRayMode: 'gaze' | 'tracked-pointer';
	readonly targetRaySpace: XRSpace;
	readonly gripSpace: XRSpace | null;
	readonly hand: XRHand | null;
	readonly profiles: readonly string[];
}

/** A hand, or the eye gaze. */
export class XRInputSource implements InputSourceAttributes {
	declare readonly handedness: 'none' | 'left' | 'right';
	declare readonly targetRayMode: 'gaze' | 'tracked-pointer';
	declare readonly targetRaySpace: XRSpace;
	declare readonly gripSpace: XRSpace | null;
	declare readonly hand: XRHand | null;
	declare readonly profiles: readonly string[];
	/** Hands and eyes have no buttons or axes. */
	declare readonly gamepad: null;
	declare readonly skipRendering: false;
	readonly #attributes: InputSourceAttributes & { readonly gamepad: null; readonly skipRendering: false };

	constructor(token: typeof INTERNAL, attributes: InputSourceAttributes) {
		checkInternal(token);
		this.#attributes = { ...attributes, gamepad: null, skipRendering: false };
	}

	static {
		defineAttributes(XRInputSource.prototype, (source) => source.#attributes, [
			'handedness',
			'targetRayMode',
			'targetRaySpace',
			'gripSpace',
			'hand',
			'profiles',
			'gamepad',
			'skipRendering',
		]);
	}
}

/** Replaces the input sources of an array. */
export let setSources: (array: XRInputSourceArray, sources: readonly XRInputSource[]) => void;

/** The current input sources. It has the few array methods that it has in browsers. */
export class XRInputSourceArray {
	readonly [index: number]: XRInputSource;
	declare readonly entries: XRInputSource[]['entries'];
	declare readonly forEach: XRInputSource[]['forEach'];
	declare readonly keys: XRInputSource[]['keys'];
	declare readonly values: XRInputSource[]['values'];
	declare readonly [Symbol.iterator]: XRInputSource[]['values'];
	#length = 0;

	constructor(token: typeof INTERNAL) {
		checkInternal(token);
	}

	get length(): number {
		return this.#length;
	}

	static {
		const names = ['entries', 'forEach', 'keys', 'values', Symbol.iterator] as const;
		for (const name of names) {
			const value = Array.prototype[name];
			Object.defineProperty(XRInputSourceArray.prototype, name, { configurable: true, writable: true, value });
		}
		setSources = (array, sources) => {
			for (let i = 0; i < array.#length; i++) Reflect.deleteProperty(array, i);
			array.#length = sources.length;
			sources.forEach((value, i) => {
				Object.defineProperty(array, i, { configurable: true, enumerable: true, value });
			});
		};
	}
}

/** Creates the input source of a hand. It has joints only if the page requested hand tracking. */
export function createHandSource(
	session: SessionState,
	hand: TrackedHand,
	hasJoints: boolean,
	profiles: readonly string[],
): XRInputSource {
	const isKnown = (): boolean => session.isReportingInput && hand.isTracked && hand.isComplete;
	return new XRInputSource(INTERNAL, {
		handedness: hand.side,
		targetRayMode: 'tracked-pointer',
		targetRaySpace: new XRSpace(INTERNAL, session, () => (isKnown() ? hand.ray : null)),
		gripSpace: new XRSpace(INTERNAL, session, () => (isKnown() ? hand.grip : null)),
		hand: hasJoints ? new XRHand(INTERNAL, session, hand) : null,
		profiles: Object.freeze([...profiles]),
	});
}

/** Creates the input source of the eye gaze. */
export function createGazeSource(session: SessionState): XRInputSource {
	return new XRInputSource(INTERNAL, {
		handedness: 'none',
		targetRayMode: 'gaze',
		targetRaySpace: new XRSpace(INTERNAL, session, ({ gaze }) => (session.isReportingInput ? gaze : null)),
		gripSpace: null,
		hand: null,
		profiles: Object.freeze(['generic-gaze']),
	});
}
