/**
 * A server that stores what headsets record: journals on disk while a take is in progress, a recording when it is complete.
 * PROTOCOL.md describes the messages.
 *
 * @module
 */

export type { CaptureAction, RefusalCode, SavedTake } from './protocol/messages.ts';
export type { ProxyEvents } from './proxy/proxy.ts';
export {
	type CaptureServer,
	type CaptureServerOptions,
	type ConnectedHeadset,
	startCaptureServer,
} from './server/capture-server.ts';
export { createCertificate, type ServerCertificate } from './server/certificate.ts';
export { type CaptureEvents, COUNTDOWN_DEFAULT, type HubOptions, type OpenTake } from './server/hub.ts';
export { type ServeStudio, STUDIO_PATH } from './server/router.ts';
export type { TakeStatus } from './store/take-status.ts';
export { TAKE_STORE_DEFAULTS, type TakeStoreOptions, type UnfinishedTake } from './store/take-store.ts';
