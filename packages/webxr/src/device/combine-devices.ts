import type {
	BlendMode,
	BoundsCorner,
	Device,
	DeviceInput,
	DeviceView,
	InteractionMode,
	SessionMode,
} from './device.ts';
import type { Pose } from './pose.ts';

/**
 * Adds the inputs of a device to another device. An input of a side replaces the other device's inputs of that side, as a
 * controller replaces a hand. Everything else comes from the first device.
 */
export function combineDevices(base: Device, added: Device): Device {
	return new CombinedDevice(base, added);
}

class CombinedDevice implements Device {
	inputs: readonly DeviceInput[] = [];
	readonly #base: Device;
	readonly #added: Device;

	constructor(base: Device, added: Device) {
		this.#base = base;
		this.#added = added;
		this.#collect();
	}

	get head(): Pose | null {
		return this.#base.head;
	}

	get isHeadEmulated(): boolean {
		return this.#base.isHeadEmulated;
	}

	get origin(): Pose {
		return this.#base.origin;
	}

	get resetCount(): number {
		return this.#base.resetCount;
	}

	get floor(): Pose | null {
		return this.#base.floor;
	}

	get bounds(): readonly BoundsCorner[] {
		return this.#base.bounds;
	}

	get views(): readonly DeviceView[] {
		return this.#base.views;
	}

	get modes(): readonly SessionMode[] {
		return this.#base.modes;
	}

	get features(): readonly string[] {
		return this.#base.features;
	}

	get blendMode(): BlendMode {
		return this.#base.blendMode;
	}

	get interactionMode(): InteractionMode {
		return this.#base.interactionMode;
	}

	get frameRate(): number {
		return this.#base.frameRate;
	}

	update(seconds: number, isJump: boolean): void {
		this.#base.update(seconds, isJump);
		this.#added.update(seconds, isJump);
		this.#collect();
	}

	#collect(): void {
		const added = this.#added.inputs;
		const isFree = ({ handedness }: DeviceInput): boolean =>
			handedness === 'none' || !added.some((input) => input.handedness === handedness);
		this.inputs = [...this.#base.inputs.filter(isFree), ...added];
	}
}
