import type { DeviceInput, Handedness, TargetRayMode } from '../device/device.ts';
import type { Pose } from '../device/pose.ts';
import { checkInternal, defineInterface, INTERNAL, type Interface } from './internal.ts';
import type { SessionState } from './session-state.ts';
import { createGamepad, type XRGamepad } from './xr-gamepad.ts';
import { XRHand } from './xr-hand.ts';
import type { PulseListener } from './xr-haptics.ts';
import { XRSpace } from './xr-space.ts';

/** A hand, a controller, or the eye gaze. */
export interface XRInputSource {
	readonly handedness: Handedness;
	readonly targetRayMode: TargetRayMode;
	readonly targetRaySpace: XRSpace;
	readonly gripSpace: XRSpace | null;
	readonly hand: XRHand | null;
	readonly profiles: readonly string[];
	readonly gamepad: XRGamepad | null;
	readonly skipRendering: false;
}

export const XRInputSource: Interface<XRInputSource> = defineInterface([
	'handedness',
	'targetRayMode',
	'targetRaySpace',
	'gripSpace',
	'hand',
	'profiles',
	'gamepad',
	'skipRendering',
]);

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

/** Creates the input source of an input. It has joints only if the page requested hand tracking. */
export function createSource(
	session: SessionState,
	input: DeviceInput,
	isConnected: () => boolean,
	onPulse: PulseListener,
): XRInputSource {
	const { hand, gamepad } = input;
	const isKnown = (): boolean => session.isReportingInput && isConnected();
	const space = (locate: () => Pose | null, isEmulated: () => boolean): XRSpace =>
		new XRSpace(INTERNAL, session, { locate: () => (isKnown() ? locate() : null), isEmulated });
	return new XRInputSource(INTERNAL, {
		handedness: input.handedness,
		targetRayMode: input.targetRayMode,
		targetRaySpace: space(
			() => input.ray,
			() => input.isRayEmulated,
		),
		gripSpace: input.hasGrip
			? space(
					() => input.grip,
					() => input.isGripEmulated,
				)
			: null,
		hand: hand && session.features.has('hand-tracking') ? new XRHand(INTERNAL, session, hand, isKnown) : null,
		profiles: Object.freeze([...input.profiles]),
		// Hands do not vibrate.
		gamepad: gamepad && createGamepad(gamepad, isConnected, hand === null ? onPulse : null),
		skipRendering: false,
	});
}
