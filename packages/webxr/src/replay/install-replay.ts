import type { Recording } from '@handreel/core';
import type { ReplayOptions } from '../device/replay-options.ts';
import type { PageOptions } from '../page/page-options.ts';
import { OwnRuntime } from './own-runtime.ts';
import { ReplayDriver } from './replay-driver.ts';

/**
 * Simulates an XR device that replays a recording. Replaces `navigator.xr` and the page's clock, which stands still until
 * the driver moves it. Call it before the page's own scripts run. Throws `RangeError` for invalid options.
 *
 * @example
 * const driver = installReplay(readRecording(bytes));
 * // … the page requests a session …
 * await driver.stepToMarker('grab');
 */
export function installReplay(recording: Recording, options: ReplayOptions = {}): ReplayDriver {
	const driver = new ReplayDriver(recording, options);
	joinReplay(driver, options);
	return driver;
}

/** Makes this window follow a driver. */
export function joinReplay(driver: ReplayDriver, options: PageOptions = {}): void {
	const scope = globalThis as typeof globalThis & Window;
	driver.adopt(scope, (host) => new OwnRuntime(host, options, scope));
}
