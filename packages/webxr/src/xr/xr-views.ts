import type { Pose } from '../pose.ts';
import { checkInternal, type INTERNAL } from './internal.ts';
import type { SessionState } from './session-state.ts';
import { createTransform, type XRRigidTransform } from './xr-rigid-transform.ts';

/** Which eye a view is for. */
export type XREye = 'none' | 'left' | 'right';

let readSession: (view: XRView) => SessionState;

/** What one eye sees. */
export class XRView {
	readonly eye: XREye;
	readonly projectionMatrix: Float32Array;
	readonly transform: XRRigidTransform;
	readonly recommendedViewportScale: null = null;
	readonly #session: SessionState;

	constructor(token: typeof INTERNAL, session: SessionState, eye: XREye, projection: Float32Array, pose: Pose) {
		checkInternal(token);
		this.#session = session;
		this.eye = eye;
		this.projectionMatrix = projection;
		this.transform = createTransform(pose);
	}

	/** The browser keeps the size that it has. */
	requestViewportScale(_scale: number | null): void {}

	static {
		readSession = (view) => view.#session;
	}
}

/** The session that a view was made for. */
export function getViewSession(view: XRView): SessionState {
	return readSession(view);
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
