import { invertPose } from '@handreel/core/internal';
import type { Device } from '../device/device.ts';
import { IDENTITY, type Pose, placePose } from '../device/pose.ts';
import { checkInternal, defineHandlers, INTERNAL } from './internal.ts';
import { BOUNDED } from './reference-spaces.ts';
import type { SessionState } from './session-state.ts';
import { createTransform, getTransformPose, type XRRigidTransform } from './xr-rigid-transform.ts';

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

/** Returns the internal state of a space. Throws `TypeError` for other objects. */
export let getSpaceState: (space: XRSpace) => SpaceState;

/** A coordinate system with a pose. */
export class XRSpace extends EventTarget {
	readonly #state: SpaceState;

	constructor(token: typeof INTERNAL, session: SessionState, origin: NativeOrigin, offset: Pose | null = null) {
		super();
		checkInternal(token);
		this.#state = { session, origin, offset };
	}

	static {
		getSpaceState = (space) => space.#state;
	}
}

/** A space that is fixed in the world or to the viewer. */
export class XRReferenceSpace extends XRSpace {
	declare onreset: ((event: Event) => unknown) | null;

	/** Returns the same space with another origin. */
	getOffsetReferenceSpace(originOffset: XRRigidTransform): XRReferenceSpace {
		const { session, origin, offset } = getSpaceState(this);
		return createReferenceSpace(session, origin, movePose(offset ?? IDENTITY, getTransformPose(originOffset)));
	}

	static {
		defineHandlers(XRReferenceSpace.prototype, getSpaceState, ['reset']);
	}
}

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
		return Object.freeze(bounds.map(([x, z]) => createTransform(placePose(inverse, [x, 0, z, 0, 0, 0, 1])).position));
	}
}

/** Creates a reference space for the page. */
export function createReferenceSpace(
	session: SessionState,
	origin: NativeOrigin,
	offset: Pose | null = null,
): XRReferenceSpace {
	const Space = origin === BOUNDED ? XRBoundedReferenceSpace : XRReferenceSpace;
	const space = new Space(INTERNAL, session, origin, offset);
	session.addSpace(space);
	return space;
}

/** Moves a pose by an offset; `null` for no offset. */
export function movePose(pose: Pose, offset: Pose | null): Pose {
	return offset === null ? pose : placePose(pose, offset);
}
