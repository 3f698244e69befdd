import { composePoses, invertPose } from '@handreel/core';
import type { Device } from '../device/device.ts';
import type { Pose } from '../device/pose.ts';
import { checkInternal, defineHandlers, INTERNAL } from './internal.ts';
import type { SessionState } from './session-state.ts';
import { getTransformPose, type XRRigidTransform } from './xr-rigid-transform.ts';

/** Returns the pose of a space in the space of the device, or `null` if it is unknown. */
export type Locate = (device: Device) => Pose | null;

interface SpaceState {
	readonly session: SessionState;
	readonly locate: Locate;
}

const states: WeakMap<XRSpace, SpaceState> = /* @__PURE__ */ new WeakMap();

/** A coordinate system with a pose. */
export class XRSpace extends EventTarget {
	constructor(token: typeof INTERNAL, session: SessionState, locate: Locate) {
		super();
		checkInternal(token);
		states.set(this, { session, locate });
	}
}

/** Returns the session of a space; `undefined` for other objects. */
export function getSpaceSession(space: XRSpace): SessionState | undefined {
	return states.get(space)?.session;
}

/** Returns the pose of a space relative to another space; `null` if either is unknown. */
export function locateSpace(space: XRSpace, base: XRSpace, device: Device): Pose | null {
	const pose = states.get(space)?.locate(device) ?? null;
	const basePose = states.get(base)?.locate(device) ?? null;
	return pose && basePose && composePoses(invertPose(basePose), pose, []);
}

/** A space that is fixed in the world or to the viewer. */
export class XRReferenceSpace extends XRSpace {
	declare onreset: ((event: Event) => unknown) | null;

	static {
		defineHandlers(XRReferenceSpace.prototype, ['reset']);
	}

	/** Returns the same space with another origin. */
	getOffsetReferenceSpace(originOffset: XRRigidTransform): XRReferenceSpace {
		const { session, locate } = states.get(this)!;
		const offset = getTransformPose(originOffset);
		const moved = moveLocate(locate, offset);
		if (!(this instanceof XRBoundedReferenceSpace)) return new XRReferenceSpace(INTERNAL, session, moved);
		const inverse = invertPose(offset);
		const corners = this.boundsGeometry.map(({ x, y, z }) => {
			const corner = composePoses(inverse, [x, y, z, 0, 0, 0, 1], []);
			return new DOMPointReadOnly(corner[0], corner[1], corner[2], 1);
		});
		return new XRBoundedReferenceSpace(INTERNAL, session, moved, corners);
	}
}

/** A reference space on the floor with known bounds. */
export class XRBoundedReferenceSpace extends XRReferenceSpace {
	readonly #corners: readonly DOMPointReadOnly[];

	constructor(token: typeof INTERNAL, session: SessionState, locate: Locate, corners: readonly DOMPointReadOnly[]) {
		super(token, session, locate);
		this.#corners = Object.freeze([...corners]);
	}

	/** The corners on the floor, clockwise from above. */
	get boundsGeometry(): readonly DOMPointReadOnly[] {
		return this.#corners;
	}
}

function moveLocate(locate: Locate, offset: Pose): Locate {
	return (device) => {
		const pose = locate(device);
		return pose && composePoses(pose, offset, []);
	};
}
