/**
 * Replays XR input recordings into WebXR pages, frame by frame, and records WebXR sessions.
 *
 * @module
 */

export { JITTER_DEFAULTS, type Jitter, type Mutations, type TrackingGap } from './device/mutations.ts';
export type { Pose } from './device/pose.ts';
export {
	type HandFunction,
	type HandView,
	REPLAY_DEFAULTS,
	type RenderMode,
	type ReplayOptions,
} from './device/replay-options.ts';
export { createOpaqueFramebuffer } from './page/opaque-framebuffer.ts';
export type { PageOptions } from './page/page-options.ts';
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
	RecordableInput,
	RecordablePoint,
	RecordablePose,
	RecordableSession,
} from './record/recordable-session.ts';
export { installReplay } from './replay/install-replay.ts';
export type { ReplayDriver, ReplayError, ReplayEvent } from './replay/replay-driver.ts';
export type { Visibility } from './xr/session-state.ts';
