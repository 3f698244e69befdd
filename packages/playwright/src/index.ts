/**
 * Playwright tests for WebXR pages: replays a recording, frame by frame.
 *
 * @module
 */

export { type EventMatch, type ExpectedEvent, matchEvents } from './fixture/match-events.ts';
export { expect, test, type XRFixtures, type XRMatchers, type XROptions } from './fixture/test.ts';
export * from './page.ts';
