import type { ControllerSample } from '@handreel/core';
import type { DeviceButton, DeviceGamepad, InputAction } from './device.ts';
import type { Pose } from './pose.ts';
import { RecordedInput } from './recorded-input.ts';

/** A recorded controller. */
export class RecordedController extends RecordedInput {
	readonly #buttons: DeviceButton[] = [];
	readonly #axes: number[] = [];
	override readonly gamepad: DeviceGamepad = { mapping: 'xr-standard', buttons: this.#buttons, axes: this.#axes };

	isPressed(action: InputAction): boolean {
		return this.#buttons[action === 'select' ? 0 : 1]?.pressed ?? false;
	}

	/** Takes the state at a time. */
	update(sample: ControllerSample): void {
		const { grip, aim, tracked } = sample;
		this.grip = tracked ? copyPose(grip) : null;
		this.ray = tracked ? copyPose(aim) : null;
		for (let i = 0; i < sample.buttonCount; i++) {
			const [pressed, touched] = [sample.pressed[i] === 1, sample.touched[i] === 1];
			this.#buttons[i] = { pressed, touched, value: sample.values[i]! };
		}
		for (let i = 0; i < sample.axisCount; i++) this.#axes[i] = sample.axes[i]!;
	}

	override leave(): void {
		super.leave();
		this.#buttons.fill({ pressed: false, touched: false, value: 0 });
	}
}

// A pose that was not recorded is NaN.
function copyPose(pose: Float32Array): Pose | null {
	return Number.isNaN(pose[0]!) || Number.isNaN(pose[3]!) ? null : pose.slice();
}
