/**
 * Replays XR input recordings into WebXR pages, frame by frame, and records WebXR sessions.
 *
 * @module
 */

export type {
	BlendMode,
	BoundsCorner,
	Device,
	DeviceAnchor,
	DeviceButton,
	DeviceGamepad,
	DeviceHand,
	DeviceInput,
	DeviceView,
	Eye,
	Handedness,
	HitSurface,
	InputAction,
	InputEdge,
	InteractionMode,
	SessionMode,
	SurfaceKind,
	TargetRayMode,
} from './device/device.ts';
export { DEVICE_PRESETS, type DeviceName, type DevicePreset } from './device/device-presets.ts';
export { isGrasping } from './device/grasp.ts';
export type { Jitter, Mutations, TrackingGap } from './device/mutations.ts';
export type { Pose } from './device/pose.ts';
export {
	type GraspFunction,
	type HandFunction,
	type HandView,
	type PinchInput,
	REPLAY_DEFAULTS,
	type RenderMode,
	type ReplayOptions,
	type TransientPointerFactory,
} from './device/replay-options.ts';
export { createTransientPointer } from './device/transient-pointer.ts';
export { VirtualDevice, type VirtualDeviceState } from './device/virtual-device.ts';
export { RELEASED_BUTTON, VirtualInput, type VirtualInputState } from './device/virtual-input.ts';
export { createOpaqueFramebuffer } from './page/opaque-framebuffer.ts';
export type { PageOptions, RuntimeModule } from './page/page-options.ts';
export type { FramebufferFactory, SessionFramebuffer } from './page/session-framebuffer.ts';
export {
	type BrowserJournal,
	listBrowserJournals,
	openBrowserJournal,
	readBrowserJournal,
	removeBrowserJournal,
} from './record/browser-journal.ts';
export { installRecorder, type PageRecorder, type PageRecorderOptions } from './record/install-recorder.ts';
export type { BrowserJournalInfo } from './record/journal-database.ts';
export { recordSession, type SessionRecording } from './record/record-session.ts';
export type {
	RecordableFrame,
	RecordableGamepad,
	RecordableInput,
	RecordableJointPose,
	RecordablePoint,
	RecordablePose,
	RecordableSession,
} from './record/recordable-session.ts';
export { installReplay } from './replay/install-replay.ts';
export type { ReplayDriver, ReplayError, ReplayEvent } from './replay/replay-driver.ts';
export type { TraceMessage, TraceObject, TracePart } from './trace/trace.ts';
export type { Visibility } from './xr/session-state.ts';
