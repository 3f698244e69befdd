/**
 * Playwright tests for WebXR pages: replays a recording, frame by frame.
 *
 * @module
 */

export { type EventMatch, type ExpectedEvent, matchEvents } from './match-events.ts';
export * from './page.ts';
export { expect, test, type XRFixtures, type XRMatchers, type XROptions } from './test.ts';
