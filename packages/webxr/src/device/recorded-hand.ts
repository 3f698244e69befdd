import { estimateGrip, type HandSample, type Side, WEBXR_JOINT_COUNT } from '@handreel/core';
import type { DeviceButton, DeviceGamepad, InputAction } from './device.ts';
import { NO_EDGES } from './input-edges.ts';
import { PointingRay } from './pointing-ray.ts';
import { IDENTITY, POSE_SIZE, type Pose } from './pose.ts';
import { RecordedInput } from './recorded-input.ts';
import type { GraspFunction, HandFunction, HandView } from './replay-options.ts';

/** Where the palm starts in the joints of a sample. */
const PALM = 2 * POSE_SIZE;

/** What all hands of a side have in common. */
export interface HandDescription {
	/** The side that the page sees. */
	readonly side: Side;
	readonly profiles: readonly string[];
	readonly radii: ArrayLike<number>;
	/** `null`: the recorded ray if {@link usesAim}, otherwise a {@link PointingRay}. */
	readonly pointer: HandFunction | null;
	readonly usesAim: boolean;
	/** `null` if the hand never squeezes. */
	readonly isGrasping: GraspFunction | null;
	readonly palm: HandFunction;
	/** Whether pinches are those of a transient pointer. */
	readonly isAuxiliary: boolean;
	/** Whether the strength of pinches was recorded. It is the first button. */
	readonly hasStrength: boolean;
	/** The number of buttons, with the pinch; 0 if no buttons after it were recorded. */
	readonly buttonCount: number;
}

/** A recorded hand. */
export class RecordedHand extends RecordedInput implements HandView {
	readonly side: Side;
	readonly joints: Float32Array = new Float32Array(WEBXR_JOINT_COUNT * POSE_SIZE);
	head: Pose = IDENTITY;
	palm: Pose = IDENTITY;
	/** Whether the hand pinches, with or without a selection. */
	isPinching = false;
	override readonly hand: { joints: Float32Array | null; readonly radii: ArrayLike<number> };
	override readonly gamepad: DeviceGamepad | null;
	readonly #description: HandDescription;
	readonly #buttons: DeviceButton[] = [];
	#isGrasping = false;
	readonly #pointingRay: PointingRay = new PointingRay();

	constructor(description: HandDescription) {
		const { side, profiles, radii, isAuxiliary, hasStrength, buttonCount } = description;
		super(side, profiles, isAuxiliary ? 'hand-tracking' : null);
		this.side = side;
		this.#description = description;
		this.hand = { radii, joints: null };
		for (let i = 1; i < buttonCount; i++) this.#buttons[i] = createButton(false);
		this.gamepad = hasStrength || buttonCount > 0 ? { mapping: 'xr-standard', buttons: this.#buttons, axes: [] } : null;
		this.#press(0);
	}

	/** Whether all 25 joints are known. WebXR reports all joints of a hand or none. */
	get isKnown(): boolean {
		return this.hand.joints !== null;
	}

	isPressed(action: InputAction): boolean {
		if (action === 'squeeze') return this.#isGrasping;
		return this.isPinching && !this.#description.isAuxiliary;
	}

	/** Takes the state `elapsed` seconds after the last call; `null` after a jump. {@link joints} have been written. */
	update(
		sample: HandSample,
		isTracked: boolean,
		head: Pose,
		elapsed: number | null,
		buttons: readonly boolean[] = [],
	): void {
		const { joints } = this;
		const description = this.#description;
		this.head = head;
		this.hand.joints = isTracked && !joints.some(Number.isNaN) ? joints : null;
		this.palm = sample.present[2] === 1 ? sample.joints.slice(PALM, PALM + POSE_SIZE) : description.palm(this);
		this.isPinching = isTracked && sample.pinching;
		this.#press(sample.pinchStrength);
		for (let i = 1; i < this.#buttons.length; i++) this.#buttons[i] = createButton(isTracked && (buttons[i] ?? false));
		this.ray = this.isKnown ? this.#findRay(sample, elapsed) : null;
		this.grip = this.isKnown ? estimateGrip(this.side, this.palm, [] as number[]) : null;
		if (description.isAuxiliary) this.edges = NO_EDGES;
		this.#grasp();
	}

	/** Loses the hand for good. */
	override leave(): void {
		super.leave();
		this.hand.joints = null;
		this.isPinching = false;
		this.#isGrasping = false;
	}

	#findRay({ aim, aimPresent }: HandSample, elapsed: number | null): Pose {
		const { pointer, usesAim } = this.#description;
		if (pointer !== null) return pointer(this);
		return aimPresent && usesAim ? aim.slice() : this.#pointingRay.update(this, elapsed);
	}

	// A grasp is not recorded, so it starts and ends at frames.
	#grasp(): void {
		const wasGrasping = this.#isGrasping;
		this.#isGrasping = (this.isKnown && this.#description.isGrasping?.(this.joints, wasGrasping)) ?? false;
		if (this.#isGrasping === wasGrasping) return;
		const state = this.#isGrasping ? 'pressed' : this.isKnown ? 'released' : 'canceled';
		this.edges = [...this.edges, { action: 'squeeze', state }];
	}

	#press(strength: number): void {
		if (this.gamepad === null) return;
		const pressed = this.isPinching;
		const value = this.#description.hasStrength ? strength : Number(pressed);
		this.#buttons[0] = { pressed, touched: pressed, value };
	}
}

function createButton(pressed: boolean): DeviceButton {
	return { pressed, touched: pressed, value: Number(pressed) };
}
