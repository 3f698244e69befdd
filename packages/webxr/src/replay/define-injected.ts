import { type Recording, readRecording } from '@handreel/core';
import { isReel } from '@handreel/core/internal';
import { decodeReel } from '@handreel/core/reel';
import { isGrasping } from '../device/grasp.ts';
import type { ReplayOptions } from '../device/replay-options.ts';
import { createTransientPointer } from '../device/transient-pointer.ts';
import { VirtualDevice } from '../device/virtual-device.ts';
import type { RuntimeModule } from '../page/page-options.ts';
import { MODULE_OPTIONS } from '../page/page-options.ts';
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
	/** What `inject-modules.js` adds, by option; `null` if the runtime has no modules. */
	readonly modules: Record<string, RuntimeModule> | null;
	/** What modules share with the runtime. */
	readonly kit: object | null;
	/** Continues with the next part of a motion, given as base64, from a time in seconds on. */
	continueWith(base64: string, start: number): void;
	/** Installs a recording, an input animation or a reel, given as base64. In a frame whose outer page has a driver, joins that driver instead. */
	install(base64: string, options?: Options & InjectedOptions): ReplayDriver;
}

/**
 * Defines the global `handreel`. Nothing else changes until `install` is called. `kit`: what modules need; without it, options
 * that need a module have no effect.
 */
export function defineInjected<Options extends ReplayOptions>(
	join: (driver: ReplayDriver, options: Options) => void,
	kit: object | null = null,
): void {
	const injected: Injected<Options> = {
		driver: null,
		trace: null,
		VirtualDevice,
		modules: kit && {},
		kit,
		continueWith: (base64, start) => injected.driver?.continueWith(decodeBase64(base64), start),
		install(base64, given) {
			const options = { ...given, ...findModules(given, injected.modules) } as Options & InjectedOptions;
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

// JSON has no modules, so options are `true` instead.
function findModules(
	options: ReplayOptions = {},
	modules: Readonly<Record<string, RuntimeModule>> | null,
): ReplayOptions {
	const found = MODULE_OPTIONS.filter((name) => options[name] === true).map((name) => {
		const module = modules === null ? false : modules[name];
		if (module === undefined) throw new TypeError(`${name}: true needs inject-modules.js, after inject.js`);
		return [name, module];
	});
	return Object.fromEntries(found);
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
