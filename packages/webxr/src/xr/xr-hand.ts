import { JOINTS } from '@handreel/core';
import type { TrackedHand } from '../device/tracker.ts';
import { checkInternal, INTERNAL } from './internal.ts';
import type { SessionState } from './session-state.ts';
import { XRSpace } from './xr-space.ts';

const jointIndices: WeakMap<XRSpace, number> = /* @__PURE__ */ new WeakMap();

/** Returns the index of a joint space in its hand, 0 to 24. */
export function getJointIndex(space: XRJointSpace): number | undefined {
	return jointIndices.get(space);
}

/** The space of one joint. */
export class XRJointSpace extends XRSpace {
	readonly #name: string;

	constructor(token: typeof INTERNAL, session: SessionState, hand: TrackedHand, index: number, name: string) {
		super(token, session, () =>
			session.isReportingInput && hand.isTracked && hand.isComplete
				? hand.joints.subarray(index * 7, index * 7 + 7)
				: null,
		);
		this.#name = name;
		jointIndices.set(this, index);
	}

	get jointName(): string {
		return this.#name;
	}
}

/** A read-only map of 25 joint spaces in the order of the specification. */
export class XRHand {
	readonly #joints: Map<string, XRJointSpace> = new Map();

	constructor(token: typeof INTERNAL, session: SessionState, hand: TrackedHand) {
		checkInternal(token);
		for (const { webxr, webxrIndex } of JOINTS) {
			if (webxr !== null) this.#joints.set(webxr, new XRJointSpace(INTERNAL, session, hand, webxrIndex, webxr));
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
