import type { Side } from '@handreel/core';
import type { Device, DeviceGamepad, DeviceInput } from '../device/device.ts';
import { InputActivity, type InputEvent } from '../device/input-activity.ts';
import { replaceProperty } from '../page/replace-property.ts';
import { setPose, writeSpace } from './iwer-hand.ts';
import type { IwerController as IwerControllerInput, IwerDevice, IwerModule, IwerSpace } from './iwer-module.ts';

/** The names of IWER's thumbsticks and touchpads, whose axes are pairs in the order of WebXR. */
const AXES = ['touchpad', 'thumbstick'];

/**
 * A controller of an emulated device that follows a recorded controller. Until there is one, everything about it is up to the
 * user of the device.
 */
export class IwerController {
	readonly side: Side;
	readonly mode = 'controller';
	readonly input: IwerControllerInput;
	/** Whether the device has such a controller. */
	isPresent = false;
	/** The spaces that move with the controller. */
	readonly spaces: readonly IwerSpace[];
	readonly #iwer: IwerModule;
	readonly #device: IwerDevice;
	readonly #restore: (() => void)[] = [];
	#activity: InputActivity | null = null;

	constructor(iwer: IwerModule, device: IwerDevice, side: Side) {
		this.side = side;
		this.#iwer = iwer;
		this.#device = device;
		// The assertion is safe: the contract was checked.
		this.input = device.controllers[side] as IwerControllerInput;
		const { gripSpace, targetRaySpace } = this.input.inputSource;
		this.spaces = [gripSpace!, targetRaySpace];
	}

	/** Whether the pose of the controller is known. */
	get isKnown(): boolean {
		const found = this.#activity?.input;
		return found === undefined || (this.isPresent && found.grip !== null && found.ray !== null);
	}

	/** Finds the controller of a device and moves this one to its pose, relative to the floor. */
	update(device: Device, floorY: number): void {
		const found = device.inputs.find(
			({ handedness, hand, gamepad }) => handedness === this.side && hand === null && gamepad !== null,
		);
		this.isPresent = found !== undefined;
		if (found === undefined && this.#activity === null) return;
		if (this.#activity === null) this.#takeOver();
		if (found !== undefined && found !== this.#activity?.input) {
			this.#activity = new InputActivity(found, this.#activity !== null);
		}
		this.input.connected = this.isPresent;
		if (found !== undefined) this.#move(found, floorY);
	}

	/** Returns the events of the frame. */
	takeEvents(isReported: boolean): Iterable<InputEvent> {
		return this.#activity?.takeEvents(isReported, this.isPresent) ?? [];
	}

	uninstall(): void {
		for (const restore of this.#restore.splice(0).reverse()) restore();
	}

	// IWER would derive the grip from the ray, and fire events in its own order.
	#takeOver(): void {
		const iwer = this.#iwer;
		const { gripSpace, gamepad } = this.input.inputSource;
		const { globalSpace } = this.#device[iwer.P_DEVICE];
		this.#restore.push(replaceProperty(gripSpace![iwer.P_SPACE], 'parentSpace', globalSpace));
		for (const button of Object.values(gamepad![iwer.P_GAMEPAD].buttonsMap)) {
			this.#restore.push(replaceProperty(button![iwer.P_GAMEPAD], 'eventTrigger', null));
			// Otherwise a button that is pressed a little counts as pressed.
			this.#restore.push(replaceProperty(button![iwer.P_GAMEPAD], 'type', 'manual'));
		}
	}

	#move({ grip, ray, gamepad }: DeviceInput, floorY: number): void {
		if (gamepad !== null) this.#setButtons(gamepad);
		if (grip === null || ray === null) return;
		writeSpace(this.#iwer, this.input.inputSource.gripSpace!, grip, floorY);
		setPose(this.input, ray, floorY);
		this.input.updateTargetRaySpace();
	}

	#setButtons({ buttons, axes }: DeviceGamepad): void {
		const iwer = this.#iwer;
		const { buttonsSequence, buttonsMap, axesMap } = this.input.inputSource.gamepad![iwer.P_GAMEPAD];
		buttonsSequence.forEach((id, i) => {
			const button = id === null ? undefined : buttonsMap[id];
			const { pressed = false, touched = false, value = 0 } = buttons[i] ?? {};
			if (button) Object.assign(button[iwer.P_GAMEPAD], { pressed, touched, pendingValue: value });
		});
		AXES.forEach((name, i) => {
			const pair = axesMap[name];
			if (pair) Object.assign(pair, { x: axes[2 * i] ?? 0, y: axes[2 * i + 1] ?? 0 });
		});
	}
}
