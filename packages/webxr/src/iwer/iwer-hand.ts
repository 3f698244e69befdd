import { JOINTS, type Side, writePoseMatrix } from '@handreel/core';
import type { Device, DeviceInput } from '../device/device.ts';
import { InputActivity, type InputEvent } from '../device/input-activity.ts';
import type { Pose } from '../device/pose.ts';
import { listRadii } from '../device/synthesize.ts';
import { replaceProperty } from '../page/replace-property.ts';
import type { IwerDevice, IwerHandInput, IwerModule, IwerSpace } from './iwer-module.ts';
import type { IwerReplayOptions } from './iwer-options.ts';

const POSE_SIZE = 7;

/** A hand of an emulated device that follows a recorded hand. */
export class IwerHand {
	readonly side: Side;
	readonly mode = 'hand';
	readonly input: IwerHandInput;
	/** Whether the device has such a hand. */
	isPresent = false;
	/** The spaces that move with the hand. */
	readonly spaces: readonly IwerSpace[];
	readonly #iwer: IwerModule;
	readonly #joints: readonly IwerSpace[];
	readonly #restore: (() => void)[] = [];
	#activity: InputActivity | null = null;

	constructor(iwer: IwerModule, device: IwerDevice, side: Side, options: IwerReplayOptions) {
		this.side = side;
		this.#iwer = iwer;
		// The assertions below are safe: the contract was checked.
		this.input = device.hands[side] as IwerHandInput;
		const { gamepad, gripSpace, targetRaySpace, hand } = this.input.inputSource;
		const { radii = listRadii(null) } = options;
		this.#joints = JOINTS.filter(({ webxr }) => webxr !== null).map(({ webxr, webxrIndex }) => {
			const joint = hand!.get(webxr as never)!;
			this.#restore.push(replaceProperty(joint[iwer.P_JOINT_SPACE], 'radius', radii[webxrIndex] ?? 0));
			return joint;
		});
		this.spaces = [...this.#joints, gripSpace!, targetRaySpace];
		// IWER's joints and grip follow the target ray. Recorded poses are absolute.
		for (const space of [...this.#joints, gripSpace!]) {
			this.#restore.push(replaceProperty(space[iwer.P_SPACE], 'parentSpace', device[iwer.P_DEVICE].globalSpace));
		}
		// IWER would set its own hand poses and fire events in its own order.
		this.#restore.push(replaceProperty(this.input, 'updateHandPose', () => {}));
		this.#restore.push(
			replaceProperty(gamepad![iwer.P_GAMEPAD].buttonsMap['pinch']![iwer.P_GAMEPAD], 'eventTrigger', null),
		);
	}

	/** Whether the pose of the hand is known. */
	get isKnown(): boolean {
		return this.isPresent && this.#activity?.input.hand?.joints != null;
	}

	/** Finds the hand of a device and moves this hand to its pose, relative to the floor. */
	update(device: Device, floorY: number): void {
		const found = device.inputs.find(({ handedness, hand }) => handedness === this.side && hand !== null);
		this.isPresent = found !== undefined;
		if (found !== undefined && found !== this.#activity?.input) {
			this.#activity = new InputActivity(found, this.#activity !== null);
		}
		const { input } = this;
		input.connected = this.isPresent;
		input.updatePinchValue(found?.isPressed('select') ? 1 : 0);
		if (found !== undefined) this.#move(found, floorY);
	}

	/** Returns the events of the frame. */
	takeEvents(isReported: boolean): Iterable<InputEvent> {
		return this.#activity?.takeEvents(isReported, this.isPresent) ?? [];
	}

	#move({ hand, grip, ray }: DeviceInput, floorY: number): void {
		const joints = hand?.joints;
		if (!joints || !grip || !ray) return;
		const { input } = this;
		const write = (space: IwerSpace, pose: Pose): void => writeSpace(this.#iwer, space, pose, floorY);
		this.#joints.forEach((joint, i) => {
			write(joint, joints.subarray(i * POSE_SIZE, (i + 1) * POSE_SIZE));
		});
		write(input.inputSource.gripSpace!, grip);
		setPose(input, ray, floorY);
		input.updateTargetRaySpace();
	}

	uninstall(): void {
		for (const restore of this.#restore.splice(0).reverse()) restore();
	}
}

/** Moves a space whose parent is the world to a recorded pose, relative to the floor. */
export function writeSpace(iwer: IwerModule, space: IwerSpace, pose: Pose, floorY: number): void {
	const matrix = writePoseMatrix(pose, space[iwer.P_SPACE].offsetMatrix as Float32Array);
	matrix[13]! -= floorY;
}

/** Moves a device or one of its inputs to a recorded pose, relative to the floor. */
export function setPose(
	{ position, quaternion }: Pick<IwerDevice, 'position' | 'quaternion'>,
	pose: Pose,
	floorY: number,
): void {
	const [x = 0, y = 0, z = 0, qx = 0, qy = 0, qz = 0, qw = 1] = Array.from(pose);
	position.set(x, y - floorY, z);
	quaternion.set(qx, qy, qz, qw);
}
