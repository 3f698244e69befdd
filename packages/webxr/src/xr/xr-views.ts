import type { Eye } from '../device/device.ts';
import type { Pose } from '../device/pose.ts';
import {
	checkArgument,
	checkInternal,
	defineAttributes,
	defineInterface,
	type INTERNAL,
	type Interface,
} from './internal.ts';
import type { SessionState } from './session-state.ts';
import type { ViewScale } from './view-scale.ts';
import type { XRFrame } from './xr-frame.ts';
import { createTransform, type XRRigidTransform } from './xr-rigid-transform.ts';

/** The internal state of a view. */
export interface ViewOrigin {
	readonly session: SessionState;
	readonly frame: XRFrame;
	/** The number of views in the frame. */
	readonly count: number;
	readonly scale: ViewScale;
}

/** Returns the session and frame of a view. Throws `TypeError` for other objects. */
export let getViewOrigin: (view: XRView) => ViewOrigin;

/** The attributes of a view that do not depend on its pose. */
export interface ViewAttributes {
	readonly eye: Eye;
	/** Its index among the views of the frame. */
	readonly index: number;
	readonly projectionMatrix: Float32Array;
	/** Only for an image that others see. */
	readonly isFirstPersonObserver: boolean;
}

/** The view of one eye. */
export class XRView implements ViewAttributes {
	declare readonly eye: Eye;
	declare readonly index: number;
	declare readonly projectionMatrix: Float32Array;
	declare readonly transform: XRRigidTransform;
	/** Drawing costs no frames here, so the full size is recommended. */
	declare readonly recommendedViewportScale: number;
	declare readonly isFirstPersonObserver: boolean;
	readonly #origin: ViewOrigin;
	readonly #attributes: Omit<XRView, 'requestViewportScale'>;

	constructor(token: typeof INTERNAL, origin: ViewOrigin, attributes: ViewAttributes, pose: Pose) {
		checkInternal(token);
		this.#origin = origin;
		this.#attributes = {
			...attributes,
			transform: createTransform(pose),
			recommendedViewportScale: 1,
		};
	}

	/** Makes the viewport smaller: at once, or in the next frame if the page has already got the viewport. */
	requestViewportScale(scale: number | null): void {
		// biome-ignore lint/complexity/noArguments: a rest parameter would change the function's length.
		checkArgument(arguments);
		this.#origin.scale.request(scale);
	}

	static {
		getViewOrigin = (view) => view.#origin;
		defineAttributes(XRView.prototype, (view) => view.#attributes, [
			'eye',
			'index',
			'projectionMatrix',
			'transform',
			'recommendedViewportScale',
			'isFirstPersonObserver',
		]);
	}
}

/** An area of the canvas in pixels, from the lower left. */
export interface XRViewport {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

export const XRViewport: Interface<XRViewport> = defineInterface(['x', 'y', 'width', 'height']);

/** A pose in a space, without velocities. */
export class XRPose {
	readonly #transform: XRRigidTransform;
	readonly #emulatedPosition: boolean;

	constructor(token: typeof INTERNAL, pose: Pose, emulatedPosition: boolean) {
		checkInternal(token);
		this.#transform = createTransform(pose);
		this.#emulatedPosition = emulatedPosition;
	}

	get transform(): XRRigidTransform {
		return this.#transform;
	}

	get emulatedPosition(): boolean {
		return this.#emulatedPosition;
	}

	get linearVelocity(): null {
		return this.#transform && null;
	}

	get angularVelocity(): null {
		return this.#transform && null;
	}
}

/** The pose of a joint. */
export class XRJointPose extends XRPose {
	readonly #radius: number;

	constructor(token: typeof INTERNAL, pose: Pose, emulatedPosition: boolean, radius: number) {
		super(token, pose, emulatedPosition);
		this.#radius = radius;
	}

	/** Meters from the joint to the skin. */
	get radius(): number {
		return this.#radius;
	}
}

/** The pose of the head with the views of the eyes. */
export class XRViewerPose extends XRPose {
	readonly #views: readonly XRView[];

	constructor(token: typeof INTERNAL, pose: Pose, emulatedPosition: boolean, views: readonly XRView[]) {
		super(token, pose, emulatedPosition);
		this.#views = Object.freeze(views);
	}

	get views(): readonly XRView[] {
		return this.#views;
	}
}

/** Returns a symmetric perspective projection in column-major order. `far` may be infinite. */
export function createProjection(fieldOfView: number, aspect: number, near: number, far: number): Float32Array {
	const f = 1 / Math.tan(fieldOfView / 2);
	const isInfinite = !Number.isFinite(far);
	const a = isInfinite ? -1 : (far + near) / (near - far);
	const b = isInfinite ? -2 * near : (2 * far * near) / (near - far);
	return Float32Array.of(f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, a, -1, 0, 0, b, 0);
}
