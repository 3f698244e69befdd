import { type Recording, readRecording } from '@handreel/core';
import { isReel } from '@handreel/core/internal';
import { decodeReel } from '@handreel/core/reel';
import { isGrasping } from '../device/grasp.ts';
import type { ReplayOptions } from '../device/replay-options.ts';
import { createTransientPointer } from '../device/transient-pointer.ts';
import { VirtualDevice } from '../device/virtual-device.ts';
import { Trace } from '../trace/trace.ts';
import { ReplayDriver } from './replay-driver.ts';

/** Options of the injected scripts. */
export interface InjectedOptions {
	/** How many frames to keep in {@link Injected.trace}. Default 0: no trace. */
	readonly traceFrames?: number;
}

/** The global `handreel` that the injected scripts define. */
export interface Injected<Options> {
	/** The driver after {@link install}; `null` in a frame that follows the driver of an outer page. */
	driver: ReplayDriver | null;
	/** What the page has seen; `null` without the option `traceFrames`. */
	trace: Trace | null;
	/** For scripted inputs: `handreel.driver.addDevice(new handreel.VirtualDevice())`. */
	readonly VirtualDevice: typeof VirtualDevice;
	/** Continues with the next part of a motion, given as base64, from a time in seconds on. */
	continueWith(base64: string, start: number): void;
	/** Installs a recording, an input animation or a reel, given as base64. In a frame whose outer page has a driver, joins that driver instead. */
	install(base64: string, options?: Options & InjectedOptions): ReplayDriver;
}

/** Defines the global `handreel`. Nothing else changes until `install` is called. */
export function defineInjected<Options extends ReplayOptions>(
	join: (driver: ReplayDriver, options?: Options) => void,
): void {
	const injected: Injected<Options> = {
		driver: null,
		trace: null,
		VirtualDevice,
		continueWith: (base64, start) => injected.driver?.continueWith(decodeBase64(base64), start),
		install(base64, options) {
			const outer = findOuterDriver();
			const driver = outer ?? createDriver(base64, options);
			join(driver, options);
			if (outer === null) {
				injected.driver = driver;
				injected.trace = startTrace(driver, options);
			}
			return driver;
		},
	};
	Object.defineProperty(globalThis, 'handreel', { configurable: true, value: injected });
}

function startTrace(driver: ReplayDriver, { traceFrames = 0 }: InjectedOptions = {}): Trace | null {
	if (!(traceFrames > 0)) return null;
	const trace = new Trace(traceFrames);
	driver.onFrame = (now, device, features) => trace.addFrame(now, device, features);
	driver.onEvent = (event) => trace.addEvent(event);
	trace.listen(globalThis as typeof globalThis & Window);
	return trace;
}

function createDriver(base64: string, options: ReplayOptions = {}): ReplayDriver {
	return new ReplayDriver(decodeBase64(base64), {
		...options,
		// The framebuffer is up to each window.
		framebuffer: 'canvas',
		// JSON has no functions.
		selectWith: options.selectWith === 'transient-pointer' ? createTransientPointer : options.selectWith,
		squeeze: options.squeeze === 'grasp' ? isGrasping : options.squeeze,
	});
}

function decodeBase64(base64: string): Recording {
	const text = atob(base64);
	const bytes = new Uint8Array(text.length);
	for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
	return isReel(bytes) ? decodeReel(bytes) : readRecording(bytes);
}

function findOuterDriver(): ReplayDriver | null {
	for (let scope: Window = window; scope !== scope.parent; ) {
		scope = scope.parent;
		try {
			const { driver = null } = (scope as { handreel?: Partial<Injected<unknown>> }).handreel ?? {};
			if (driver !== null) return driver;
		} catch {
			// A window of another origin cannot be inspected.
		}
	}
	return null;
}
