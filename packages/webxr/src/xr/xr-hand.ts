import { JOINTS } from '@handreel/core';
import type { DeviceHand } from '../device/device.ts';
import type { Pose } from '../device/pose.ts';
import { checkInternal, INTERNAL } from './internal.ts';
import type { SessionState } from './session-state.ts';
import { type NativeOrigin, XRSpace } from './xr-space.ts';

/** Returns the radius of a joint in meters. Throws `TypeError` for other objects. */
export let getJointRadius: (space: XRJointSpace) => number;

/** The space of one joint. */
export class XRJointSpace extends XRSpace {
	readonly #name: string;
	readonly #radius: () => number;

	constructor(token: typeof INTERNAL, session: SessionState, origin: NativeOrigin, radius: () => number, name: string) {
		super(token, session, origin);
		this.#name = name;
		this.#radius = radius;
	}

	get jointName(): string {
		return this.#name;
	}

	static {
		getJointRadius = (space) => space.#radius();
	}
}

/** A read-only map of 25 joint spaces in the order of the specification. */
export class XRHand {
	declare readonly [Symbol.iterator]: () => MapIterator<[string, XRJointSpace]>;
	readonly #joints: Map<string, XRJointSpace> = new Map();

	constructor(token: typeof INTERNAL, session: SessionState, hand: DeviceHand, isKnown: () => boolean) {
		checkInternal(token);
		for (const { webxr, webxrIndex } of JOINTS) {
			if (webxr === null) continue;
			const locate = (): Pose | null => (isKnown() ? readJoint(hand, webxrIndex) : null);
			const radius = (): number => hand.radii[webxrIndex] ?? 0;
			this.#joints.set(webxr, new XRJointSpace(INTERNAL, session, { locate }, radius, webxr));
		}
	}

	get size(): number {
		return this.#joints.size;
	}

	get(name: string): XRJointSpace {
		const space = this.#joints.get(name);
		if (space === undefined) throw new TypeError(`'${name}' is not an XRHandJoint`);
		return space;
	}

	entries(): MapIterator<[string, XRJointSpace]> {
		return this.#joints.entries();
	}

	keys(): MapIterator<string> {
		return this.#joints.keys();
	}

	values(): MapIterator<XRJointSpace> {
		return this.#joints.values();
	}

	forEach(
		callback: (space: XRJointSpace, name: string, hand: XRHand) => void,
		thisArgument: unknown = undefined,
	): void {
		for (const [name, space] of this.#joints) callback.call(thisArgument, space, name, this);
	}

	static {
		// Web IDL requires that both are the same function.
		const { entries: value } = XRHand.prototype;
		Object.defineProperty(XRHand.prototype, Symbol.iterator, { configurable: true, writable: true, value });
	}
}

function readJoint({ joints }: DeviceHand, index: number): Pose | null {
	if (joints === null || Number.isNaN(joints[index * 7]!)) return null;
	return joints.subarray(index * 7, index * 7 + 7);
}
