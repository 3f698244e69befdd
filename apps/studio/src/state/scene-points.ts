import { type FrameSample, JOINT_NAMES, type JointName, POSE_STRIDE, SIDES, type Side } from '@handreel/core';

/** Where the pose of a point is in memory. */
export interface PointPose {
	readonly poses: Float32Array;
	readonly offset: number;
}

const CONTROLLER = 'controller';

/** Names of points as channel expressions have them: `head`, `left.indexTip`, `right.controller`. */
export function listScenePoints(frame: FrameSample): string[] {
	const points: string[] = frame.headPresent ? ['head'] : [];
	for (const side of SIDES) {
		const { present } = frame.hands[side];
		JOINT_NAMES.forEach((name, i) => {
			if (i > 0 && present[i] === 1) points.push(`${side}.${name}`);
		});
		if (frame.controllers[side].present) points.push(`${side}.${CONTROLLER}`);
	}
	return points.filter((point) => findPointPose(frame, point) !== null);
}

/** Finds the pose of a point in a frame; `null` if the frame does not have it. */
export function findPointPose(frame: FrameSample, point: string): PointPose | null {
	const found = locate(frame, point);
	return found !== null && Number.isFinite(found.poses[found.offset]) ? found : null;
}

function locate(frame: FrameSample, point: string): PointPose | null {
	if (point === 'head') return frame.headPresent ? { poses: frame.head, offset: 0 } : null;
	const place = splitPoint(point);
	if (place === null) return null;
	const { side, name } = place;
	if (name === CONTROLLER) {
		const { present, grip } = frame.controllers[side];
		return present ? { poses: grip, offset: 0 } : null;
	}
	const joint = JOINT_NAMES.indexOf(name);
	const { present, joints } = frame.hands[side];
	return present[joint] === 1 ? { poses: joints, offset: joint * POSE_STRIDE } : null;
}

/** The path of a point's curves in a recording: `left.indexTip` → `hands.left.joints.indexTip`; `null` for other names. */
export function getPointPath(point: string): string | null {
	if (point === 'head') return 'head';
	const place = splitPoint(point);
	if (place === null) return null;
	return place.name === CONTROLLER ? `controllers.${place.side}.grip` : `hands.${place.side}.joints.${place.name}`;
}

/** A point in words: `left.indexTip` → `left indexTip`. */
export function formatPoint(point: string): string {
	return point.replace('.', ' ');
}

function splitPoint(point: string): { readonly side: Side; readonly name: JointName | typeof CONTROLLER } | null {
	const [first, name] = point.split('.');
	const side = SIDES.find((known) => known === first);
	const known = name === CONTROLLER ? CONTROLLER : JOINT_NAMES.find((joint, i) => i > 0 && joint === name);
	return side === undefined || known === undefined ? null : { side, name: known };
}
