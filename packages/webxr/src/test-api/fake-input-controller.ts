import type { DeviceButton, Handedness, TargetRayMode } from '../device/device.ts';
import { RELEASED_BUTTON, type VirtualInput } from '../device/virtual-input.ts';
import { layOutButtons } from './fake-buttons.ts';
import {
	type FakeXRButtonStateInit,
	type FakeXRJointStateInit,
	type FakeXRRigidTransformInit,
	readTransform,
} from './fake-init.ts';
import { readJoints } from './fake-joints.ts';

const PRESSED_BUTTON: DeviceButton = { pressed: true, touched: true, value: 1 };

/** Controls a simulated input source. Changes take effect in the next frame. */
export class FakeXRInputController {
	readonly #input: VirtualInput;
	#buttons: readonly FakeXRButtonStateInit[];
	#isSelecting = false;

	/** Called by `FakeXRDevice.simulateInputSourceConnection`. */
	constructor(input: VirtualInput, buttons: readonly FakeXRButtonStateInit[]) {
		this.#input = input;
		this.#buttons = buttons;
		this.#setControls();
	}

	setHandedness(handedness: Handedness): void {
		this.#input.set({ handedness });
	}

	setTargetRayMode(targetRayMode: TargetRayMode): void {
		this.#input.set({ targetRayMode, hasGrip: targetRayMode === 'tracked-pointer' });
	}

	setProfiles(profiles: readonly string[]): void {
		this.#input.set({ profiles: [...profiles] });
	}

	setGripOrigin(gripOrigin: FakeXRRigidTransformInit, emulatedPosition = false): void {
		this.#input.set({ grip: readTransform(gripOrigin), isGripEmulated: emulatedPosition });
	}

	clearGripOrigin(): void {
		this.#input.set({ grip: null, isGripEmulated: false });
	}

	setPointerOrigin(pointerOrigin: FakeXRRigidTransformInit, emulatedPosition = false): void {
		this.#input.set({ ray: readTransform(pointerOrigin), isRayEmulated: emulatedPosition });
	}

	/** Moves the joints of a hand; `null` loses its tracking. An extension of the WebXR Test API. */
	setHandJoints(joints: readonly FakeXRJointStateInit[] | null): void {
		this.#input.set(readJoints(joints, this.#input.state.radii));
	}

	disconnect(): void {
		this.#input.isConnected = false;
	}

	reconnect(): void {
		this.#input.isConnected = true;
	}

	startSelection(): void {
		this.#isSelecting = true;
		this.#input.press('select');
	}

	endSelection(): void {
		if (!this.#isSelecting) throw new DOMException('no selection has started', 'InvalidStateError');
		this.#isSelecting = false;
		this.#input.release('select');
	}

	/** Starts and ends a selection within a frame. */
	simulateSelect(): void {
		this.startSelection();
		this.endSelection();
	}

	/** Replaces the buttons besides the trigger. Without buttons, the input source has no gamepad. */
	setSupportedButtons(supportedButtons: readonly FakeXRButtonStateInit[]): void {
		this.#buttons = [...supportedButtons];
		this.#setControls();
	}

	/** Changes a button. Throws `InvalidStateError` if the input source has no such button. */
	updateButtonState(buttonState: FakeXRButtonStateInit): void {
		const index = this.#buttons.findIndex(({ buttonType }) => buttonType === buttonState.buttonType);
		if (index < 0) throw new DOMException(`there is no button '${buttonState.buttonType}'`, 'InvalidStateError');
		this.#buttons = this.#buttons.with(index, buttonState);
		this.#setControls();
	}

	#setControls(): void {
		this.#input.set(layOutButtons(this.#isSelecting ? PRESSED_BUTTON : RELEASED_BUTTON, this.#buttons));
	}
}
