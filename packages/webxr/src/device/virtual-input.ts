import {
	type DeviceButton,
	type DeviceGamepad,
	type DeviceHand,
	type DeviceInput,
	type Handedness,
	INPUT_ACTIONS,
	type InputAction,
	type InputEdge,
	type TargetRayMode,
} from './device.ts';
import { NO_EDGES } from './input-edges.ts';
import type { Pose } from './pose.ts';
import { listRadii } from './synthesize.ts';

/** The state of a {@link VirtualInput}. */
export interface VirtualInputState {
	/** Default `'none'`. */
	readonly handedness: Handedness;
	/** Default `'tracked-pointer'`. */
	readonly targetRayMode: TargetRayMode;
	/** Default `['generic-trigger']`. */
	readonly profiles: readonly string[];
	/** A feature that a session needs to see the input. Default `null`: every session sees it. */
	readonly feature: string | null;
	/** The pointing ray along −z. Default `null`: unknown. */
	readonly ray: Pose | null;
	/** Default false. */
	readonly isRayEmulated: boolean;
	/** Default: true for a tracked pointer. */
	readonly hasGrip: boolean;
	/** The pose of a held object. Default `null`: unknown. */
	readonly grip: Pose | null;
	/** Default false. */
	readonly isGripEmulated: boolean;
	/** 25 poses of seven numbers. Default `undefined`: the input is not a hand. `null`: a hand that is not tracked. */
	readonly joints: Float32Array | null | undefined;
	/** 25 radii in meters. Default: those of an average hand. */
	readonly radii: ArrayLike<number>;
	/** In the order of WebXR's mapping: trigger, squeeze, touchpad, thumbstick. Default: none. */
	readonly buttons: readonly DeviceButton[];
	/** Default: none. */
	readonly axes: readonly number[];
	/** Default `'xr-standard'`. */
	readonly mapping: DeviceGamepad['mapping'];
}

/** A button that nobody touches. */
export const RELEASED_BUTTON: DeviceButton = { pressed: false, touched: false, value: 0 };

/** What cannot change without a new input source. */
const DESCRIPTION = ['handedness', 'targetRayMode', 'feature', 'hasGrip', 'mapping'] as const;

/** An input of a `VirtualDevice`. Changes take effect at the start of the next frame. */
export class VirtualInput {
	/** Whether the device has the input. */
	isConnected = true;
	#state: VirtualInputState;
	#edges: InputEdge[] = [];
	readonly #pressed: Set<InputAction> = new Set();
	#live: LiveInput | null = null;

	/** Called by `VirtualDevice.addInput`. */
	constructor(init: Partial<VirtualInputState>) {
		const { targetRayMode = 'tracked-pointer' } = init;
		this.#state = {
			handedness: 'none',
			targetRayMode,
			profiles: ['generic-trigger'],
			feature: null,
			ray: null,
			isRayEmulated: false,
			hasGrip: targetRayMode === 'tracked-pointer',
			grip: null,
			isGripEmulated: false,
			joints: undefined,
			radii: listRadii(null),
			buttons: [],
			axes: [],
			mapping: 'xr-standard',
			...init,
		};
		this.#pressButtons(this.#state.buttons);
	}

	/** The state that the next frame will have. */
	get state(): VirtualInputState {
		return this.#state;
	}

	/** Changes some of the state. A button that is pressed or released selects or squeezes. */
	set(change: Partial<VirtualInputState>): void {
		this.#state = { ...this.#state, ...change };
		if (change.buttons !== undefined) this.#pressButtons(change.buttons);
	}

	/** Changes a button. A `value` alone leaves `pressed` as it is. Throws `RangeError` if there is no such button. */
	setButton(index: number, change: Partial<DeviceButton>): void {
		const { buttons } = this.#state;
		const button = buttons[index];
		if (button === undefined) throw new RangeError(`index: ${index} is not one of ${buttons.length} buttons`);
		this.set({ buttons: buttons.with(index, { ...button, ...change }) });
	}

	/** Changes an axis, from −1 to 1. Throws `RangeError` if there is no such axis. */
	setAxis(index: number, value: number): void {
		const { axes } = this.#state;
		if (!(index in axes)) throw new RangeError(`index: ${index} is not one of ${axes.length} axes`);
		this.set({ axes: axes.with(index, value) });
	}

	/** Starts an action, and presses its button if there is one. */
	press(action: InputAction): void {
		this.#change(action, 'pressed');
		this.#setActionButton(action, { pressed: true, touched: true, value: 1 });
	}

	/** Ends an action, and releases its button. */
	release(action: InputAction): void {
		this.#change(action, 'released');
		this.#setActionButton(action, RELEASED_BUTTON);
	}

	/** Ends an action without an event `select` or `squeeze`. */
	cancel(action: InputAction): void {
		this.#change(action, 'canceled');
		this.#setActionButton(action, RELEASED_BUTTON);
	}

	/** Takes all changes over, and returns the input; `null` if it is not connected. The device calls it. */
	commit(isJump: boolean): DeviceInput | null {
		const edges = isJump ? INPUT_ACTIONS.map((action) => ({ action, state: 'canceled' }) as const) : this.#edges;
		this.#edges = [];
		const state = this.#state;
		if (this.#live !== null && (!this.isConnected || this.#live.differs(state))) {
			this.#live.leave(edges);
			this.#live = null;
		}
		if (!this.isConnected) return null;
		this.#live ??= new LiveInput(state);
		this.#live.take(state, edges, this.#pressed);
		return this.#live;
	}

	#pressButtons(buttons: readonly DeviceButton[]): void {
		INPUT_ACTIONS.forEach((action, i) => {
			const button = buttons[i];
			if (button !== undefined) this.#change(action, button.pressed ? 'pressed' : 'released');
		});
	}

	#setActionButton(action: InputAction, button: DeviceButton): void {
		const { buttons } = this.#state;
		const index = INPUT_ACTIONS.indexOf(action);
		if (index < buttons.length) this.#state = { ...this.#state, buttons: buttons.with(index, button) };
	}

	#change(action: InputAction, state: InputEdge['state']): void {
		const isPressed = state === 'pressed';
		if (isPressed === this.#pressed.has(action)) return;
		this.#edges.push({ action, state });
		if (isPressed) this.#pressed.add(action);
		else this.#pressed.delete(action);
	}
}

/** The input as the runtime sees it. */
class LiveInput implements DeviceInput {
	edges: readonly InputEdge[] = NO_EDGES;
	readonly hand: DeviceHand | null;
	readonly gamepad: DeviceGamepad | null;
	#state: VirtualInputState;
	#pressed: ReadonlySet<InputAction> = new Set();

	constructor(state: VirtualInputState) {
		this.#state = state;
		const read = (): VirtualInputState => this.#state;
		this.hand = state.joints === undefined ? null : new LiveHand(read);
		this.gamepad = state.buttons.length + state.axes.length === 0 ? null : new LiveGamepad(read);
	}

	get handedness(): Handedness {
		return this.#state.handedness;
	}

	get targetRayMode(): TargetRayMode {
		return this.#state.targetRayMode;
	}

	get profiles(): readonly string[] {
		return this.#state.profiles;
	}

	get feature(): string | null {
		return this.#state.feature;
	}

	get ray(): Pose | null {
		return this.#state.ray;
	}

	get isRayEmulated(): boolean {
		return this.#state.isRayEmulated;
	}

	get hasGrip(): boolean {
		return this.#state.hasGrip;
	}

	get grip(): Pose | null {
		return this.#state.grip;
	}

	get isGripEmulated(): boolean {
		return this.#state.isGripEmulated;
	}

	isPressed(action: InputAction): boolean {
		return this.#pressed.has(action);
	}

	/** Whether a state needs a new input. */
	differs(next: VirtualInputState): boolean {
		const state = this.#state;
		return (
			DESCRIPTION.some((name) => state[name] !== next[name]) ||
			state.profiles.join() !== next.profiles.join() ||
			state.buttons.length !== next.buttons.length ||
			state.axes.length !== next.axes.length ||
			(state.joints === undefined) !== (next.joints === undefined)
		);
	}

	take(state: VirtualInputState, edges: readonly InputEdge[], pressed: ReadonlySet<InputAction>): void {
		this.#state = state;
		this.edges = edges;
		this.#pressed = new Set(pressed);
	}

	leave(edges: readonly InputEdge[]): void {
		this.#state = { ...this.#state, ray: null, grip: null, joints: null };
		this.edges = edges;
		this.#pressed = new Set();
	}
}

class LiveHand implements DeviceHand {
	readonly #read: () => VirtualInputState;

	constructor(read: () => VirtualInputState) {
		this.#read = read;
	}

	get joints(): Float32Array | null {
		return this.#read().joints ?? null;
	}

	get radii(): ArrayLike<number> {
		return this.#read().radii;
	}
}

class LiveGamepad implements DeviceGamepad {
	readonly #read: () => VirtualInputState;

	constructor(read: () => VirtualInputState) {
		this.#read = read;
	}

	get mapping(): DeviceGamepad['mapping'] {
		return this.#read().mapping;
	}

	get buttons(): readonly DeviceButton[] {
		return this.#read().buttons;
	}

	get axes(): ArrayLike<number> {
		return this.#read().axes;
	}
}
