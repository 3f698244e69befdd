import type { Room } from '@handreel/core';
import type { Pose } from './pose.ts';

/** The values of `XRSessionMode`. */
export const SESSION_MODES = ['inline', 'immersive-vr', 'immersive-ar'] as const;
/** `XRSessionMode`. */
export type SessionMode = (typeof SESSION_MODES)[number];
/** `XRHandedness`. */
export type Handedness = 'none' | 'left' | 'right';
/** `XRTargetRayMode`. */
export type TargetRayMode = 'gaze' | 'tracked-pointer' | 'screen' | 'transient-pointer';
/** `XREye`. */
export type Eye = 'none' | 'left' | 'right';
/** `XREnvironmentBlendMode`. */
export type BlendMode = 'opaque' | 'additive' | 'alpha-blend';
/** `XRInteractionMode`. */
export type InteractionMode = 'world-space' | 'screen-space';

/** The actions of an input. */
export const INPUT_ACTIONS = ['select', 'squeeze'] as const;
/** An action of an input. */
export type InputAction = (typeof INPUT_ACTIONS)[number];

/** A change of an action. A canceled action ends without a `select` or `squeeze` event. */
export interface InputEdge {
	readonly action: InputAction;
	readonly state: 'pressed' | 'released' | 'canceled';
}

/** A view of immersive sessions. */
export interface DeviceView {
	readonly eye: Eye;
	/** The pose of the eye relative to the head. */
	readonly pose: Pose;
	/** The vertical field of view in radians. The canvas determines the horizontal field of view. */
	readonly fieldOfView: number;
	/**
	 * 16 numbers in column-major order that replace {@link fieldOfView}; `null` if there are none. The depth range is that of
	 * the session.
	 */
	readonly projection: ArrayLike<number> | null;
	/** Pixels of an opaque framebuffer. Default: those of the canvas, divided by the number of views. */
	readonly resolution?: readonly [width: number, height: number] | null;
	/** Whether it is a first-person observer, which only sessions with the feature `secondary-views` have. Default false. */
	readonly isObserver?: boolean;
}

/** What rays can meet. */
export const SURFACE_KINDS = ['point', 'plane', 'mesh'] as const;
/** `XRHitTestTrackableType`. */
export type SurfaceKind = (typeof SURFACE_KINDS)[number];

/** A surface of triangles that rays can meet. */
export interface HitSurface {
	readonly kind: SurfaceKind;
	/** x, y and z of the three vertices of each triangle. */
	readonly vertices: ArrayLike<number>;
}

/** A place that a device keeps for a page. */
export interface DeviceAnchor {
	/** `null` while tracking is lost. */
	readonly pose: Pose | null;
	/** Whether it is lost for good. */
	readonly isGone: boolean;
}

/** A corner of the bounds on the floor: x and z in meters, relative to the floor. */
export type BoundsCorner = readonly [x: number, z: number];

/** The joints of a hand. */
export interface DeviceHand {
	/** 25 poses of seven numbers in the order of WebXR; NaN for unknown joints. `null` while the hand is not tracked. */
	readonly joints: Float32Array | null;
	/** 25 radii in meters. */
	readonly radii: ArrayLike<number>;
}

/** A button of a gamepad. */
export interface DeviceButton {
	readonly pressed: boolean;
	readonly touched: boolean;
	/** From 0 to 1. */
	readonly value: number;
}

/** Buttons and axes of an input. Their number never changes. */
export interface DeviceGamepad {
	readonly mapping: 'xr-standard' | '';
	readonly buttons: readonly DeviceButton[];
	/** From −1 to 1. */
	readonly axes: ArrayLike<number>;
}

/**
 * An input of a device: a hand, a controller, the gaze. Handedness, target ray mode, profiles and the existence of grip,
 * hand and gamepad never change: a device replaces the object instead, also when an input comes back. Pages then see a
 * new `XRInputSource`. Everything else is the state at the device's time. Poses are in the space of the device.
 */
export interface DeviceInput {
	readonly handedness: Handedness;
	readonly targetRayMode: TargetRayMode;
	readonly profiles: readonly string[];
	/** A feature that a session needs to see this input; `null` if every session sees it. */
	readonly feature: string | null;
	/** The pointing ray along −z; `null` while it is unknown. */
	readonly ray: Pose | null;
	/** Whether the position of the ray is estimated. */
	readonly isRayEmulated: boolean;
	readonly hasGrip: boolean;
	/** The pose of a held object; `null` while it is unknown. */
	readonly grip: Pose | null;
	/** Whether the position of the grip is estimated. */
	readonly isGripEmulated: boolean;
	readonly hand: DeviceHand | null;
	readonly gamepad: DeviceGamepad | null;
	/** The changes since the previous update, in order. An input that has just left the device still has them. */
	readonly edges: readonly InputEdge[];
	/** Whether an action is pressed. */
	isPressed(action: InputAction): boolean;
}

/** An XR device as the runtime reads it. Nothing changes between two calls of {@link update}. */
export interface Device {
	/** The pose of the head; `null` while it is unknown. */
	readonly head: Pose | null;
	/** Whether the position of the head is estimated. */
	readonly isHeadEmulated: boolean;
	/** The origin of the reference space `local`. */
	readonly origin: Pose;
	/** How many times the origin has jumped. */
	readonly resetCount: number;
	/** The pose of the floor; `null` if it is unknown. */
	readonly floor: Pose | null;
	/** Clockwise from above; empty if they are unknown. */
	readonly bounds: readonly BoundsCorner[];
	/** The views of immersive sessions. */
	readonly views: readonly DeviceView[];
	readonly modes: readonly SessionMode[];
	/** The feature descriptors that sessions can get, reference spaces included. */
	readonly features: readonly string[];
	/** The blend mode of AR sessions. */
	readonly blendMode: BlendMode;
	/** The interaction mode of immersive sessions. */
	readonly interactionMode: InteractionMode;
	/** Frames per second. */
	readonly frameRate: number;
	/**
	 * What the device knows of the room, in Unity's space as in recordings; `null` for nothing. Default: the room of the runtime. Pages see
	 * it with the option `room`.
	 */
	readonly room?: Room | null | undefined;
	/** Seconds: the moment of the {@link room}. Default 0. */
	readonly roomTime?: number;
	/** Surfaces for hit tests beside those of the room, in the space of the device. */
	readonly hitSurfaces?: readonly HitSurface[];
	/** Keeps a place for a page; `null` if that is not possible. Default: anchors stay where they are. */
	createAnchor?(pose: Pose): Promise<DeviceAnchor | null>;
	/** The inputs that are connected. */
	readonly inputs: readonly DeviceInput[];
	/** 83 poses of seven numbers in the order of WebXR's body joints; NaN for unknown joints. `null` while no body is tracked. Default `null`. */
	readonly body?: Float32Array | null;
	/**
	 * Starts a frame: moves to a time in seconds. A jump cancels actions in progress and takes no notice of what happened in
	 * between.
	 */
	update(seconds: number, isJump: boolean): void;
}
