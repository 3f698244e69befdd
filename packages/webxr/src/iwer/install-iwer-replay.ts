import type { Recording } from '@handreel/core';
import { ReplayDriver } from '../replay/replay-driver.ts';
import { listDeviceChanges } from './iwer-contract.ts';
import { IWER_VERSION, type IwerDevice, type IwerModule } from './iwer-module.ts';
import type { IwerReplayOptions } from './iwer-options.ts';
import { checkContract, IwerRuntime } from './iwer-runtime.ts';

/** A replay into an emulated device. */
export interface IwerReplay {
	/** The driver, as `installReplay` returns it. */
	readonly driver: ReplayDriver;
	/** The emulated device, for its environment and other features of IWER. */
	readonly device: IwerDevice;
}

/**
 * Like `installReplay`, with IWER as the WebXR implementation: for pages that need planes, hit tests or anchors besides
 * recorded hands. The recording moves the head, hands and eyes of the device; you control everything else. Call it before
 * the page's own scripts run.
 *
 * Throws `TypeError` if the version of IWER is not supported (`anyVersion` accepts other versions) or its internals are not
 * as expected, and `RangeError` for invalid options.
 *
 * @example
 * import * as iwer from 'iwer';
 * const { driver, device } = installIwerReplay(readRecording(bytes), iwer);
 * // … the page requests a session …
 * await driver.stepToMarker('grab');
 * device.primaryInputMode = 'controller';
 */
export function installIwerReplay(recording: Recording, iwer: IwerModule, options: IwerReplayOptions = {}): IwerReplay {
	const driver = new ReplayDriver(recording, options);
	return { driver, device: joinIwerReplay(driver, iwer, options) };
}

/** Makes this window follow a driver, with its own device, and returns the device. */
export function joinIwerReplay(driver: ReplayDriver, iwer: IwerModule, options: IwerReplayOptions = {}): IwerDevice {
	const { device = createDevice(driver.recording, iwer), anyVersion = false } = options;
	if (!(device instanceof iwer.XRDevice)) throw new TypeError('device: created by another copy of iwer');
	const version: string = device.version;
	if (version !== IWER_VERSION && !anyVersion) {
		throw new TypeError(`iwer: version ${version} is not supported; install ${IWER_VERSION}, or set anyVersion`);
	}
	checkContract(listDeviceChanges(iwer, device));
	const scope = globalThis as typeof globalThis & Window;
	driver.adopt(scope, (host) => new IwerRuntime(host, iwer, device, options));
	return device;
}

// The Quest Pro has eye tracking, the Quest 3 has depth.
function createDevice({ gaze }: Recording, { XRDevice, metaQuest3, metaQuestPro }: IwerModule): IwerDevice {
	return new XRDevice(gaze === null ? metaQuest3 : metaQuestPro, { stereoEnabled: true });
}
