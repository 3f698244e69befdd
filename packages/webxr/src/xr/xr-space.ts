import { composePoses, invertPose } from '@handreel/core';
import type { Device } from '../device/device.ts';
import { IDENTITY, type Pose } from '../device/pose.ts';
import { checkInternal, defineHandlers, INTERNAL } from './internal.ts';
import type { SessionState } from './session-state.ts';
import { getTransformPose, type XRRigidTransform } from './xr-rigid-transform.ts';

/** What a space is attached to. Spaces with the same origin have a known relation even while tracking is lost. */
export interface NativeOrigin {
	/** Returns the pose in the space of the device; `null` if it is unknown. */
	locate(device: Device): Pose | null;
	/** Whether the position is estimated. Default: it is not. */
	isEmulated?(device: Device): boolean;
}

/** The internal state of a space. */
export interface SpaceState {
	readonly session: SessionState;
	readonly origin: NativeOrigin;
	/** Relative to the origin; `null` for no offset. */
	readonly offset: Pose | null;
}

const states: WeakMap<XRSpace, SpaceState> = /* @__PURE__ */ new WeakMap();

/** A coordinate system with a pose. */
export class XRSpace extends EventTarget {
	constructor(token: typeof INTERNAL, session: SessionState, origin: NativeOrigin, offset: Pose | null = null) {
		super();
		checkInternal(token);
		states.set(this, { session, origin, offset });
	}
}

/** Returns the pose of a space relative to another space; `null` if their relation is unknown. */
export function locateSpace(space: XRSpace, base: XRSpace, device: Device): Pose | null {
	const from = getSpaceState(space);
	const to = getSpaceState(base);
	const isRelated = from.origin === to.origin;
	if (isRelated && space instanceof XRReferenceSpace) return relatePoses(from.offset, to.offset);
	const pose = from.origin.locate(device);
	const basePose = isRelated ? pose : to.origin.locate(device);
	if (pose === null || basePose === null) return null;
	return relatePoses(move(pose, from.offset), move(basePose, to.offset));
}

/** Whether the position of a space relative to another space is estimated. */
export function isPositionEmulated(space: XRSpace, base: XRSpace, device: Device): boolean {
	const origins = [getSpaceState(space).origin, getSpaceState(base).origin];
	return origins[0] !== origins[1] && origins.some((origin) => origin.isEmulated?.(device) === true);
}

/** A space that is fixed in the world or to the viewer. */
export class XRReferenceSpace extends XRSpace {
	declare onreset: ((event: Event) => unknown) | null;

	/** Returns the same space with another origin. */
	getOffsetReferenceSpace(originOffset: XRRigidTransform): XRReferenceSpace {
		const { session, origin, offset } = getSpaceState(this);
		const moved = move(offset ?? IDENTITY, getTransformPose(originOffset));
		const space = isBounded(this)
			? new XRBoundedReferenceSpace(INTERNAL, session, origin, moved)
			: new XRReferenceSpace(INTERNAL, session, origin, moved);
		session.addSpace(space);
		return space;
	}

	static {
		defineHandlers(XRReferenceSpace.prototype, getSpaceState, ['reset']);
	}
}

let isBounded: (space: object) => space is XRBoundedReferenceSpace;

/** A reference space on the floor with known bounds. */
export class XRBoundedReferenceSpace extends XRReferenceSpace {
	#bounds: Device['bounds'] | null = null;
	#corners: readonly DOMPointReadOnly[] = [];

	/** The corners on the floor, clockwise from above. The same array until the bounds change. */
	get boundsGeometry(): readonly DOMPointReadOnly[] {
		const { bounds } = getSpaceState(this).session.device;
		if (bounds !== this.#bounds) this.#corners = this.#createCorners(bounds);
		this.#bounds = bounds;
		return this.#corners;
	}

	#createCorners(bounds: Device['bounds']): readonly DOMPointReadOnly[] {
		const inverse = invertPose(getSpaceState(this).offset ?? IDENTITY);
		const corners = bounds.map(([x, z]) => {
			const corner = composePoses(inverse, [x, 0, z, 0, 0, 0, 1], []);
			return new DOMPointReadOnly(corner[0], corner[1], corner[2], 1);
		});
		return Object.freeze(corners);
	}

	static {
		isBounded = (space): space is XRBoundedReferenceSpace => #bounds in space;
	}
}

/** Returns the internal state of a space. Throws `TypeError` for other objects. */
export function getSpaceState(space: XRSpace): SpaceState {
	const state = states.get(space);
	if (state === undefined) throw new TypeError('not an XRSpace');
	return state;
}

function move(pose: Pose, offset: Pose | null): Pose {
	return offset === null ? pose : composePoses(pose, offset, []);
}

function relatePoses(pose: Pose | null, base: Pose | null): Pose {
	return composePoses(invertPose(base ?? IDENTITY), pose ?? IDENTITY, []);
}
