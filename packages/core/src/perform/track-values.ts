import { BODY_JOINTS, BODY_TRACKED_TRACK } from '../model/body-joints.ts';
import { SIDES, type Side } from '../model/recording.ts';
import type { TrackValue } from '../record/track-keys.ts';
import { type FrameSample, HAND_STRIDE, POSE_STRIDE } from '../sample/frame-sample.ts';
import { convertSpace, DEFAULT_SPACE } from '../sample/spaces.ts';
import { writeBody } from './body-pose.ts';
import { writeHandJoints } from './hand-model.ts';
import type { SideTrack } from './side-track.ts';
import { PLAN_SPACE, type Stage } from './stage.ts';

/** Lists the values of the tracks of a body, in Unity's space. `frame` is the frame at this time, in Unity's space. */
export function listBodyValues(
	stage: Stage,
	sides: Readonly<Record<Side, SideTrack>>,
	time: number,
	{ hands }: FrameSample,
): TrackValue[] {
	const joints = { left: new Float64Array(HAND_STRIDE), right: new Float64Array(HAND_STRIDE) };
	for (const side of SIDES) {
		const track = sides[side];
		// The same floats, so that the body has the same hands.
		if (hands[side].tracked) convertPoses(hands[side].joints, joints[side], DEFAULT_SPACE, PLAN_SPACE);
		else {
			const wrist = stage.toWorld(track.wristAt(time), time);
			writeHandJoints(side, stage.settings.handSize, track.anglesAt(time), wrist, joints[side]);
		}
	}
	const body = writeBody(stage, joints, time);
	convertPoses(body, body, PLAN_SPACE, DEFAULT_SPACE);
	return [
		{ name: BODY_TRACKED_TRACK, kind: 'boolean', value: true },
		...BODY_JOINTS.map(({ track, index }): TrackValue => {
			return { name: track, kind: 'pose', value: body.subarray(index * POSE_STRIDE, (index + 1) * POSE_STRIDE) };
		}),
	];
}

function convertPoses(
	from: ArrayLike<number>,
	to: Float64Array,
	...spaces: [typeof DEFAULT_SPACE, typeof DEFAULT_SPACE]
): void {
	for (let at = 0; at < to.length; at += POSE_STRIDE) {
		convertSpace(from, 3, ...spaces, to, at, at);
		convertSpace(from, 4, ...spaces, to, at + 3, at + 3);
	}
}
