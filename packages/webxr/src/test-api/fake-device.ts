import type { VirtualDevice } from '../device/virtual-device.ts';
import type { Visibility } from '../xr/session-state.ts';
import {
	type FakeXRBoundsPoint,
	type FakeXRInputSourceInit,
	type FakeXRLightEstimateInit,
	type FakeXRRigidTransformInit,
	type FakeXRViewInit,
	type FakeXRWorldInit,
	readTransform,
	readViews,
} from './fake-init.ts';
import { FakeXRInputController } from './fake-input-controller.ts';
import { FakeXRAnchorController, type FakeXRAnchorCreationCallback, lightRoom, readWorld } from './fake-room.ts';

/** The part of the test API that a device acts on. */
export interface FakeDeviceHost {
	/** Disconnects a device: its sessions end. */
	disconnect(device: VirtualDevice): Promise<void>;
	setVisibility(visibility: Visibility): void;
	/** Reports to the page in the next frame which parts of the views are visible. */
	setMasks(views: readonly FakeXRViewInit[]): void;
}

/** Controls a simulated device. Changes take effect in the next frame. */
export class FakeXRDevice {
	readonly #device: VirtualDevice;
	readonly #host: FakeDeviceHost;

	/** Called by `XRTest.simulateDeviceConnection`. */
	constructor(device: VirtualDevice, host: FakeDeviceHost) {
		this.#device = device;
		this.#host = host;
	}

	setViews(primaryViews: readonly FakeXRViewInit[], secondaryViews: readonly FakeXRViewInit[] = []): void {
		this.#device.set({ views: [...readViews(primaryViews), ...readViews(secondaryViews, true)] });
		this.#host.setMasks([...primaryViews, ...secondaryViews]);
	}

	/** Disconnects the device, which ends its sessions. */
	async disconnect(): Promise<void> {
		await this.#host.disconnect(this.#device);
	}

	setViewerOrigin(origin: FakeXRRigidTransformInit, emulatedPosition = false): void {
		this.#device.set({ head: readTransform(origin), isHeadEmulated: emulatedPosition });
	}

	clearViewerOrigin(): void {
		this.#device.set({ head: null });
	}

	setFloorOrigin(origin: FakeXRRigidTransformInit): void {
		this.#device.set({ floor: readTransform(origin) });
	}

	clearFloorOrigin(): void {
		this.#device.set({ floor: null });
	}

	setBoundsGeometry(boundsCoordinates: readonly FakeXRBoundsPoint[]): void {
		this.#device.set({ bounds: boundsCoordinates.map(({ x, z }) => [x, z] as const) });
	}

	setWorld(world: FakeXRWorldInit): void {
		this.#device.set(readWorld(world));
	}

	clearWorld(): void {
		this.#device.set({ room: null, hitSurfaces: [] });
	}

	setLightEstimate(init: FakeXRLightEstimateInit): void {
		this.#device.set({ room: lightRoom(this.#device.room, init) });
	}

	/** Decides which anchors pages can create. Without it, pages can create all. */
	setAnchorCreationCallback(callback: FakeXRAnchorCreationCallback): void {
		this.#device.createAnchor = async (pose) => {
			const numbers = Array.from(pose);
			const controller = new FakeXRAnchorController(pose);
			const requestedAnchorOrigin = { position: numbers.slice(0, 3), orientation: numbers.slice(3) };
			const isCreated = await callback({ requestedAnchorOrigin, isAttachedToEntity: false }, controller);
			return isCreated ? controller.place : null;
		};
	}

	/** Fires `reset` at reference spaces. */
	simulateResetPose(): void {
		this.#device.recenter(this.#device.origin);
	}

	/** Shows, blurs or hides the immersive session. */
	simulateVisibilityChange(state: Visibility): void {
		this.#host.setVisibility(state);
	}

	simulateInputSourceConnection(init: FakeXRInputSourceInit): FakeXRInputController {
		const { handedness, targetRayMode, profiles, pointerOrigin, gripOrigin, supportedButtons = [] } = init;
		const input = this.#device.addInput({
			handedness,
			targetRayMode,
			profiles: [...profiles],
			ray: readTransform(pointerOrigin),
			grip: gripOrigin ? readTransform(gripOrigin) : null,
		});
		const controller = new FakeXRInputController(input, supportedButtons);
		if (init.handJoints !== undefined) controller.setHandJoints(init.handJoints);
		if (init.selectionStarted) controller.startSelection();
		else if (init.selectionClicked) controller.simulateSelect();
		return controller;
	}
}
