/**
 * Playwright tests for 3D pages: the fixture `scene` finds, clicks, drags and reads their objects, the fixture `xr` replays a
 * recording into WebXR pages, frame by frame. The entry points `scene` and `page` do the same without the test runner.
 *
 * @module
 */

export { EXPECTED_EVENT_DEFAULTS, type ExpectedEvent } from './fixture/match-events.ts';
export { EQUAL_EYES_DEFAULTS, type EqualEyesOptions } from './fixture/match-eyes.ts';
export type { SceneMatchers, SceneSnapshotOptions, WaitOptions } from './fixture/scene-matchers.ts';
export { expect, test, XR_DEFAULTS, type XRFixtures, type XRMatchers, type XROptions } from './fixture/test.ts';
