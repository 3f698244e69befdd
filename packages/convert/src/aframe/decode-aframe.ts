import {
	type ControllerParts,
	createCurve,
	createRecording,
	type Issue,
	type LimitOptions,
	type PoseCurves,
	RecordingError,
	type Side,
} from '@handreel/core';
import { countOf, MAX_AXES, MAX_BUTTONS, parseJson, ReadBudget } from '@handreel/core/internal';
import type { ReadResult } from '../common/format.ts';
import { flipSpace, PoseKeys } from '../common/pose-keys.ts';
import { readText } from '../common/read-text.ts';
import { StateKeys } from '../common/state-keys.ts';
import { createWarning } from '../common/warning.ts';
import { type Entity, type EntityEvent, failAframe, isObject, readEntity } from './entity.ts';

/** Memory of a pose, of an event and of their keys. */
const ITEM_BYTES = 320;
/** The buttons of the old Gamepad API in the order of WebXR: touchpad or stick, trigger, grip, then the others. */
const BUTTONS = [2, 0, 1, 4, 5];
/** The profiles of gamepads. */
const PROFILES: readonly (readonly [RegExp, string])[] = [
	[/oculus|touch/i, 'oculus-touch'],
	[/openvr|vive/i, 'htc-vive'],
];

/**
 * Reads a recording of A-Frame's motion capture components. The entity `camera` is the head, entities whose names or gamepads
 * are left or right are controllers. The first pose is at 0 seconds.
 *
 * Throws `bad-aframe` with the place for text that is not a recording, and `too-large` for text beyond `limits`.
 *
 * @example decodeAframe(await file.text()).recording
 */
export function decodeAframe(source: string | Uint8Array, options: LimitOptions = {}): ReadResult {
	const json = readText(source, 'bad-aframe');
	const budget = new ReadBudget(options.limits, json.length);
	const capture = parse(json, budget);
	const isSingle = Array.isArray(capture['poses']);
	const parts = Object.entries(isSingle ? { entity: capture } : capture).filter(([, data]) => isObject(data));
	const entities = parts.map(([id, data]) => {
		const fields = data as Readonly<Record<string, unknown>>;
		for (const list of [fields['poses'], fields['events']]) {
			if (Array.isArray(list)) budget.chargeBytes(ITEM_BYTES * list.length);
		}
		return readEntity(id, fields, isSingle ? 'recording' : id);
	});
	const start = entities.reduce(
		(least, { poses }) => Math.min(least, poses[0]?.time ?? least),
		Number.POSITIVE_INFINITY,
	);
	if (start === Number.POSITIVE_INFINITY) return failAframe('recording', 'has no entity with poses');
	return build(entities, start);
}

function parse(json: string, budget: ReadBudget): Readonly<Record<string, unknown>> {
	let value: unknown;
	try {
		value = parseJson(json, budget);
	} catch (cause) {
		if (cause instanceof RecordingError) throw cause;
		return failAframe('', `the JSON is malformed: ${cause instanceof Error ? cause.message : cause}`);
	}
	return isObject(value) ? value : failAframe('recording', 'must be an object of entities');
}

function build(entities: readonly Entity[], start: number): ReadResult {
	const issues: Issue[] = [];
	const parts: { head: PoseCurves | null; left: ControllerParts | null; right: ControllerParts | null } = {
		head: null,
		left: null,
		right: null,
	};
	for (const entity of entities) {
		const role = findRole(entity);
		if (role === null || parts[role] !== null) {
			const reason = role === null ? 'is neither the camera nor left nor right' : `is a second ${role}`;
			issues.push(createWarning('section-lost', entity.id, `left out: ${reason}`));
			continue;
		}
		const { pose, dropped } = readPoses(entity, start);
		if (dropped > 0) {
			const reason = 'left out: the time is not after that of the pose before';
			issues.push(createWarning('keys-lost', entity.id, `${countOf(dropped, 'pose')} ${reason}`));
		}
		if (pose === null) continue;
		if (role === 'head') parts.head = pose;
		else parts[role] = readController(entity, pose, start);
	}
	const { head, left, right } = parts;
	return { recording: createRecording({ head, controllers: left || right ? { left, right } : null }), issues };
}

// Names come first: old drivers reported other sides than hands had.
function findRole({ id, hand }: Entity): 'head' | Side | null {
	if (/camera|head/i.test(id)) return 'head';
	for (const name of [id, hand]) {
		if (/left|^l(?!\w)|^l-?(hand|controller)/i.test(name)) return 'left';
		if (/right|^r(?!\w)|^r-?(hand|controller)/i.test(name)) return 'right';
	}
	return null;
}

function readPoses({ poses }: Entity, start: number): { pose: PoseCurves | null; dropped: number } {
	const keys = new PoseKeys();
	let [last, dropped] = [Number.NEGATIVE_INFINITY, 0];
	for (const { time, numbers } of poses) {
		const seconds = Math.fround((time - start) / 1000);
		if (!(seconds > last)) {
			dropped++;
			continue;
		}
		last = seconds;
		keys.add(seconds, flipSpace([...numbers.slice(0, 3), ...toQuaternion(numbers.slice(3))]));
	}
	return { pose: keys.count === 0 ? null : keys.toPose(), dropped };
}

// A-Frame turns around y, then x, then z.
function toQuaternion(degrees: readonly number[]): number[] {
	const [x = 0, y = 0, z = 0] = degrees.map((value) => (value * Math.PI) / 360);
	const [c1, c2, c3] = [Math.cos(x), Math.cos(y), Math.cos(z)];
	const [s1, s2, s3] = [Math.sin(x), Math.sin(y), Math.sin(z)];
	return [
		s1 * c2 * c3 + c1 * s2 * s3,
		c1 * s2 * c3 - s1 * c2 * s3,
		c1 * c2 * s3 - s1 * s2 * c3,
		c1 * c2 * c3 + s1 * s2 * s3,
	];
}

interface ButtonKeys {
	readonly pressed: StateKeys;
	readonly touched: StateKeys;
	readonly value: number[];
}

// Pointing ray and grip were one pose.
function readController({ events, gamepad }: Entity, pose: PoseCurves, start: number): ControllerParts {
	const buttons: ButtonKeys[] = [];
	const axes: number[][] = [];
	const count = events.reduce((most, { button }) => Math.max(most, findButton(button) + 1), 0);
	for (let i = 0; i < Math.min(count, MAX_BUTTONS); i++) {
		const keys: ButtonKeys = { pressed: new StateKeys(), touched: new StateKeys(), value: [0, 0] };
		keys.pressed.add(0, false);
		keys.touched.add(0, false);
		buttons.push(keys);
	}
	const reported = new Set(events.flatMap(({ button, pressed }) => (pressed === undefined ? [] : [button])));
	let last = Number.NEGATIVE_INFINITY;
	for (const event of events) {
		const time = Math.fround(Math.max(0, event.time - start) / 1000);
		if (time < last) continue;
		last = time;
		const pressed = reported.has(event.button) ? event.pressed : event.weakPressed;
		addEvent({ ...event, pressed }, time, buttons, axes);
	}
	const profile = PROFILES.find(([pattern]) => pattern.test(gamepad))?.[1] ?? 'generic-trigger-squeeze-touchpad';
	const tracked = new StateKeys();
	tracked.add(0, true);
	return {
		tracked: tracked.toCurve(),
		grip: pose,
		aim: pose,
		buttons: buttons.map(({ pressed, touched, value }) => ({
			pressed: pressed.toCurve(),
			touched: touched.toCurve(),
			value: createCurve(value),
		})),
		axes: axes.map((keys) => createCurve(keys)),
		profiles: [profile],
	};
}

function addEvent(event: EntityEvent, time: number, buttons: readonly ButtonKeys[], axes: number[][]): void {
	event.axes?.slice(0, MAX_AXES).forEach((value, i) => {
		axes[i] ??= [];
		addKey(axes[i], time, value);
	});
	const keys = event.button < 0 ? undefined : buttons[findButton(event.button)];
	if (keys === undefined) return;
	const { pressed, touched, value } = event;
	if (pressed !== undefined) keys.pressed.add(time, pressed);
	if (touched !== undefined) keys.touched.add(time, touched);
	if (value !== undefined) addKey(keys.value, time, value);
}

// Several events may have the time of one frame: the last one counts.
function addKey(keys: number[], time: number, value: number): void {
	if (keys.length > 0 && keys[keys.length - 2]! >= time) keys[keys.length - 1] = value;
	else keys.push(time, value);
}

function findButton(button: number): number {
	return BUTTONS[button] ?? button + 1;
}
