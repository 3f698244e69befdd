import {
	type ControllerParts,
	createCurve,
	createRecording,
	type HandParts,
	type Issue,
	JOINT_SETS,
	type JointName,
	type PoseCurves,
	SIDES,
	type Side,
	type Track,
} from '@handreel/core';
import { countOf, hasKeys, type ReadBudget } from '@handreel/core/internal';
import { buildPose, POSE_FRAME_BYTES } from '../common/build-pose.ts';
import type { ReadResult } from '../common/format.ts';
import { flipSpace } from '../common/pose-keys.ts';
import { StateKeys } from '../common/state-keys.ts';
import { createWarning } from '../common/warning.ts';
import {
	BODY_JOINT_COUNT,
	BODY_JOINTS,
	BUTTONS,
	HAND_JOINT_BYTES,
	HAND_JOINTS,
	POSE_FLOATS,
	VALID_AT,
	VALID_POSE_BYTES,
} from './isaac-layout.ts';
import { type IsaacFields, type IsaacStream, readIsaacStreams } from './isaac-streams.ts';

/** Triggers and grips that are pressed farther count as pressed: messages tell only how far. */
const PRESSED = 0.5;
/** Radii that differ more were not constant. */
const RADIUS_TOLERANCE = 0.001;
const POSES = { hand: HAND_JOINTS, head: 1, controller: 2, body: BODY_JOINT_COUNT } as const;

/** Reads the messages of Isaac Teleop. `null` if the file has none. Throws `bad-mcap` with the place, and `too-large`. */
export function decodeIsaac(bytes: Uint8Array, budget: ReadBudget): ReadResult | null {
	const { streams, issues, startTime } = readIsaacStreams(bytes, budget);
	if (streams.length === 0) return null;
	const tracks: Track[] = [];
	const hands: Partial<Record<Side, HandParts>> = {};
	const controllers: Partial<Record<Side, ControllerParts>> = {};
	let head: PoseCurves | null = null;
	for (const stream of streams) {
		const { kind, side, view, name } = stream;
		budget.chargeBytes(stream.frames.length * POSES[kind] * POSE_FRAME_BYTES);
		if (kind === 'hand') hands[side!] = readHand(stream, issues);
		else if (kind === 'controller') controllers[side!] = readController(stream);
		else if (kind === 'body') tracks.push(...readBody(stream));
		else head = readPoses(stream, 0, 0, (fields) => fields[1] !== null && view.getUint8(fields[1]!) === 1);
		tracks.push(...listTimes(stream));
		if (stream.dropped === 0) continue;
		const reason = 'left out: the time is not after that of the message before';
		issues.push(createWarning('keys-lost', name, `${countOf(stream.dropped, 'message')} ${reason}`));
	}
	const recording = createRecording({
		head: head !== null && hasKeys(head) ? head : null,
		hands: SIDES.some((side) => hands[side]) ? hands : null,
		controllers: SIDES.some((side) => controllers[side]) ? controllers : null,
		info: { application: 'Isaac Teleop', referenceSpace: 'bounded-floor', startTime },
		tracks,
	});
	return { recording, issues };
}

type IsValid = (fields: NonNullable<IsaacFields>) => boolean;

// Reads the pose at an offset in a field. Without `isValid`, the byte after the pose decides.
function readPoses({ frames, times, view }: IsaacStream, field: number, offset: number, isValid?: IsValid): PoseCurves {
	return buildPose(times, (frame, out, to) => {
		const fields = frames[frame]!;
		const start = fields?.[field] ?? null;
		if (fields === null || start === null) return false;
		const at = start + offset;
		if (!(isValid?.(fields) ?? view.getUint8(at + VALID_AT) === 1)) return false;
		for (let i = 0; i < POSE_FLOATS; i++) {
			out[to + i] = view.getFloat32(at + 4 * i, true);
			if (!Number.isFinite(out[to + i])) return false;
		}
		flipSpace(out, to);
		return true;
	});
}

function readTracked(
	{ frames, times }: IsaacStream,
	isTracked: (fields: NonNullable<IsaacFields>) => boolean,
): StateKeys {
	const tracked = new StateKeys();
	for (const [i, fields] of frames.entries()) tracked.add(times[i]!, fields !== null && isTracked(fields));
	return tracked;
}

function readHand(stream: IsaacStream, issues: Issue[]): HandParts {
	const { view, frames, name } = stream;
	const isValid = (at: number, joint: number): boolean => view.getUint8(at + joint * HAND_JOINT_BYTES + VALID_AT) === 1;
	const tracked = readTracked(stream, ([at]) => {
		for (let joint = 0; joint < HAND_JOINTS; joint++) if (at !== null && isValid(at!, joint)) return true;
		return false;
	});
	const joints: Partial<Record<JointName, PoseCurves>> = {};
	const radii: Partial<Record<JointName, number>> = {};
	let isConstant = true;
	JOINT_SETS['openxr-26'].joints.forEach(({ joint }, i) => {
		joints[joint!] = readPoses(stream, 0, i * HAND_JOINT_BYTES);
		let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
		for (const fields of frames) {
			const at = fields?.[0] ?? null;
			if (at === null || !isValid(at, i)) continue;
			const radius = view.getFloat32(at + i * HAND_JOINT_BYTES + VALID_POSE_BYTES, true);
			if (radius < least) least = radius;
			if (radius > most) most = radius;
		}
		if (most > 0 && Number.isFinite(most)) radii[joint!] = most;
		isConstant &&= !(most - least > RADIUS_TOLERANCE);
	});
	if (!isConstant) issues.push(createWarning('values-lost', name, 'radii changed; the largest are kept'));
	return { tracked: tracked.toCurve(), joints, radii: Object.keys(radii).length === 0 ? null : radii };
}

function readController(stream: IsaacStream): ControllerParts {
	const { view, frames, times } = stream;
	const tracked = readTracked(stream, ([grip, aim]) =>
		[grip, aim].some((at) => typeof at === 'number' && view.getUint8(at + VALID_AT) === 1),
	);
	const inputs = frames.flatMap((fields, i) => {
		const at = fields?.[2] ?? null;
		return at === null ? [] : [{ time: times[i]!, at }];
	});
	const readFloat = (index: number, sign = 1) =>
		createCurve(
			inputs.flatMap(({ time, at }) => {
				const value = view.getFloat32(at + 4 + 4 * index, true);
				return Number.isFinite(value) ? [time, sign * value + 0] : [];
			}),
		);
	const readState = (isOn: (at: number) => boolean) => {
		const state = new StateKeys();
		for (const { time, at } of inputs) state.add(time, isOn(at));
		return state.toCurve();
	};
	const click = (index: number) => ({ pressed: readState((at) => view.getUint8(at + index) === 1) });
	const lever = (index: number) => ({
		pressed: readState((at) => view.getFloat32(at + 4 + 4 * index, true) > PRESSED),
		value: readFloat(index),
	});
	const buttons: NonNullable<ControllerParts['buttons']>[number][] = Array.from({ length: 7 }, () => ({}));
	if (inputs.length > 0) {
		buttons[BUTTONS.primary] = click(0);
		buttons[BUTTONS.secondary] = click(1);
		buttons[BUTTONS.thumbstick] = click(2);
		buttons[BUTTONS.menu] = click(3);
		buttons[BUTTONS.squeeze] = lever(2);
		buttons[BUTTONS.trigger] = lever(3);
	}
	return {
		tracked: tracked.toCurve(),
		grip: readPoses(stream, 0, 0),
		aim: readPoses(stream, 1, 0),
		buttons: inputs.length > 0 ? buttons : [],
		// Sticks point up with positive numbers in OpenXR, and with negative ones in WebXR. The first two axes are a touchpad.
		axes: inputs.length > 0 ? [createCurve([]), createCurve([]), readFloat(0), readFloat(1, -1)] : [],
		profiles: ['generic-trigger-squeeze-thumbstick'],
	};
}

function readBody(stream: IsaacStream): Track[] {
	return BODY_JOINTS.flatMap((joint, i): Track[] => {
		const pose = readPoses(stream, 0, i * VALID_POSE_BYTES);
		return hasKeys(pose) ? [{ name: `body_${joint}`, kind: 'pose', ...pose }] : [];
	});
}

// The clocks of a stream beside the times of its keys.
function listTimes({ name, times, latencies, deviceTimes }: IsaacStream): Track[] {
	const create = (values: Float32Array) => createCurve(Array.from(times).flatMap((time, i) => [time, values[i]!]));
	const tracks: Track[] = [];
	if (latencies.some((value) => value !== 0)) {
		tracks.push({ name: `${name}_latency`, kind: 'scalar', value: create(latencies) });
	}
	if (deviceTimes.some((value, i) => value !== Math.fround(times[i]! - times[0]!))) {
		tracks.push({ name: `${name}_deviceTime`, kind: 'scalar', value: create(deviceTimes) });
	}
	return tracks;
}
