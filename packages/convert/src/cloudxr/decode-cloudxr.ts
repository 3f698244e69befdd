import {
	type ControllerParts,
	createCurve,
	createRecording,
	estimatePalm,
	findWebXRJoint,
	type HandParts,
	type Issue,
	type JointName,
	type LimitOptions,
	RecordingError,
	SIDES,
	type Side,
} from '@handreel/core';
import { countOf, MAX_AXES, MAX_BUTTONS, normalizeQuaternion, parseJson, ReadBudget } from '@handreel/core/internal';
import type { ReadResult } from '../common/format.ts';
import { flipSpace, PoseKeys } from '../common/pose-keys.ts';
import { readText } from '../common/read-text.ts';
import { StateKeys } from '../common/state-keys.ts';
import { createWarning } from '../common/warning.ts';
import { type Button, failCloudxr, type Pose, readFrame, readList, readObject, type SideFrame } from './read-frame.ts';

/** Memory of a pose, a button or an axis, and of its keys. */
const ITEM_BYTES = 250;

/**
 * Reads a recording of the WebXR client of Isaac Teleop. A side with joints is a hand, whose first button is the pinch; a side without joints is a
 * controller. There is no head.
 *
 * Throws `bad-cloudxr` with the place for text that is not a recording, and `too-large` for text beyond `limits`.
 *
 * @example decodeCloudxr(await file.text()).recording
 */
export function decodeCloudxr(source: string | Uint8Array, options: LimitOptions = {}): ReadResult {
	const text = readText(source, 'bad-cloudxr');
	const budget = new ReadBudget(options.limits, text.length);
	const file = readObject(parse(text, budget), 'recording');
	if (file['version'] !== 1) failCloudxr('version', 'only version 1 is read');
	const frames = readList(file['frames'], 'frames');
	const sides = { left: new SideKeys(), right: new SideKeys() };
	let [last, dropped] = [Number.NEGATIVE_INFINITY, 0];
	let start: number | null = null;
	frames.forEach((value, i) => {
		const frame = readFrame(value, `frames[${i}]`);
		start ??= frame.timeMs;
		const time = Math.fround((frame.timeMs - start) / 1000);
		if (!(time > last)) {
			dropped++;
			return;
		}
		last = time;
		for (const side of SIDES) {
			const { joints, gamepad } = frame.sides[side];
			const items = joints.length + (gamepad?.buttons.length ?? 0) + (gamepad?.axes.length ?? 0) + 2;
			budget.chargeBytes(ITEM_BYTES * items);
			sides[side].add(time, frame.sides[side]);
		}
	});
	if (start === null) failCloudxr('frames', 'has no frames');
	const issues: Issue[] = [];
	if (dropped > 0) {
		const reason = 'left out: the time is not after that of the frame before';
		issues.push(createWarning('keys-lost', 'frames', `${countOf(dropped, 'frame')} ${reason}`));
	}
	const recordedAt = file['recordedAt'];
	const isDated = typeof recordedAt === 'number' && Math.abs(recordedAt) < 1e14;
	const build = <T>(make: (keys: SideKeys) => T | null): Record<Side, T | undefined> | null => {
		const [left, right] = [make(sides.left) ?? undefined, make(sides.right) ?? undefined];
		return left === undefined && right === undefined ? null : { left, right };
	};
	const recording = createRecording({
		hands: build((keys) => keys.toHand()) as Partial<Record<Side, HandParts>> | null,
		controllers: build((keys) => keys.toController()) as Partial<Record<Side, ControllerParts>> | null,
		info: { application: 'Isaac Teleop', ...(isDated ? { startTime: recordedAt / 1000 } : {}) },
	});
	return { recording, issues };
}

function parse(text: string, budget: ReadBudget): unknown {
	try {
		return parseJson(text, budget);
	} catch (cause) {
		if (cause instanceof RecordingError) throw cause;
		return failCloudxr('recording', `the JSON is malformed: ${cause instanceof Error ? cause.message : cause}`);
	}
}

/** Collects the keys of a side: of its hand and of its controller. */
class SideKeys {
	readonly #hand = new StateKeys();
	readonly #controller = new StateKeys();
	readonly #joints = new Map<JointName, PoseKeys>();
	readonly #radii: Partial<Record<JointName, number>> = {};
	readonly #handAim = new PoseKeys();
	readonly #pinching = new StateKeys();
	readonly #strength: number[] = [];
	readonly #grip = new PoseKeys();
	readonly #aim = new PoseKeys();
	readonly #buttons: { pressed: StateKeys; touched: StateKeys; value: number[] }[] = [];
	readonly #axes: number[][] = [];

	add(time: number, { grip, aim, gamepad, joints }: SideFrame): void {
		const isHand = joints.length > 0;
		const isController = !isHand && (grip !== null || aim !== null);
		this.#hand.add(time, isHand);
		this.#controller.add(time, isController);
		if (isHand) {
			const poses = new Map<JointName, Float64Array>();
			for (const [name, pose, radius] of joints) {
				const joint = findWebXRJoint(name)?.name;
				if (joint === undefined) continue;
				poses.set(joint, this.#addPose(this.#keysOf(joint), time, pose));
				this.#radii[joint] ??= radius;
			}
			const [metacarpal, knuckle] = [poses.get('middleMetacarpal'), poses.get('middleKnuckle')];
			if (metacarpal && knuckle) {
				this.#keysOf('palm').add(time, estimatePalm(metacarpal, knuckle, new Float64Array(7)));
			}
			if (aim !== null) this.#addPose(this.#handAim, time, aim);
			const pinch = gamepad?.buttons[0];
			if (pinch === undefined) return;
			this.#pinching.add(time, pinch.pressed);
			this.#strength.push(time, pinch.value);
		} else if (isController) {
			if (grip !== null) this.#addPose(this.#grip, time, grip);
			if (aim !== null) this.#addPose(this.#aim, time, aim);
			gamepad?.buttons.slice(0, MAX_BUTTONS).forEach((button, i) => {
				this.#addButton(time, i, button);
			});
			gamepad?.axes.slice(0, MAX_AXES).forEach((value, i) => {
				this.#axes[i] ??= [];
				this.#axes[i].push(time, value);
			});
		}
	}

	toHand(): HandParts | null {
		if (this.#joints.size === 0) return null;
		return {
			tracked: this.#hand.toCurve(),
			pinching: this.#pinching.toCurve(),
			joints: Object.fromEntries([...this.#joints].map(([name, keys]) => [name, keys.toPose()])),
			aim: this.#handAim.count === 0 ? null : this.#handAim.toPose(),
			pinchStrength: this.#strength.length === 0 ? null : createCurve(this.#strength),
			radii: this.#radii,
		};
	}

	toController(): ControllerParts | null {
		if (this.#grip.count + this.#aim.count === 0) return null;
		return {
			tracked: this.#controller.toCurve(),
			grip: this.#grip.toPose(),
			aim: this.#aim.toPose(),
			buttons: this.#buttons.map(({ pressed, touched, value }) => ({
				pressed: pressed.toCurve(),
				touched: touched.toCurve(),
				value: createCurve(value),
			})),
			axes: this.#axes.map((keys) => createCurve(keys)),
			profiles: ['generic-trigger-squeeze-thumbstick'],
		};
	}

	#keysOf(joint: JointName): PoseKeys {
		let keys = this.#joints.get(joint);
		if (keys === undefined) {
			keys = new PoseKeys();
			this.#joints.set(joint, keys);
		}
		return keys;
	}

	// Returns the pose in the space of files.
	#addPose(keys: PoseKeys, time: number, pose: Pose): Float64Array {
		const unity = Float64Array.from(pose);
		normalizeQuaternion(unity, unity, 3, 3);
		keys.add(time, flipSpace(unity));
		return unity;
	}

	#addButton(time: number, index: number, { pressed, touched, value }: Button): void {
		this.#buttons[index] ??= { pressed: new StateKeys(), touched: new StateKeys(), value: [] };
		const keys = this.#buttons[index];
		keys.pressed.add(time, pressed);
		keys.touched.add(time, touched);
		keys.value.push(time, value);
	}
}
