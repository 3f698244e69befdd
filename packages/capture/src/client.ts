/**
 * Sends recordings of WebXR sessions to a capture server, from any page, and watches takes while they are recorded.
 *
 * @module
 */

export {
	type CaptureClient,
	type CaptureClientOptions,
	type CaptureClientStatus,
	connectCapture,
} from './client/capture-client.ts';
export type { CaptureTake } from './client/outgoing-take.ts';
export {
	type CaptureWatcher,
	type LoadedTake,
	type WatchCaptureOptions,
	type WatchedTake,
	watchCapture,
} from './client/watch-capture.ts';
export type { CaptureState, HeadsetState } from './protocol/messages.ts';
