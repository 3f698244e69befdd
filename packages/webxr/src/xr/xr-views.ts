import type { Pose } from '../pose.ts';
import { checkInternal, type INTERNAL } from './internal.ts';
import type { SessionState } from './session-state.ts';
import { createTransform, type XRRigidTransform } from './xr-rigid-transform.ts';

/** Which eye a view is for. */
export type XREye = 'none' | 'left' | 'right';

/** What pages do not see of a view. */
export interface ViewOrigin {
	readonly session: SessionState;
	/** Whether the frame that it comes from is active. */
	readonly isCurrent: () => boolean;
}

let readOrigin: (view: XRView) => ViewOrigin;

/** What one eye sees. */
export class XRView {
	readonly eye: XREye;
	readonly projectionMatrix: Float32Array;
	readonly transform: XRRigidTransform;
	readonly recommendedViewportScale: null = null;
	readonly #origin: ViewOrigin;

	constructor(
		token: typeof INTERNAL,
		session: SessionState,
		isCurrent: () => boolean,
		eye: XREye,
		projection: Float32Array,
		pose: Pose,
	) {
		checkInternal(token);
		this.#origin = { session, isCurrent };
		this.eye = eye;
		this.projectionMatrix = projection;
		this.transform = createTransform(pose);
	}

	/** The browser keeps the size that it has. */
	requestViewportScale(_scale: number | null): void {}

	static {
		readOrigin = (view) => view.#origin;
	}
}

/** Where a view comes from. Throws `TypeError` for what is no view. */
export function getViewOrigin(view: XRView): ViewOrigin {
	return readOrigin(view);
}

/** A part of the canvas in pixels, from the lower left. */
export class XRViewport {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;

	constructor(token: typeof INTERNAL, x: number, width: number, height: number) {
		checkInternal(token);
		this.x = x;
		this.y = 0;
		this.width = width;
		this.height = height;
	}
}

/** A pose in a space. Velocities are not known. */
export class XRPose {
	readonly transform: XRRigidTransform;
	readonly emulatedPosition: boolean;
	readonly linearVelocity: null = null;
	readonly angularVelocity: null = null;

	constructor(token: typeof INTERNAL, pose: Pose, emulatedPosition = false) {
		checkInternal(token);
		this.transform = createTransform(pose);
		this.emulatedPosition = emulatedPosition;
	}
}

/** The pose of a joint. */
export class XRJointPose extends XRPose {
	/** Metres from the joint to the skin. */
	readonly radius: number;

	constructor(token: typeof INTERNAL, pose: Pose, radius: number) {
		super(token, pose);
		this.radius = radius;
	}
}

/** The pose of the head with what the eyes see. */
export class XRViewerPose extends XRPose {
	readonly views: readonly XRView[];

	constructor(token: typeof INTERNAL, pose: Pose, emulatedPosition: boolean, views: readonly XRView[]) {
		super(token, pose, emulatedPosition);
		this.views = Object.freeze(views);
	}
}

/** A symmetric perspective projection, column by column. An infinite `far` is allowed. */
export function createProjection(fieldOfView: number, aspect: number, near: number, far: number): Float32Array {
	const f = 1 / Math.tan(fieldOfView / 2);
	const isInfinite = !Number.isFinite(far);
	const a = isInfinite ? -1 : (far + near) / (near - far);
	const b = isInfinite ? -2 * near : (2 * far * near) / (near - far);
	return Float32Array.of(f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, a, -1, 0, 0, b, 0);
}
