// One script for pages that are not ours: it only defines `handreel`.
import { readRecording } from '@handreel/core';
import { installReplay } from './install-replay.ts';
import type { ReplayOptions } from './options.ts';
import type { ReplayDriver } from './replay-driver.ts';

/** What the script defines. */
export interface Injected {
	/** The driver, once a recording is installed. */
	driver: ReplayDriver | null;
	/** Installs a recording given as base64. */
	install(base64: string, options?: ReplayOptions): ReplayDriver;
}

const injected: Injected = {
	driver: null,
	install(base64, options) {
		const text = atob(base64);
		const bytes = new Uint8Array(text.length);
		for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
		injected.driver = installReplay(readRecording(bytes), options);
		return injected.driver;
	},
};
Object.defineProperty(globalThis, 'handreel', { configurable: true, value: injected });
