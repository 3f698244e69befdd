import { estimateGrip, estimatePalm, type HandCurves, type JointName, type Side } from '@handreel/core';
import { composePoses, invertPose, normalizeQuaternion } from '@handreel/core/internal';
import { CurveCursor, PoseCursor } from '../common/curve-cursor.ts';
import { flipSpace } from '../common/pose-keys.ts';
import { JOINT_NUMBERS, POSE_NUMBERS, WEBXR_JOINTS } from './capture.ts';
import { roundValue, roundValues } from './round.ts';

/** Writes the rows of a hand. */
export class HandRow {
	readonly #index: number;
	readonly #side: Side;
	readonly #joints: readonly PoseCursor[];
	readonly #radii: readonly number[];
	readonly #aim: PoseCursor | null;
	readonly #tracked: CurveCursor;
	readonly #pinching: CurveCursor;
	readonly #strength: CurveCursor | null;
	readonly #poses = WEBXR_JOINTS.map(() => new Float64Array(POSE_NUMBERS));

	constructor(index: number, side: Side, hand: HandCurves) {
		this.#index = index;
		this.#side = side;
		this.#joints = WEBXR_JOINTS.map(({ name }) => new PoseCursor(hand.joints[name]));
		this.#radii = WEBXR_JOINTS.map(({ name, radius }) => hand.radii?.[name] ?? radius);
		this.#aim = hand.aim && new PoseCursor(hand.aim);
		this.#tracked = new CurveCursor(hand.tracked);
		this.#pinching = new CurveCursor(hand.pinching);
		this.#strength = hand.pinchStrength && new CurveCursor(hand.pinchStrength);
	}

	/** The data of the hand at a time, or `null` while it is lost. Times must not decrease. */
	read(time: number): unknown[] | null {
		for (const cursor of [...this.#joints, this.#aim, this.#tracked, this.#pinching, this.#strength])
			cursor?.seek(time);
		if (!this.#tracked.state) return null;
		this.#joints.forEach((joint, i) => {
			const pose = this.#poses[i]!;
			pose.set(joint.readFloats());
			normalizeQuaternion(pose, pose, 3, 3);
			flipSpace(pose);
		});
		const ray = roundValues(this.#readRay());
		// Joints are relative to the ray as the file has it, so that rounding it does not move them.
		const fromRay = invertPose(ray);
		const numbers = this.#poses.flatMap((pose, i) => {
			const relative = composePoses(fromRay, pose, new Float64Array(JOINT_NUMBERS));
			relative[POSE_NUMBERS] = this.#radii[i]!;
			return roundValues(relative);
		});
		const isPinching = this.#pinching.state;
		const strength = this.#strength?.hasKeys ? roundValue(this.#strength.value) : isPinching ? 1 : 0;
		const button = [isPinching ? 1 : 0, isPinching ? 1 : 0, strength];
		return [this.#index, ...ray, roundValues(this.#createGrip()), numbers, [button]];
	}

	// The recorded ray, or the pose of the index knuckle.
	#readRay(): Float64Array {
		if (!this.#aim?.hasKeys) return this.#poseOf('indexKnuckle').slice();
		const ray = Float64Array.from(this.#aim.readFloats());
		normalizeQuaternion(ray, ray, 3, 3);
		return flipSpace(ray);
	}

	#createGrip(): Float64Array {
		const palm = new Float64Array(POSE_NUMBERS);
		estimatePalm(this.#poseOf('middleMetacarpal'), this.#poseOf('middleKnuckle'), palm);
		return estimateGrip(this.#side, palm, palm);
	}

	#poseOf(name: JointName): Float64Array {
		return this.#poses[WEBXR_JOINTS.findIndex((joint) => joint.name === name)]!;
	}
}
