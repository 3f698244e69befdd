import type { Recording } from '@handreel/core';
import { ReplayDriver } from '../replay/replay-driver.ts';
import { listDeviceChanges } from './iwer-contract.ts';
import { IWER_VERSION, type IwerDevice, type IwerModule } from './iwer-module.ts';
import type { IwerReplayOptions } from './iwer-options.ts';
import { checkContract, IwerRuntime } from './iwer-runtime.ts';

/** A recording that is replayed into an emulated device. */
export interface IwerReplay {
	/** Moves time, as that of `installReplay` does. */
	readonly driver: ReplayDriver;
	/** The device: controllers, environment and the rest of IWER are yours. */
	readonly device: IwerDevice;
}

/**
 * Like `installReplay`, but `navigator.xr` is IWER's: for pages that need controllers, planes or hit tests beside recorded
 * hands. The recording moves head, hands and eyes of the device; everything else about it is left to you. Call it before
 * the page's own scripts run.
 *
 * Throws `TypeError` that names both versions if IWER is not the one that this was made for (`anyVersion` takes others), and
 * one that names what changed if its internals are not as expected; `RangeError` for options that make no sense.
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

/** Has this window follow a driver, with a device of its own, which it returns. */
export function joinIwerReplay(driver: ReplayDriver, iwer: IwerModule, options: IwerReplayOptions = {}): IwerDevice {
	const { device = createDevice(driver.recording, iwer), anyVersion = false } = options;
	if (!(device instanceof iwer.XRDevice)) throw new TypeError('device: not of this copy of iwer');
	const version: string = device.version;
	if (version !== IWER_VERSION && !anyVersion) {
		throw new TypeError(`iwer: version ${version} is not ${IWER_VERSION}, whose internals are known here`);
	}
	checkContract(listDeviceChanges(iwer, device));
	const scope = globalThis as typeof globalThis & Window;
	driver.adopt(scope, (host) => new IwerRuntime(host, iwer, device, options));
	return device;
}

// Each has what the other lacks: eyes, and depth.
function createDevice({ gaze }: Recording, { XRDevice, metaQuest3, metaQuestPro }: IwerModule): IwerDevice {
	return new XRDevice(gaze === null ? metaQuest3 : metaQuestPro, { stereoEnabled: true });
}
