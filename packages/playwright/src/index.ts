/**
 * Playwright tests for WebXR pages: replays a recording, frame by frame.
 *
 * @module
 */

export { type EventMatch, EXPECTED_EVENT_DEFAULTS, type ExpectedEvent, matchEvents } from './fixture/match-events.ts';
export { expect, test, XR_DEFAULTS, type XRFixtures, type XRMatchers, type XROptions } from './fixture/test.ts';
export * from './page.ts';
