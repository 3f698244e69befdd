import {
	type Curve,
	type HandCurves,
	JOINTS,
	listStateChanges,
	POSE_STRIDE,
	type PoseCurves,
	type Recording,
	type SampleOptions,
	type Side,
	samplePose,
} from '@handreel/core';
import {
	alignQuaternion,
	angleBetweenQuaternions,
	hasKeys,
	listKeyTimes,
	slerpQuaternions,
} from '@handreel/core/internal';
import {
	AnimationClip,
	BooleanKeyframeTrack,
	type KeyframeTrack,
	QuaternionKeyframeTrack,
	VectorKeyframeTrack,
} from 'three';
import { refineTimes } from './refine-times.ts';

/** Options of {@link createAnimationClip}. */
export interface AnimationClipOptions {
	/** The name of the clip. Default: the side. */
	readonly name?: string | undefined;
	/** By how many meters positions may be off between keys. Default 0.00005. */
	readonly positionTolerance?: number | undefined;
	/** By how many degrees rotations may be off between keys. Default 0.1. */
	readonly rotationToleranceDegrees?: number | undefined;
	/** What curves with wrap mode Default do outside their keys. Default: they loop, as in Unity. */
	readonly defaultWrap?: SampleOptions['defaultWrap'] | undefined;
}

/** Defaults of {@link AnimationClipOptions}. */
const CLIP_DEFAULTS: Readonly<Required<Pick<AnimationClipOptions, 'positionTolerance' | 'rotationToleranceDegrees'>>> =
	{
		positionTolerance: 5e-5,
		rotationToleranceDegrees: 0.1,
	};

/**
 * Creates an `AnimationClip` of one hand for `AnimationMixer`: tracks of position and rotation for each joint, on nodes with
 * WebXR's joint names, and a `visible` track of the root for tracking loss. The generic hand of the WebXR input profiles plays
 * it as it is, because its bones are siblings.
 *
 * Tracks have straight lines between keys. Where the curves of the recording bend, keys are added until lines are within the
 * tolerances. Throws `TypeError` for an unknown side and for a recording without hands.
 *
 * @example
 * import { AnimationMixer } from 'three';
 * import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
 * const { scene: hand } = await new GLTFLoader().loadAsync(getHandMeshUrl('left').href);
 * const mixer = new AnimationMixer(hand);
 * mixer.clipAction(createAnimationClip(recording, 'left')).play();
 */
export function createAnimationClip(
	recording: Recording,
	side: Side,
	options: AnimationClipOptions = {},
): AnimationClip {
	if (side !== 'left' && side !== 'right') throw new TypeError(`side: '${side}' is neither 'left' nor 'right'`);
	const hand = recording.hands?.[side];
	if (hand === undefined) throw new TypeError('recording: it has no hands');
	const { duration } = recording;
	const tracks = [createVisibleTrack(hand, duration, options)];
	for (const { name, webxr } of JOINTS) {
		const pose = hand.joints[name];
		if (webxr !== null && hasKeys(pose)) tracks.push(...createJointTracks(webxr, pose, duration, options));
	}
	return new AnimationClip(options.name ?? side, duration, tracks);
}

function createVisibleTrack(
	{ tracked }: HandCurves,
	end: number,
	{ defaultWrap }: AnimationClipOptions,
): KeyframeTrack {
	const changes = listStateChanges(tracked, { start: 0, end, defaultWrap });
	const times = changes.length === 0 ? [0] : changes.map(({ time }) => time);
	// Without a node name the track belongs to the root of the mixer.
	return new BooleanKeyframeTrack(
		'.visible',
		times,
		changes.length === 0 ? [false] : changes.map(({ value }) => value),
	);
}

function createJointTracks(
	name: string,
	pose: PoseCurves,
	duration: number,
	options: AnimationClipOptions,
): KeyframeTrack[] {
	const {
		positionTolerance = CLIP_DEFAULTS.positionTolerance,
		rotationToleranceDegrees = CLIP_DEFAULTS.rotationToleranceDegrees,
	} = options;
	const rotationTolerance = (rotationToleranceDegrees * Math.PI) / 180;
	const { defaultWrap } = options;
	const sampling: SampleOptions = { space: 'webxr', defaultWrap };
	const [from, to, at] = [new Float32Array(POSE_STRIDE), new Float32Array(POSE_STRIDE), new Float32Array(POSE_STRIDE)];
	const load = (a: number, b: number, fraction: number): void => {
		samplePose(pose, a, from, 0, sampling);
		samplePose(pose, b, to, 0, sampling);
		samplePose(pose, a + (b - a) * fraction, at, 0, sampling);
	};
	const { position, rotation } = pose;
	const positionTimes = refineTimes(listTimes([position.x, position.y, position.z], duration), (a, b, fraction) => {
		load(a, b, fraction);
		const offset = (axis: number): number => from[axis]! + (to[axis]! - from[axis]!) * fraction - at[axis]!;
		return Math.hypot(offset(0), offset(1), offset(2)) / positionTolerance;
	});
	const curves = [rotation.x, rotation.y, rotation.z, rotation.w];
	const rotationTimes = refineTimes(listTimes(curves, duration), (a, b, fraction) => {
		load(a, b, fraction);
		slerpQuaternions(from, to, fraction, from, 3, 3, 3);
		return angleBetweenQuaternions(from, at, 3, 3) / rotationTolerance;
	});
	const positions = new Float32Array(positionTimes.length * 3);
	positionTimes.forEach((time, i) => {
		samplePose(pose, time, at, 0, sampling);
		positions.set(at.subarray(0, 3), i * 3);
	});
	const rotations = new Float32Array(rotationTimes.length * 4);
	rotationTimes.forEach((time, i) => {
		samplePose(pose, time, at, 0, sampling);
		if (i > 0) alignQuaternion(at, rotations, at, 3, (i - 1) * 4, 3);
		rotations.set(at.subarray(3), i * 4);
	});
	return [
		new VectorKeyframeTrack(`${name}.position`, positionTimes, positions),
		new QuaternionKeyframeTrack(`${name}.quaternion`, rotationTimes, rotations),
	];
}

/** Key times from 0 to the duration, with both ends. */
function listTimes(curves: readonly Curve[], duration: number): Float32Array {
	const times = listKeyTimes(curves).filter((time) => time > 0 && time < duration);
	return duration > 0 ? Float32Array.of(0, ...times, duration) : Float32Array.of(0);
}
