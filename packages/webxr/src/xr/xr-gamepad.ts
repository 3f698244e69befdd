import type { DeviceButton, DeviceGamepad } from '../device/device.ts';
import { defineAttributes, defineInterface, INTERNAL, type Interface } from './internal.ts';
import { createActuators, type PulseListener, type XRHapticActuator } from './xr-haptics.ts';

/** The buttons and axes of an input source, live as the gamepads module requires. Its id is empty and its index −1. */
export interface XRGamepad {
	readonly id: string;
	readonly index: number;
	readonly connected: boolean;
	readonly timestamp: number;
	readonly mapping: DeviceGamepad['mapping'];
	/** The same array until an axis moves. */
	readonly axes: readonly number[];
	/** Always the same objects; their values are those of the current frame. */
	readonly buttons: readonly DeviceButton[];
	readonly vibrationActuator: null;
	/** One for controllers. */
	readonly hapticActuators: readonly XRHapticActuator[];
}

const XRGamepad: Interface<XRGamepad> = inherit(
	defineInterface([
		'id',
		'index',
		'connected',
		'timestamp',
		'mapping',
		'axes',
		'buttons',
		'vibrationActuator',
		'hapticActuators',
	]),
	'Gamepad',
);
const BUTTON_NAMES = ['pressed', 'touched', 'value'] as const;
const XRGamepadButton: Interface<DeviceButton> = inherit(defineInterface(BUTTON_NAMES), 'GamepadButton');

/** Creates the gamepad of an input. */
export function createGamepad(
	gamepad: DeviceGamepad,
	isConnected: () => boolean,
	onPulse: PulseListener | null,
): XRGamepad {
	let axes: readonly number[] = Object.freeze([]);
	return new XRGamepad(INTERNAL, {
		id: '',
		index: -1,
		mapping: gamepad.mapping,
		buttons: Object.freeze(
			gamepad.buttons.map((button, i) => {
				const live = defineAttributes({ ...button }, () => gamepad.buttons[i]!, BUTTON_NAMES);
				return new XRGamepadButton(INTERNAL, live);
			}),
		),
		vibrationActuator: null,
		hapticActuators: createActuators(onPulse),
		get connected() {
			return isConnected();
		},
		get timestamp() {
			return performance.now();
		},
		get axes() {
			const current = Array.from(gamepad.axes);
			if (current.join() !== axes.join()) axes = Object.freeze(current);
			return axes;
		},
	});
}

// `instanceof Gamepad` holds in browsers. The browser's own accessors would throw for our objects, so the ones that we do
// not have read as null.
function inherit<T extends { readonly prototype: object }>(type: T, name: 'Gamepad' | 'GamepadButton'): T {
	const { prototype } = type;
	const native = (globalThis as { [key: string]: unknown })[name] as { readonly prototype: object } | undefined;
	if (native === undefined) return type;
	for (const key of Object.getOwnPropertyNames(native.prototype)) {
		if (Object.hasOwn(prototype, key)) continue;
		Object.defineProperty(prototype, key, { configurable: true, enumerable: true, get: () => null });
	}
	Object.setPrototypeOf(prototype, native.prototype);
	return type;
}
