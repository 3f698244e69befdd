import { IDENTITY } from '../device/pose.ts';
import { VirtualDevice } from '../device/virtual-device.ts';
import type { Visibility } from '../xr/session-state.ts';
import { FakeXRDevice } from './fake-device.ts';
import { type FakeXRDeviceInit, type FakeXRViewInit, readTransform, readViews } from './fake-init.ts';
import { readWorld } from './fake-room.ts';

/** Features that the runtime has if the device has them. */
const FEATURES = [
	'viewer',
	'local',
	'local-floor',
	'bounded-floor',
	'unbounded',
	'hand-tracking',
	'eye-tracking',
	'secondary-views',
];

/** The runtime as the test API sees it. */
export interface XRTestHost {
	/** Connects a device in place of the current device; `null` for no device. */
	connect(device: VirtualDevice | null): Promise<void>;
	setVisibility(visibility: Visibility): void;
	/** The features of modules. */
	readonly features: readonly string[];
	/** Reports to the page in the next frame which parts of the views are visible. */
	setMasks(views: readonly FakeXRViewInit[]): void;
	/** Runs a function as if the user had clicked. */
	activate(work: () => void): void;
}

/** `navigator.xr.test`: the WebXR Test API. */
export class XRTest {
	readonly #host: XRTestHost;
	readonly #devices: VirtualDevice[] = [];

	/** Called by `installTestApi`. */
	constructor(host: XRTestHost) {
		this.#host = host;
	}

	/** Connects a simulated device. The device that was connected first is used until it is disconnected. */
	async simulateDeviceConnection(init: FakeXRDeviceInit): Promise<FakeXRDevice> {
		const device = createDevice(init, [...FEATURES, ...this.#host.features]);
		this.#devices.push(device);
		if (this.#devices.length === 1) await this.#host.connect(device);
		return new FakeXRDevice(device, {
			disconnect: (leaving) => this.#disconnect(leaving),
			setVisibility: (visibility) => this.#host.setVisibility(visibility),
			setMasks: (views) => this.#host.setMasks(views),
		});
	}

	/** Calls a function as if the user had clicked. */
	simulateUserActivation(f: () => void): void {
		this.#host.activate(f);
	}

	async disconnectAllDevices(): Promise<void> {
		this.#devices.length = 0;
		await this.#host.connect(null);
	}

	async #disconnect(device: VirtualDevice): Promise<void> {
		const index = this.#devices.indexOf(device);
		if (index < 0) return;
		this.#devices.splice(index, 1);
		if (index === 0) await this.#host.connect(this.#devices[0] ?? null);
	}
}

function createDevice(init: FakeXRDeviceInit, features: readonly string[]): VirtualDevice {
	const modes = init.supportedModes ?? (init.supportsImmersive ? (['inline', 'immersive-vr'] as const) : ['inline']);
	return new VirtualDevice({
		modes: [...modes],
		features: features.filter((name) => init.supportedFeatures?.includes(name)),
		views: [...readViews(init.views), ...readViews(init.secondaryViews ?? [], true)],
		head: init.viewerOrigin ? readTransform(init.viewerOrigin) : null,
		isHeadEmulated: false,
		origin: IDENTITY,
		floor: init.floorOrigin ? readTransform(init.floorOrigin) : null,
		bounds: (init.boundsCoordinates ?? []).map(({ x, z }) => [x, z] as const),
		blendMode: init.environmentBlendMode ?? 'opaque',
		interactionMode: init.interactionMode ?? 'world-space',
		...(init.world && readWorld(init.world)),
	});
}
