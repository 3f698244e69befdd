import { RecordingError, SIDES, type Side } from '@handreel/core';
import { quoteValue } from '@handreel/core/internal';

/** A pose in WebXR's space: px py pz qx qy qz qw. */
export type Pose = readonly number[];

/** A button: whether it is pressed and touched, and how far it is pressed. */
export interface Button {
	readonly pressed: boolean;
	readonly touched: boolean;
	readonly value: number;
}

/** What a side had in a frame; `null` for what was not tracked. */
export interface SideFrame {
	readonly grip: Pose | null;
	readonly aim: Pose | null;
	readonly gamepad: { readonly buttons: readonly Button[]; readonly axes: readonly number[] } | null;
	/** By WebXR's names, with their radii. Empty without a hand. */
	readonly joints: readonly (readonly [name: string, pose: Pose, radius: number])[];
}

/** A frame of a recording. */
export interface ClientFrame {
	readonly timeMs: number;
	readonly sides: Readonly<Record<Side, SideFrame>>;
}

const AXES = ['px', 'py', 'pz', 'ox', 'oy', 'oz', 'ow'];
/** Rotations are shorter only if they were never set. */
const MIN_LENGTH = 0.5;

type Fields = Readonly<Record<string, unknown>>;

/** Reads a frame. Throws `bad-cloudxr` with the place. */
export function readFrame(value: unknown, path: string): ClientFrame {
	const frame = readObject(value, path);
	const poses = readObject(frame['poses'], `${path}.poses`);
	const gamepads = readObject(frame['gamepads'], `${path}.gamepads`);
	const hands = readObject(frame['handJoints'], `${path}.handJoints`);
	const sides = SIDES.map((side): [Side, SideFrame] => {
		const joints = Object.entries(readObject(hands[side], `${path}.handJoints.${side}`)).flatMap(([name, joint]) => {
			const place = `${path}.handJoints.${side}.${name}`;
			const pose = readPose(joint, place);
			return pose === null ? [] : [[name, pose, readNumber((joint as Fields)['radius'], `${place}.radius`)] as const];
		});
		return [
			side,
			{
				grip: readPose(poses[`${side}Grip`], `${path}.poses.${side}Grip`),
				aim: readPose(poses[`${side}Aim`], `${path}.poses.${side}Aim`),
				gamepad: readGamepad(gamepads[side], `${path}.gamepads.${side}`),
				joints,
			},
		];
	});
	return {
		timeMs: readNumber(frame['timeMs'], `${path}.timeMs`),
		sides: Object.fromEntries(sides) as Record<Side, SideFrame>,
	};
}

function readGamepad(value: unknown, path: string): SideFrame['gamepad'] {
	if (value === null || value === undefined) return null;
	const gamepad = readObject(value, path);
	const buttons = readList(gamepad['buttons'], `${path}.buttons`).map((item, i): Button => {
		const button = readObject(item, `${path}.buttons[${i}]`);
		return {
			pressed: button['pressed'] === true,
			touched: button['touched'] === true,
			value: readNumber(button['value'], `${path}.buttons[${i}].value`),
		};
	});
	const axes = readList(gamepad['axes'], `${path}.axes`).map((axis, i) => readNumber(axis, `${path}.axes[${i}]`));
	return { buttons, axes };
}

function readPose(value: unknown, path: string): Pose | null {
	if (value === null || value === undefined) return null;
	const pose = readObject(value, path);
	const numbers = AXES.map((axis) => readNumber(pose[axis], `${path}.${axis}`));
	if (Math.hypot(...numbers.slice(3)) < MIN_LENGTH) failCloudxr(path, 'has no rotation');
	return numbers;
}

/** A list. Throws `bad-cloudxr`. */
export function readList(value: unknown, path: string): readonly unknown[] {
	return Array.isArray(value) ? value : failCloudxr(path, 'must be a list');
}

/** An object with fields. Throws `bad-cloudxr`. */
export function readObject(value: unknown, path: string): Fields {
	if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
	return failCloudxr(path, 'must be an object');
}

function readNumber(value: unknown, path: string): number {
	if (typeof value === 'number' && Number.isFinite(Math.fround(value))) return value;
	return failCloudxr(path, `${quoteValue(value)} is not a number`);
}

/** Throws `bad-cloudxr`. */
export function failCloudxr(path: string, reason: string): never {
	const message = `${path}: ${reason}`;
	throw new RecordingError({ code: 'bad-cloudxr', severity: 'error', message, path, byteOffset: null, time: null });
}
