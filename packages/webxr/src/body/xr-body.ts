import { BODY_JOINTS, POSE_STRIDE } from '@handreel/core';
import type { Device } from '../device/device.ts';
import type { Pose } from '../device/pose.ts';
import { checkInternal, INTERNAL, type SessionState, XRSpace } from '../xr/module-kit.ts';

/** The name of a joint in the draft of the specification, which no other joint follows. */
const DRAFT_NAMES: Readonly<Record<string, string>> = {
	'left-hand-middle-phalanx-metacarpal': 'left-hand-middle-metacarpal',
};

/** The space of one joint of a body. */
export class XRBodySpace extends XRSpace {
	readonly #name: string;

	constructor(token: typeof INTERNAL, session: SessionState, name: string, index: number) {
		super(token, session, { locate: (device) => locateJoint(device, index) });
		this.#name = name;
	}

	get jointName(): string {
		return this.#name;
	}
}

/** A read-only map of 83 joint spaces in the order of the specification. */
export class XRBody {
	declare readonly [Symbol.iterator]: () => MapIterator<[string, XRBodySpace]>;
	readonly #joints: Map<string, XRBodySpace> = new Map();

	constructor(token: typeof INTERNAL, session: SessionState) {
		checkInternal(token);
		for (const { name, index } of BODY_JOINTS) {
			this.#joints.set(name, new XRBodySpace(INTERNAL, session, name, index));
		}
	}

	get size(): number {
		return this.#joints.size;
	}

	/** Returns `undefined` for unknown names, as the specification requires. */
	get(name: string): XRBodySpace | undefined {
		return this.#joints.get(DRAFT_NAMES[name] ?? name);
	}

	entries(): MapIterator<[string, XRBodySpace]> {
		return this.#joints.entries();
	}

	keys(): MapIterator<string> {
		return this.#joints.keys();
	}

	values(): MapIterator<XRBodySpace> {
		return this.#joints.values();
	}

	forEach(callback: (space: XRBodySpace, name: string, body: XRBody) => void, thisArgument: unknown = undefined): void {
		for (const [name, space] of this.#joints) callback.call(thisArgument, space, name, this);
	}

	static {
		// Web IDL requires that both are the same function.
		const { entries: value } = XRBody.prototype;
		Object.defineProperty(XRBody.prototype, Symbol.iterator, { configurable: true, writable: true, value });
	}
}

// Joints that were not recorded are NaN.
function locateJoint({ body = null }: Device, index: number): Pose | null {
	const at = index * POSE_STRIDE;
	return body === null || Number.isNaN(body[at]!) ? null : body.subarray(at, at + POSE_STRIDE);
}
