/**
 * Playwright tests for WebXR pages: a fixture that replays a recording, frame by frame. The door `page` does the same
 * without the test runner, and has the types of the fixture's options.
 *
 * @module
 */

export { type EventMatch, EXPECTED_EVENT_DEFAULTS, type ExpectedEvent, matchEvents } from './fixture/match-events.ts';
export { expect, test, XR_DEFAULTS, type XRFixtures, type XRMatchers, type XROptions } from './fixture/test.ts';
