import { createCurve, estimatePalm, type HandParts, type JointName } from '@handreel/core';
import { composePoses, normalizeQuaternion } from '@handreel/core/internal';
import { flipSpace, PoseKeys } from '../common/pose-keys.ts';
import { StateKeys } from '../common/state-keys.ts';
import { JOINT_NUMBERS, POSE_NUMBERS, readButton, type SourceRow } from './capture.ts';

/** Radii that differ by rounding to millimeters are the same. */
const RADIUS_TOLERANCE = 0.0011;

/** Collects the keys of a hand. */
export class HandKeys {
	readonly #joints = new Map<JointName, PoseKeys>();
	readonly #radii = new Map<JointName, number[]>();
	readonly #aim = new PoseKeys();
	readonly #tracked = new StateKeys();
	readonly #pinching = new StateKeys();
	readonly #strength: number[] = [];
	readonly #pose = new Float64Array(POSE_NUMBERS);
	readonly #ray = new Float64Array(POSE_NUMBERS);
	readonly #palm = new Float64Array(POSE_NUMBERS);

	/** Whether the hand was ever seen. */
	get isSeen(): boolean {
		return this.#aim.count > 0;
	}

	/** Whether the radii changed during the capture. */
	get hasVaryingRadii(): boolean {
		return [...this.#radii.values()].some((list) => {
			const [low, high] = minMax(list);
			return high - low > RADIUS_TOLERANCE;
		});
	}

	addLost(time: number): void {
		this.#tracked.add(time, false);
	}

	/** Adds a row. Joints are relative to the pointing ray. */
	add(time: number, { source, ray, hand, gamepad, path }: SourceRow): void {
		this.#tracked.add(time, true);
		this.#ray.set(ray);
		normalizeQuaternion(this.#ray, this.#ray, 3, 3);
		this.#pose.set(this.#ray);
		this.#aim.add(time, flipSpace(this.#pose));
		const poses = new Map<JointName, Float64Array>();
		source.joints?.forEach((name, i) => {
			const at = i * JOINT_NUMBERS;
			const world = composePoses(this.#ray, hand!, new Float64Array(POSE_NUMBERS), 0, at);
			normalizeQuaternion(world, world, 3, 3);
			poses.set(name, flipSpace(world));
			this.#addJoint(time, name, world);
			const radii = this.#radii.get(name);
			if (radii === undefined) this.#radii.set(name, [hand![at + POSE_NUMBERS]!]);
			else radii.push(hand![at + POSE_NUMBERS]!);
		});
		estimatePalm(poses.get('middleMetacarpal')!, poses.get('middleKnuckle')!, this.#palm);
		this.#addJoint(time, 'palm', this.#palm);
		const pinch = gamepad !== null && source.buttonCount > 0 ? readButton(gamepad[0], `${path}.buttons[0]`) : null;
		if (pinch === null) return;
		this.#pinching.add(time, pinch[0]);
		this.#strength.push(time, pinch[2]);
	}

	toHand(): HandParts {
		const radii = [...this.#radii].map(([name, list]) => [name, averageOf(list)] as const);
		return {
			tracked: this.#tracked.toCurve(),
			pinching: this.#pinching.toCurve(),
			joints: Object.fromEntries([...this.#joints].map(([name, keys]) => [name, keys.toPose()])),
			aim: this.#aim.toPose(),
			pinchStrength: this.#strength.length === 0 ? null : createCurve(this.#strength),
			radii: Object.fromEntries(radii),
		};
	}

	#addJoint(time: number, name: JointName, pose: Float64Array): void {
		let keys = this.#joints.get(name);
		if (keys === undefined) {
			keys = new PoseKeys();
			this.#joints.set(name, keys);
		}
		keys.add(time, pose);
	}
}

function minMax(list: readonly number[]): [number, number] {
	return list.reduce(
		([low, high], value) => [Math.min(low, value), Math.max(high, value)],
		[Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
	);
}

function averageOf(list: readonly number[]): number {
	const [low, high] = minMax(list);
	return low === high ? low : list.reduce((sum, value) => sum + value, 0) / list.length;
}
