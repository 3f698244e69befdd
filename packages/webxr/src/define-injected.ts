import { type Recording, readRecording } from '@handreel/core';
import type { ReplayDriver } from './replay-driver.ts';

/** What scripts for pages that are not ours define as `handreel`. */
export interface Injected<Options> {
	/** The driver, once a recording is installed. */
	driver: ReplayDriver | null;
	/** Installs a recording given as base64. */
	install(base64: string, options?: Options): ReplayDriver;
}

/** Defines `handreel`, and does nothing else yet. */
export function defineInjected<Options>(install: (recording: Recording, options?: Options) => ReplayDriver): void {
	const injected: Injected<Options> = {
		driver: null,
		install(base64, options) {
			const text = atob(base64);
			const bytes = new Uint8Array(text.length);
			for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
			injected.driver = install(readRecording(bytes), options);
			return injected.driver;
		},
	};
	Object.defineProperty(globalThis, 'handreel', { configurable: true, value: injected });
}
