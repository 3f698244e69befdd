import type { DeviceButton } from '../device/device.ts';
import { RELEASED_BUTTON } from '../device/virtual-input.ts';
import type { FakeXRButtonStateInit, FakeXRButtonType } from './fake-init.ts';

/** Buttons after the trigger, in the order of the mapping `xr-standard`. */
const STANDARD: readonly FakeXRButtonType[] = ['grip', 'touchpad', 'thumbstick'];
const OPTIONAL: readonly FakeXRButtonType[] = ['optional-button', 'optional-thumbstick'];
/** Those with two axes. */
const WITH_AXES: readonly FakeXRButtonType[] = ['touchpad', 'thumbstick', 'optional-thumbstick'];

/** The buttons and axes of an input. */
export interface Controls {
	readonly buttons: readonly DeviceButton[];
	readonly axes: readonly number[];
}

/**
 * Returns the buttons and axes of the mapping `xr-standard`: the trigger first, and a released button in place of a
 * missing button if others follow. Without `states` there are no buttons at all.
 */
export function layOutButtons(trigger: DeviceButton, states: readonly FakeXRButtonStateInit[]): Controls {
	if (states.length === 0) return { buttons: [], axes: [] };
	const buttons: DeviceButton[] = [trigger];
	const axes: number[] = [];
	const find = (type: FakeXRButtonType): readonly FakeXRButtonStateInit[] =>
		states.filter(({ buttonType }) => buttonType === type);
	const optional = OPTIONAL.flatMap(find);
	const last = optional.length > 0 ? STANDARD.length : STANDARD.findLastIndex((type) => find(type).length > 0) + 1;
	for (const type of STANDARD.slice(0, last)) {
		const [state] = find(type);
		buttons.push(state === undefined ? RELEASED_BUTTON : readButton(state));
		const hasLaterAxes = WITH_AXES.slice(WITH_AXES.indexOf(type)).some((other) => find(other).length > 0);
		if (WITH_AXES.includes(type) && hasLaterAxes) axes.push(state?.xValue ?? 0, state?.yValue ?? 0);
	}
	for (const state of optional) {
		buttons.push(readButton(state));
		if (WITH_AXES.includes(state.buttonType)) axes.push(state.xValue ?? 0, state.yValue ?? 0);
	}
	return { buttons, axes };
}

function readButton({ pressed, touched, pressedValue }: FakeXRButtonStateInit): DeviceButton {
	return { pressed, touched, value: pressedValue ?? Number(pressed) };
}
