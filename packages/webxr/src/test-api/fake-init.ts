import type {
	BlendMode,
	DeviceView,
	Eye,
	Handedness,
	InteractionMode,
	SessionMode,
	SurfaceKind,
	TargetRayMode,
} from '../device/device.ts';
import type { Pose } from '../device/pose.ts';

/** `FakeXRRigidTransformInit`: meters, and a rotation x y z w. */
export interface FakeXRRigidTransformInit {
	readonly position: readonly number[];
	readonly orientation: readonly number[];
}

/** `FakeXRFieldOfViewInit`: angles between the axis of the view and its edges, positive away from the axis. */
export interface FakeXRFieldOfViewInit {
	readonly upDegrees: number;
	readonly downDegrees: number;
	readonly leftDegrees: number;
	readonly rightDegrees: number;
}

/** `FakeXRViewInit`. */
export interface FakeXRViewInit {
	readonly eye: Eye;
	/** Column-major. The depth range is that of the session. */
	readonly projectionMatrix: readonly number[];
	/** The pose relative to the head. */
	readonly viewOffset: FakeXRRigidTransformInit;
	/** Replaces {@link projectionMatrix}. */
	readonly fieldOfView?: FakeXRFieldOfViewInit;
	/** Pixels. */
	readonly resolution?: { readonly width: number; readonly height: number };
	/** Secondary views are first-person observers, primary views are not. */
	readonly isFirstPersonObserver?: boolean;
	readonly visibilityMask?: { readonly vertices: readonly number[]; readonly indices: readonly number[] };
}

/** `FakeXRBoundsPoint`: meters on the floor. */
export interface FakeXRBoundsPoint {
	readonly x: number;
	readonly z: number;
}

/** `FakeXRTriangleInit`. */
export interface FakeXRTriangleInit {
	readonly vertices: readonly DOMPointInit[];
}

/** A plane that pages detect: `FakeXRPlaneInit`. */
export interface FakeXRPlaneInit {
	readonly origin: FakeXRRigidTransformInit;
	readonly polygon: readonly DOMPointInit[];
	readonly orientation?: 'horizontal' | 'vertical';
	readonly semanticLabel?: string;
}

/** `FakeXRRegionInit`: triangles that rays can meet. */
export interface FakeXRRegionInit {
	readonly type: SurfaceKind;
	readonly faces: readonly FakeXRTriangleInit[];
	readonly planeInfo?: FakeXRPlaneInit;
}

/** `FakeXRWorldInit`. */
export interface FakeXRWorldInit {
	readonly hitTestRegions: readonly FakeXRRegionInit[];
}

/** `FakeXRLightEstimateInit`. */
export interface FakeXRLightEstimateInit {
	readonly sphericalHarmonicsCoefficients: readonly number[];
	/** Default: from above. */
	readonly primaryLightDirection?: DOMPointInit;
	/** Default: none. */
	readonly primaryLightIntensity?: DOMPointInit;
}

/** What a page asks for: `FakeXRAnchorCreationParameters`. */
export interface FakeXRAnchorCreationParameters {
	readonly requestedAnchorOrigin: FakeXRRigidTransformInit;
	readonly isAttachedToEntity: boolean;
}

/** `FakeXRDeviceInit`. Depth is not simulated. */
export interface FakeXRDeviceInit {
	/** Default: `inline`, and `immersive-vr` if {@link supportsImmersive}. */
	readonly supportedModes?: readonly SessionMode[];
	readonly supportsImmersive?: boolean;
	readonly views: readonly FakeXRViewInit[];
	readonly secondaryViews?: readonly FakeXRViewInit[];
	/** Default: none, not even `viewer` and `local`, which every session has. */
	readonly supportedFeatures?: readonly string[];
	readonly boundsCoordinates?: readonly FakeXRBoundsPoint[];
	readonly floorOrigin?: FakeXRRigidTransformInit;
	readonly viewerOrigin?: FakeXRRigidTransformInit;
	/** Default `'opaque'`. */
	readonly environmentBlendMode?: BlendMode;
	/** Default `'world-space'`. */
	readonly interactionMode?: InteractionMode;
	/** What rays can meet, and planes. */
	readonly world?: FakeXRWorldInit;
}

/** `FakeXRButtonType`. */
export type FakeXRButtonType = 'grip' | 'touchpad' | 'thumbstick' | 'optional-button' | 'optional-thumbstick';

/** `FakeXRButtonStateInit`. */
export interface FakeXRButtonStateInit {
	readonly buttonType: FakeXRButtonType;
	readonly pressed: boolean;
	readonly touched: boolean;
	readonly pressedValue?: number;
	/** Of touchpads and thumbsticks. Default 0. */
	readonly xValue?: number;
	/** Default 0. */
	readonly yValue?: number;
}

/** A joint of a simulated hand: an extension of the WebXR Test API, which has no hands. */
export interface FakeXRJointStateInit {
	/** WebXR's `XRHandJoint`, such as `index-finger-tip`. */
	readonly jointName: string;
	/** The pose, in the same space as grips. */
	readonly pose: FakeXRRigidTransformInit;
	/** Meters. Default: that of an average hand. */
	readonly radius?: number;
}

/** `FakeXRInputSourceInit`. */
export interface FakeXRInputSourceInit {
	readonly handedness: Handedness;
	readonly targetRayMode: TargetRayMode;
	readonly pointerOrigin: FakeXRRigidTransformInit;
	readonly profiles: readonly string[];
	readonly gripOrigin?: FakeXRRigidTransformInit;
	/** Whether the primary action is pressed when the input source appears. */
	readonly selectionStarted?: boolean;
	/** Whether the primary action was pressed and released before the input source appears. */
	readonly selectionClicked?: boolean;
	/** An input source with buttons has a gamepad. */
	readonly supportedButtons?: readonly FakeXRButtonStateInit[];
	/** The joints of a hand; `null` for a hand that is not tracked. An extension. Default: the input source is not a hand. */
	readonly handJoints?: readonly FakeXRJointStateInit[] | null;
}

/** Returns the pose of a transform. Throws `TypeError` unless it has three and four numbers. */
export function readTransform({ position, orientation }: FakeXRRigidTransformInit): Pose {
	if (position.length !== 3 || orientation.length !== 4) {
		throw new TypeError('transform: position needs three numbers and orientation four');
	}
	return [...position, ...orientation];
}

/** Returns the views of a device. */
export function readViews(views: readonly FakeXRViewInit[], isObserver = false): DeviceView[] {
	return views.map((view) => ({
		eye: view.eye,
		pose: readTransform(view.viewOffset),
		fieldOfView: Math.PI / 2,
		projection: view.fieldOfView ? createProjection(view.fieldOfView) : view.projectionMatrix,
		resolution: view.resolution ? [view.resolution.width, view.resolution.height] : null,
		isObserver,
	}));
}

// The depth range is filled in by the session.
function createProjection({ upDegrees, downDegrees, leftDegrees, rightDegrees }: FakeXRFieldOfViewInit): number[] {
	const tangent = (degrees: number): number => Math.tan((degrees * Math.PI) / 180);
	const [up, down, left, right] = [
		tangent(upDegrees),
		tangent(downDegrees),
		tangent(leftDegrees),
		tangent(rightDegrees),
	];
	const width = right + left;
	const height = up + down;
	return [2 / width, 0, 0, 0, 0, 2 / height, 0, 0, (right - left) / width, (up - down) / height, -1, -1, 0, 0, 0, 0];
}
