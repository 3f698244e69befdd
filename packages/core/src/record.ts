/**
 * Records frames, optionally with a journal that survives a crash.
 *
 * @example
 * import { Recorder } from '@handreel/core/record';
 * const recorder = new Recorder({ maxDuration: 60 });
 * recorder.start();
 * recorder.capture(frame); // once per frame
 * const recording = recorder.toRecording();
 *
 * @module
 */

export { createRoom } from './model/room.ts';
export type { RecordingDetails } from './record/build-extras.ts';
export type { RecordedKeysOptions } from './record/build-recording.ts';
export { type JournalEvents, JournalReader } from './record/journal-reader.ts';
export type { JournalGap } from './record/journal-replay.ts';
export type { JournalSink } from './record/journal-writer.ts';
export type { RecordedSection } from './record/packed-frame.ts';
export { Recorder, type RecorderOptions } from './record/recorder.ts';
export { type JournalRecovery, type RecoverJournalOptions, recoverJournal } from './record/recover-journal.ts';
export { type ThinnedJournal, thinJournal } from './record/thin-journal.ts';
export type { CapturedKind, CapturedTrack, TrackValue } from './record/track-keys.ts';
