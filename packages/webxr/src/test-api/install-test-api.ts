import { type Filled, fillOptions } from '@handreel/core/internal';
import type { Device } from '../device/device.ts';
import { createOpaqueFramebuffer } from '../page/opaque-framebuffer.ts';
import { listModules, type PageOptions } from '../page/page-options.ts';
import { isAllowedByPolicy } from '../page/policy.ts';
import { replaceDescriptor } from '../page/replace-property.ts';
import { OwnRuntime } from '../replay/own-runtime.ts';
import { XRSystem } from '../xr/xr-system.ts';
import type { FakeXRViewInit } from './fake-init.ts';
import { fireMasks } from './mask-events.ts';
import { NO_DEVICE } from './no-device.ts';
import { XRTest } from './xr-test.ts';

/** The test API in a page. */
export interface InstalledTestApi {
	/** Also `navigator.xr.test`. */
	readonly test: XRTest;
	/** Restores the browser's own WebXR. */
	uninstall(): void;
}

/** Milliseconds for which a simulated click counts, as in browsers. */
const ACTIVATION_TIME = 5000;

/** The defaults of `installTestApi`: as strict as a browser. */
export const TEST_API_DEFAULTS: Filled<PageOptions> = {
	requireUserActivation: true,
	allowInsecure: false,
	framebuffer: createOpaqueFramebuffer,
	layers: false,
	body: false,
	room: false,
};

/**
 * Replaces `navigator.xr` by a simulated WebXR whose devices `navigator.xr.test` connects and moves. Frames run in real
 * time with `requestAnimationFrame`. Call it before the page's own scripts run.
 *
 * @example
 * const api = installTestApi();
 * const device = await api.test.simulateDeviceConnection({ supportedModes: ['immersive-vr'], views: [], supportedFeatures: [] });
 * device.setViewerOrigin({ position: [0, 1.6, 0], orientation: [0, 0, 0, 1] });
 */
export function installTestApi(options: PageOptions = {}): InstalledTestApi {
	const scope = globalThis as typeof globalThis & Window;
	const settings = fillOptions(options, TEST_API_DEFAULTS);
	const requestFrame = scope.requestAnimationFrame.bind(scope);
	let device: Device = NO_DEVICE;
	let activeUntil = Number.NEGATIVE_INFINITY;
	let isRunning = false;
	let masks: readonly FakeXRViewInit[] = [];
	const runFrame = (now: number): void => {
		isRunning = runtime.sessionMode !== null;
		if (!isRunning) return;
		requestFrame(runFrame);
		device.update(now / 1000, false);
		for (const { state } of runtime.loops) if (state.isImmersive) fireMasks(state.session, masks);
		masks = [];
		runtime.runFrame(now);
	};
	const runtime = new OwnRuntime(
		{
			get device() {
				return device;
			},
			isUserActive: () => performance.now() < activeUntil || scope.navigator.userActivation.isActive,
			report: (error) => scope.reportError(error),
			log: (type) => {
				if (type !== 'sessionstart' || isRunning) return;
				isRunning = true;
				// Presses from before the session are not events.
				device.update(performance.now() / 1000, true);
				requestFrame(runFrame);
			},
		},
		settings,
		scope,
	);
	const test = new XRTest({
		features: listModules(settings).flatMap(({ features }) => features),
		async connect(next) {
			const before = device;
			device = next ?? NO_DEVICE;
			if (before === NO_DEVICE || before === device) return;
			await Promise.all(runtime.loops.map(({ state }) => state.session.end()));
			if (isAllowedByPolicy()) runtime.system.dispatchEvent(new Event('devicechange'));
		},
		setVisibility: (visibility) => runtime.setVisibility(visibility),
		setMasks(views) {
			masks = views;
		},
		activate(work) {
			activeUntil = performance.now() + ACTIVATION_TIME;
			work();
		},
	});
	const remove = replaceDescriptor(XRSystem.prototype, 'test', { get: () => test });
	return {
		test,
		uninstall() {
			remove();
			runtime.uninstall();
		},
	};
}
