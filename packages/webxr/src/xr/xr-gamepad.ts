import type { DeviceButton, DeviceGamepad } from '../device/device.ts';
import { checkInternal, defineAttributes, INTERNAL } from './internal.ts';

/** A button of a gamepad. Always the same object; its values are those of the current frame. */
class XRGamepadButton implements DeviceButton {
	declare readonly pressed: boolean;
	declare readonly touched: boolean;
	declare readonly value: number;
	readonly #read: () => DeviceButton;

	constructor(token: typeof INTERNAL, read: () => DeviceButton) {
		checkInternal(token);
		this.#read = read;
	}

	static {
		defineAttributes(XRGamepadButton.prototype, (button) => button.#read(), ['pressed', 'touched', 'value']);
		inherit(XRGamepadButton.prototype, 'GamepadButton');
	}
}

interface GamepadAttributes {
	readonly id: string;
	readonly index: number;
	readonly connected: boolean;
	readonly timestamp: number;
	readonly mapping: DeviceGamepad['mapping'];
	readonly axes: readonly number[];
	readonly buttons: readonly XRGamepadButton[];
	readonly vibrationActuator: null;
}

/** The buttons and axes of an input source, live as the gamepads module requires. Its id is empty and its index −1. */
export class XRGamepad implements GamepadAttributes {
	declare readonly id: string;
	declare readonly index: number;
	declare readonly connected: boolean;
	declare readonly timestamp: number;
	declare readonly mapping: DeviceGamepad['mapping'];
	declare readonly axes: readonly number[];
	declare readonly buttons: readonly XRGamepadButton[];
	declare readonly vibrationActuator: null;
	readonly #attributes: GamepadAttributes;

	constructor(token: typeof INTERNAL, gamepad: DeviceGamepad, isConnected: () => boolean) {
		checkInternal(token);
		let axes: readonly number[] = Object.freeze([]);
		this.#attributes = {
			id: '',
			index: -1,
			mapping: gamepad.mapping,
			buttons: Object.freeze(gamepad.buttons.map((_, i) => new XRGamepadButton(INTERNAL, () => gamepad.buttons[i]!))),
			vibrationActuator: null,
			get connected() {
				return isConnected();
			},
			get timestamp() {
				return performance.now();
			},
			// The array is the same until an axis moves.
			get axes() {
				const current = Array.from(gamepad.axes);
				if (current.join() !== axes.join()) axes = Object.freeze(current);
				return axes;
			},
		};
	}

	static {
		const names = ['id', 'index', 'connected', 'timestamp', 'mapping', 'axes', 'buttons', 'vibrationActuator'] as const;
		defineAttributes(XRGamepad.prototype, (gamepad) => gamepad.#attributes, names);
		inherit(XRGamepad.prototype, 'Gamepad');
	}
}

// `instanceof Gamepad` holds in browsers.
function inherit(prototype: object, name: 'Gamepad' | 'GamepadButton'): void {
	const native = (globalThis as { [key: string]: unknown })[name] as { readonly prototype: object } | undefined;
	if (native !== undefined) Object.setPrototypeOf(prototype, native.prototype);
}
