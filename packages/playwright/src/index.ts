/**
 * Playwright tests for WebXR pages: replays a recording, frame by frame.
 *
 * @module
 */

export { createHandGlb } from './hand-glb.ts';
export { type EventMatch, type ExpectedEvent, matchEvents } from './match-events.ts';
export type { HandMeshes } from './route-hand-meshes.ts';
export { expect, test, type XRFixtures, type XRMatchers, type XROptions } from './test.ts';
export { type EnterOptions, XRReplay } from './xr-replay.ts';
