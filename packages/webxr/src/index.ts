/**
 * Replays XR input recordings into WebXR pages, frame by frame, and records WebXR sessions.
 *
 * @module
 */

export {
	type BrowserJournal,
	listBrowserJournals,
	openBrowserJournal,
	readBrowserJournal,
	removeBrowserJournal,
} from './browser-journal.ts';
export { installRecorder, type PageRecorder, type PageRecorderOptions } from './install-recorder.ts';
export { installReplay } from './install-replay.ts';
export type { BrowserJournalInfo } from './journal-database.ts';
export type { Jitter, Mutations, TrackingLoss } from './mutations.ts';
export type { HandFunction, HandView, RenderMode, ReplayOptions } from './options.ts';
export type { Pose } from './pose.ts';
export { recordSession, type SessionRecording } from './record-session.ts';
export type {
	RecordableFrame,
	RecordableInput,
	RecordablePoint,
	RecordablePose,
	RecordableSession,
} from './recordable-session.ts';
export type { ReplayDriver, ReplayError, ReplayEvent } from './replay-driver.ts';
export { DEFAULT_RADII } from './synthesize.ts';
export type { Visibility } from './xr/session-state.ts';
