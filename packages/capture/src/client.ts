/**
 * Sends recordings of WebXR sessions to a capture server, from any page.
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
export type { CaptureAction, CaptureState, SavedTake } from './protocol/messages.ts';
