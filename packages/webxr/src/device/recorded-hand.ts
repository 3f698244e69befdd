import { type HandSample, type Side, WEBXR_JOINT_COUNT, writeWebXRJoints } from '@handreel/core';
import type { DeviceButton, DeviceGamepad, DeviceHand, DeviceInput, InputAction, InputEdge } from './device.ts';
import { NO_EDGES } from './input-edges.ts';
import { PointingRay } from './pointing-ray.ts';
import { IDENTITY, type Pose } from './pose.ts';
import type { GraspFunction, HandFunction, HandView } from './replay-options.ts';
import { synthesizeGrip } from './synthesize.ts';

const POSE_SIZE = 7;
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
}

/** The state of a hand besides its sample. */
export interface HandUpdate {
	readonly isTracked: boolean;
	readonly head: Pose;
	readonly elapsed: number | null;
	readonly change: (joints: Float32Array) => void;
}

/** A recorded hand, from its appearance until it leaves. */
export class RecordedHand implements DeviceInput, HandView {
	readonly targetRayMode = 'tracked-pointer';
	readonly feature: string | null;
	readonly hasGrip = true;
	readonly isRayEmulated = false;
	readonly isGripEmulated = false;
	readonly hand: DeviceHand;
	readonly gamepad: DeviceGamepad | null;
	readonly joints: Float32Array = new Float32Array(WEBXR_JOINT_COUNT * POSE_SIZE);
	head: Pose = IDENTITY;
	palm: Pose = IDENTITY;
	edges: readonly InputEdge[] = NO_EDGES;
	/** Whether all 25 joints are known. WebXR reports all joints of a hand or none. */
	isKnown = false;
	readonly #description: HandDescription;
	readonly #buttons: DeviceButton[] = [];
	/** Whether the hand pinches, with or without a selection. */
	isPinching = false;
	#isGrasping = false;
	readonly #pointingRay: PointingRay = new PointingRay();
	#ray: Pose | null = null;
	#grip: Pose | null = null;

	constructor(description: HandDescription) {
		this.#description = description;
		this.feature = description.isAuxiliary ? 'hand-tracking' : null;
		const isKnown = (): boolean => this.isKnown;
		const { joints } = this;
		this.hand = {
			radii: description.radii,
			get joints() {
				return isKnown() ? joints : null;
			},
		};
		this.gamepad = description.hasStrength ? { mapping: 'xr-standard', buttons: this.#buttons, axes: [] } : null;
		this.#press(0);
	}

	get side(): Side {
		return this.#description.side;
	}

	get handedness(): Side {
		return this.#description.side;
	}

	get profiles(): readonly string[] {
		return this.#description.profiles;
	}

	get ray(): Pose | null {
		if (!this.isKnown) return null;
		this.#ray ??= this.#description.pointer?.(this) ?? null;
		return this.#ray;
	}

	get grip(): Pose | null {
		if (!this.isKnown) return null;
		this.#grip ??= synthesizeGrip(this);
		return this.#grip;
	}

	isPressed(action: InputAction): boolean {
		if (action === 'squeeze') return this.#isGrasping;
		return this.isPinching && !this.#description.isAuxiliary;
	}

	/** Takes the state `elapsed` seconds after the last call; `null` after a jump. `change` changes the joints. */
	update(sample: HandSample, { isTracked, head, elapsed, change }: HandUpdate): void {
		const { joints } = this;
		writeWebXRJoints(sample, joints);
		change(joints);
		this.#grip = null;
		this.head = head;
		this.isKnown = isTracked && !joints.some(Number.isNaN);
		this.palm = sample.present[2] === 1 ? sample.joints.slice(PALM, PALM + POSE_SIZE) : this.#description.palm(this);
		this.isPinching = isTracked && sample.pinching;
		this.#press(sample.pinchStrength);
		this.#ray = this.#findRay(sample, elapsed);
		if (this.#description.isAuxiliary) this.edges = NO_EDGES;
		this.#grasp();
	}

	/** Loses the hand for good. */
	leave(): void {
		this.isKnown = false;
		this.isPinching = false;
		this.#isGrasping = false;
	}

	#findRay({ aim, aimPresent }: HandSample, elapsed: number | null): Pose | null {
		if (!this.isKnown || this.#description.pointer !== null) return null;
		return aimPresent && this.#description.usesAim ? aim.slice() : this.#pointingRay.update(this, elapsed);
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
		this.#buttons[0] = { pressed, touched: pressed, value: strength };
	}
}
