import { findWebXRJoint, JOINTS, type JointName, RecordingError } from '@handreel/core';
import { quoteValue } from '@handreel/core/internal';

/** A WebXR input source as a capture describes it. */
export interface CaptureSource {
	readonly index: number;
	readonly handedness: string;
	readonly profiles: readonly string[];
	readonly hasGrip: boolean;
	readonly hasGamepad: boolean;
	readonly buttonCount: number;
	readonly axisCount: number;
	/** The joints in the order of their numbers; `null` if the source is not a hand. */
	readonly joints: readonly JointName[] | null;
}

/** The numbers of a joint: position, rotation, radius. */
export const JOINT_NUMBERS = 8;
export const POSE_NUMBERS = 7;

/** WebXR's joints in the order of the specification. */
export const WEBXR_JOINTS: readonly (typeof JOINTS)[number][] = /* @__PURE__ */ JOINTS.filter(
	({ webxr }) => webxr !== null,
);

// Shared by all sources that do not list their joints.
const DEFAULT_JOINTS: readonly JointName[] = /* @__PURE__ */ WEBXR_JOINTS.map(({ name }) => name);

/** The content of a source in a row. */
export interface SourceRow {
	readonly source: CaptureSource;
	readonly ray: readonly number[];
	readonly grip: readonly number[] | null;
	readonly hand: readonly number[] | null;
	/** Buttons: pressed, touched, value; then axes. */
	readonly gamepad: readonly unknown[] | null;
	readonly path: string;
}

/** Reads the sources of a capture. Throws `bad-iwer`. */
export function readSources(schema: unknown): Map<number, CaptureSource> {
	if (!Array.isArray(schema)) return failIwer('schema', 'must be a list of [index, source]');
	const sources = new Map<number, CaptureSource>();
	for (const [i, entry] of schema.entries()) {
		const path = `schema[${i}]`;
		const [index, source]: readonly unknown[] = Array.isArray(entry) ? entry : [];
		if (typeof index !== 'number' || !isObject(source)) return failIwer(path, 'must be [index, source]');
		if (sources.has(index)) failIwer(path, `index ${index} occurs twice`);
		sources.set(index, readSource(index, source, path));
	}
	return sources;
}

function readSource(index: number, source: Readonly<Record<string, unknown>>, path: string): CaptureSource {
	const count = (name: string): number => {
		const value = source['hasGamepad'] === true ? source[name] : 0;
		if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 1000) return value;
		return failIwer(`${path}.${name}`, `${quoteValue(value)} is not a count`);
	};
	const { handedness, profiles } = source;
	const isProfiles = Array.isArray(profiles) && profiles.every((name) => typeof name === 'string');
	return {
		index,
		handedness: typeof handedness === 'string' ? handedness : 'none',
		profiles: isProfiles ? profiles : [],
		hasGrip: source['hasGrip'] === true,
		hasGamepad: source['hasGamepad'] === true,
		buttonCount: count('numButtons'),
		axisCount: count('numAxes'),
		joints: source['hasHand'] === true ? readJoints(source['jointSequence'], `${path}.jointSequence`) : null,
	};
}

function readJoints(names: unknown, path: string): readonly JointName[] {
	if (names === undefined) return DEFAULT_JOINTS;
	if (!Array.isArray(names) || names.length !== WEBXR_JOINTS.length)
		return failIwer(path, `must be a list of ${WEBXR_JOINTS.length} joints`);
	const joints = names.map((name: unknown, i): JointName => {
		const joint = typeof name === 'string' ? findWebXRJoint(name) : null;
		return joint?.name ?? failIwer(`${path}[${i}]`, `${quoteValue(name)} is not a joint of WebXR`);
	});
	if (new Set(joints).size !== joints.length) failIwer(path, 'a joint occurs twice');
	return joints;
}

/** Reads time and head of a row. Throws `bad-iwer`. */
export function readRow(row: unknown, path: string): { time: number; head: number[]; sources: readonly unknown[] } {
	if (!Array.isArray(row) || row.length < 1 + POSE_NUMBERS)
		return failIwer(path, 'must be a list of 8 numbers or more');
	const [time, ...head] = readNumbers(row.slice(0, 1 + POSE_NUMBERS), path);
	return { time: time!, head, sources: row.slice(1 + POSE_NUMBERS) };
}

/** Reads the data of a source in a row. Throws `bad-iwer`. */
export function readSourceRow(data: unknown, sources: ReadonlyMap<number, CaptureSource>, path: string): SourceRow {
	if (!Array.isArray(data)) return failIwer(path, 'must be a list');
	const source = sources.get(data[0]) ?? failIwer(`${path}[0]`, `there is no source ${quoteValue(data[0])}`);
	const ray = readNumbers(data.slice(1, 1 + POSE_NUMBERS), `${path}`, POSE_NUMBERS);
	let at = 1 + POSE_NUMBERS;
	const next = (length: number): unknown[] => {
		const list: unknown = data[at];
		const place = `${path}[${at++}]`;
		if (Array.isArray(list) && list.length === length) return list;
		return failIwer(place, `must be a list of ${length} items`);
	};
	const grip = source.hasGrip ? readNumbers(next(POSE_NUMBERS), `${path}[${at - 1}]`) : null;
	const hand =
		source.joints === null ? null : readNumbers(next(source.joints.length * JOINT_NUMBERS), `${path}[${at - 1}]`);
	const gamepad = source.hasGamepad ? next(source.buttonCount + source.axisCount) : null;
	return { source, ray, grip, hand, gamepad, path };
}

/** Checks a button: `[pressed, touched, value]`, or `null` for a button that does not exist. */
export function readButton(button: unknown, path: string): readonly [boolean, boolean, number] | null {
	if (button === null) return null;
	const [pressed = 0, touched = 0, value = 0] = readNumbers(Array.isArray(button) ? button : [], path, 3);
	return [pressed !== 0, touched !== 0, value];
}

/** Checks that all items of a list are finite numbers. */
export function readNumbers(list: readonly unknown[], path: string, length: number = list.length): number[] {
	if (list.length !== length) failIwer(path, `must hold ${length} numbers, found ${list.length}`);
	const wrong = list.findIndex((value) => typeof value !== 'number' || !Number.isFinite(Math.fround(value)));
	if (wrong >= 0) failIwer(path, `${quoteValue(list[wrong])} is not a number`);
	return list as number[];
}

/** Throws `bad-iwer`. */
export function failIwer(path: string, reason: string): never {
	const message = `${path}: ${reason}`;
	throw new RecordingError({ code: 'bad-iwer', severity: 'error', message, path, byteOffset: null, time: null });
}

/** Whether a value is an object with fields. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
