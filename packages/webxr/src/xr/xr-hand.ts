import { JOINTS } from '@handreel/core';
import type { DeviceHand } from '../device/device.ts';
import type { Pose } from '../device/pose.ts';
import { checkInternal, INTERNAL } from './internal.ts';
import type { SessionState } from './session-state.ts';
import { type Locate, XRSpace } from './xr-space.ts';

const radii: WeakMap<XRSpace, () => number> = /* @__PURE__ */ new WeakMap();

/** Returns the radius of a joint in meters; `undefined` for other objects. */
export function getJointRadius(space: XRJointSpace): number | undefined {
	return radii.get(space)?.();
}

/** The space of one joint. */
export class XRJointSpace extends XRSpace {
	readonly #name: string;

	constructor(token: typeof INTERNAL, session: SessionState, locate: Locate, radius: () => number, name: string) {
		super(token, session, locate);
		this.#name = name;
		radii.set(this, radius);
	}

	get jointName(): string {
		return this.#name;
	}
}

/** A read-only map of 25 joint spaces in the order of the specification. */
export class XRHand {
	readonly #joints: Map<string, XRJointSpace> = new Map();

	constructor(token: typeof INTERNAL, session: SessionState, hand: DeviceHand, isKnown: () => boolean) {
		checkInternal(token);
		for (const { webxr, webxrIndex } of JOINTS) {
			if (webxr === null) continue;
			const locate = (): Pose | null => (isKnown() ? readJoint(hand, webxrIndex) : null);
			const radius = (): number => hand.radii[webxrIndex] ?? 0;
			this.#joints.set(webxr, new XRJointSpace(INTERNAL, session, locate, radius, webxr));
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

	forEach(callback: (space: XRJointSpace, name: string, hand: XRHand) => void, thisArgument?: unknown): void {
		for (const [name, space] of this.#joints) callback.call(thisArgument, space, name, this);
	}

	[Symbol.iterator](): MapIterator<[string, XRJointSpace]> {
		return this.entries();
	}
}

function readJoint({ joints }: DeviceHand, index: number): Pose | null {
	if (joints === null || Number.isNaN(joints[index * 7]!)) return null;
	return joints.subarray(index * 7, index * 7 + 7);
}
