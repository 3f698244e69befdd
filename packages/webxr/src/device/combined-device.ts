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
 * A device with the inputs of several devices. An input of a side replaces the inputs of that side of earlier devices, as a
 * controller replaces a hand. Everything else comes from the first device.
 */
export class CombinedDevice implements Device {
	inputs: readonly DeviceInput[] = [];
	readonly #base: Device;
	readonly #others: Device[] = [];

	constructor(base: Device) {
		this.#base = base;
	}

	/** Adds the inputs of a device from the next frame on. */
	add(device: Device): void {
		this.#others.push(device);
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
		this.inputs = this.#base.inputs;
		for (const device of this.#others) {
			device.update(seconds, isJump);
			const { inputs } = device;
			const isFree = ({ handedness }: DeviceInput): boolean =>
				handedness === 'none' || !inputs.some((input) => input.handedness === handedness);
			this.inputs = [...this.inputs.filter(isFree), ...inputs];
		}
	}
}
