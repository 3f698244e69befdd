import {
	createRecording,
	type HandParts,
	type Issue,
	JOINT_SETS,
	type JointName,
	type LimitOptions,
	RecordingError,
	SIDES,
	type Side,
	type Track,
} from '@handreel/core';
import { composePoses, countOf, parseJson, quoteValue, ReadBudget } from '@handreel/core/internal';
import type { ReadResult } from '../common/format.ts';
import { flipSpace, PoseKeys } from '../common/pose-keys.ts';
import { readText } from '../common/read-text.ts';
import { StateKeys } from '../common/state-keys.ts';
import { createWarning } from '../common/warning.ts';
import { type Pose, readRigidMatrix } from './rigid-matrix.ts';

/** Memory of a pose and of its keys. */
const POSE_BYTES = 250;
const ARM = 'forearmArm';
/** The fields of a hand and their joints. They lack the word Finger of ARKit. */
const FIELDS: readonly (readonly [field: string, joint: JointName])[] = /* @__PURE__ */ listFields();

function listFields(): (readonly [string, JointName])[] {
	return JOINT_SETS['arkit-27'].joints.flatMap(({ name, joint }) =>
		joint === null || joint === 'wrist' ? [] : [[name.replace('Finger', ''), joint] as const],
	);
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads `tracking.jsonl` of VisionProTeleop. Joints have the axes of ARKit, which differ from those of OpenXR: the check
 * `foreign-axes` finds them. The app repeats the last pose of a hand that it has lost; such hands count as tracked.
 *
 * Throws `bad-visionpro` with the line for other text, and `too-large` for text beyond `limits`.
 *
 * @example decodeVisionPro(await file.text()).recording
 */
export function decodeVisionPro(source: string | Uint8Array, options: LimitOptions = {}): ReadResult {
	const text = readText(source, 'bad-visionpro');
	const budget = new ReadBudget(options.limits, text.length);
	const reader = new TrackingReader(budget);
	let line = 0;
	for (let at = 0; at < text.length; ) {
		const end = text.indexOf('\n', at);
		const row = text.slice(at, end < 0 ? text.length : end);
		at += row.length + 1;
		line++;
		if (row.trim() !== '') reader.addFrame(parseLine(row, budget, line), `line ${line}`);
	}
	return reader.finish();
}

function parseLine(row: string, budget: ReadBudget, line: number): Fields {
	let value: unknown;
	try {
		value = parseJson(row, budget);
	} catch (cause) {
		if (cause instanceof RecordingError) throw cause;
		return fail(`line ${line}`, `the JSON is malformed: ${cause instanceof Error ? cause.message : cause}`);
	}
	return isObject(value) ? value : fail(`line ${line}`, 'must be an object with a frame');
}

class HandKeys {
	readonly tracked = new StateKeys();
	readonly joints = new Map<JointName, PoseKeys>();
	readonly elbow = new PoseKeys();
	isSeen = false;

	add(time: number, joint: JointName, pose: Pose): void {
		let keys = this.joints.get(joint);
		if (keys === undefined) {
			keys = new PoseKeys();
			this.joints.set(joint, keys);
		}
		keys.add(time, flipSpace(pose));
	}

	toParts(): HandParts {
		const joints = Object.fromEntries([...this.joints].map(([name, keys]) => [name, keys.toPose()]));
		return { tracked: this.tracked.toCurve(), joints };
	}
}

class TrackingReader {
	readonly #budget: ReadBudget;
	readonly #head = new PoseKeys();
	readonly #hands: Readonly<Record<Side, HandKeys>> = { left: new HandKeys(), right: new HandKeys() };
	readonly #lost = new Map<string, number>();
	#last = Number.NEGATIVE_INFINITY;
	#dropped = 0;
	/** Seconds of the clock at which the first frame was made, and the zero of its time. */
	#startTime: number | null = null;
	#zero: number | null = null;

	constructor(budget: ReadBudget) {
		this.#budget = budget;
	}

	addFrame(frame: Fields, path: string): void {
		const clock = readTime(frame['systemTime'], `${path}.systemTime`);
		const stamp = readTime(frame['timestamp'], `${path}.timestamp`) ?? clock;
		if (stamp === null) fail(path, 'has neither timestamp nor systemTime');
		this.#zero ??= stamp!;
		this.#startTime ??= clock;
		const time = Math.fround(stamp! - this.#zero);
		if (!(time > this.#last)) {
			this.#dropped++;
			return;
		}
		this.#last = time;
		const head = this.#readMatrix(frame['headMatrix'], `${path}.headMatrix`, 'headMatrix');
		if (head !== null) this.#head.add(time, flipSpace(head));
		for (const side of SIDES) this.#addHand(time, side, frame[`${side}Hand`], `${path}.${side}Hand`);
	}

	finish(): ReadResult {
		const issues: Issue[] = [];
		if (this.#zero === null) return fail('file', 'has no frames');
		if (this.#dropped > 0) {
			const reason = 'left out: the time is not after that of the frame before';
			issues.push(createWarning('keys-lost', 'frames', `${countOf(this.#dropped, 'frame')} ${reason}`));
		}
		for (const [path, count] of this.#lost) {
			const reason = 'left out: not a rotation and a translation';
			issues.push(createWarning('keys-lost', path, `${countOf(count, 'pose')} ${reason}`));
		}
		const { left, right } = this.#hands;
		const isSeen = left.isSeen || right.isSeen;
		const tracks = SIDES.flatMap((side): Track[] => {
			const { elbow } = this.#hands[side];
			return elbow.count === 0 ? [] : [{ name: `${side}_${ARM}`, kind: 'pose', ...elbow.toPose() }];
		});
		const info = {
			device: 'Apple Vision Pro',
			application: 'VisionProTeleop',
			...(this.#startTime === null ? {} : { startTime: this.#startTime }),
		};
		const recording = createRecording({
			head: this.#head.count === 0 ? null : this.#head.toPose(),
			hands: isSeen ? { left: left.toParts(), right: right.toParts() } : null,
			info,
			tracks,
		});
		return { recording, issues };
	}

	#addHand(time: number, side: Side, hand: unknown, path: string): void {
		const keys = this.#hands[side];
		const wrist = isObject(hand) ? this.#readMatrix(hand['wrist'], `${path}.wrist`, `${side}Hand.wrist`) : null;
		// A hand that was never seen is at the origin.
		if (!isObject(hand) || wrist === null || wrist.every((value, i) => value === (i === 6 ? 1 : 0))) {
			if (hand !== undefined && hand !== null && !isObject(hand)) fail(path, 'must be an object of matrices');
			keys.tracked.add(time, false);
			return;
		}
		keys.isSeen = true;
		keys.tracked.add(time, true);
		keys.add(time, 'wrist', wrist.slice());
		for (const [field, joint] of FIELDS) {
			const pose = this.#readJoint(hand, field, wrist, side, path);
			if (pose !== null) keys.add(time, joint, pose);
		}
		const elbow = this.#readJoint(hand, ARM, wrist, side, path);
		if (elbow !== null) keys.elbow.add(time, flipSpace(elbow));
	}

	// Joints are relative to the wrist.
	#readJoint(hand: Fields, field: string, wrist: Pose, side: Side, path: string): Pose | null {
		const pose = this.#readMatrix(hand[field], `${path}.${field}`, `${side}Hand.${field}`);
		return pose && composePoses(wrist, pose, new Float64Array(7));
	}

	#readMatrix(matrix: unknown, path: string, name: string): Pose | null {
		if (matrix === undefined || matrix === null) return null;
		if (!Array.isArray(matrix)) return fail(path, `${quoteValue(matrix)} is not a list of 16 numbers`);
		this.#budget.chargeBytes(POSE_BYTES);
		const pose = readRigidMatrix(matrix);
		if (pose === null) this.#lost.set(name, (this.#lost.get(name) ?? 0) + 1);
		return pose;
	}
}

function readTime(value: unknown, path: string): number | null {
	if (value === undefined || value === null) return null;
	if (typeof value === 'number' && Number.isFinite(value)) return value;
	return fail(path, `${quoteValue(value)} is not a number`);
}

function isObject(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fail(path: string, reason: string): never {
	const message = `${path}: ${reason}`;
	throw new RecordingError({ code: 'bad-visionpro', severity: 'error', message, path, byteOffset: null, time: null });
}
