import { RecordingError } from '@handreel/core';
import { quoteValue } from '@handreel/core/internal';

/** A pose with its time in milliseconds: px py pz, then rotations around x, y and z in degrees. */
export interface EntityPose {
	readonly time: number;
	readonly numbers: readonly number[];
}

/** A change of a button or of axes. Values that are `undefined` stay as they were. */
export interface EntityEvent {
	readonly time: number;
	/** The number of the button in the old Gamepad API; −1 for axes. */
	readonly button: number;
	readonly pressed?: boolean | undefined;
	/** The state of an event that reports any change. It counts where no event reports presses. */
	readonly weakPressed?: boolean | undefined;
	readonly touched?: boolean | undefined;
	readonly value?: number | undefined;
	readonly axes?: readonly number[];
}

/** An entity of a recording. */
export interface Entity {
	readonly id: string;
	readonly poses: readonly EntityPose[];
	readonly events: readonly EntityEvent[];
	/** The name of the gamepad, or an empty text. */
	readonly gamepad: string;
	/** The side of the gamepad, or an empty text. */
	readonly hand: string;
}

const AXES = ['x', 'y', 'z'] as const;
const MAX_BUTTON = 31;

type Fields = Readonly<Record<string, unknown>>;

/** Reads an entity. Throws `bad-aframe` with the place. */
export function readEntity(id: string, data: Fields, path: string): Entity {
	const poses = readList(data['poses'], `${path}.poses`).map((pose, i) => readPose(pose, `${path}.poses[${i}]`));
	const events = readList(data['events'], `${path}.events`).flatMap((event, i) =>
		readEvent(event, `${path}.events[${i}]`),
	);
	const gamepad = isObject(data['gamepad']) ? data['gamepad'] : {};
	const readName = (key: string): string => readOptionalText(gamepad[key], `${path}.gamepad.${key}`);
	return { id, poses, events, gamepad: readName('id'), hand: readName('hand') };
}

function readList(list: unknown, path: string): readonly unknown[] {
	if (list === undefined) return [];
	return Array.isArray(list) ? list : failAframe(path, 'must be a list');
}

function readOptionalText(value: unknown, path: string): string {
	if (typeof value === 'string') return value;
	return value === undefined || value === null ? '' : failAframe(path, 'must be a text');
}

function readPose(pose: unknown, path: string): EntityPose {
	if (!isObject(pose)) return failAframe(path, 'must be an object with position, rotation and timestamp');
	const numbers = (['position', 'rotation'] as const).flatMap((name) => {
		const part = pose[name];
		if (!isObject(part)) return failAframe(`${path}.${name}`, 'must be an object with x, y and z');
		return AXES.map((axis) => readNumber(part[axis], `${path}.${name}.${axis}`));
	});
	return { time: readNumber(pose['timestamp'], `${path}.timestamp`), numbers };
}

function readEvent(event: unknown, path: string): EntityEvent[] {
	if (!isObject(event)) return failAframe(path, 'must be an object with name, detail and timestamp');
	const time = readNumber(event['timestamp'], `${path}.timestamp`);
	const detail = isObject(event['detail']) ? event['detail'] : {};
	const { name } = event;
	if (name === 'axismove') {
		const axes = readList(detail['axis'], `${path}.detail.axis`);
		return [{ time, button: -1, axes: axes.map((value, i) => readNumber(value, `${path}.detail.axis[${i}]`)) }];
	}
	if (typeof name !== 'string' || !/^(button|touch)/.test(name)) return [];
	const button = readNumber(detail['id'], `${path}.detail.id`);
	if (!Number.isInteger(button) || button < 0 || button > MAX_BUTTON) {
		return failAframe(`${path}.detail.id`, `${quoteValue(button)} is not the number of a button`);
	}
	if (name !== 'buttonchanged') {
		// Their state is that of the end of the recording: recorders stored the live object.
		const [pressed, touched] = [
			{ buttondown: true, buttonup: false }[name],
			{ touchstart: true, touchend: false }[name],
		];
		return [{ time, button, pressed, touched }];
	}
	const state = isObject(detail['state']) ? detail['state'] : {};
	const readState = (key: string): boolean | undefined => (typeof state[key] === 'boolean' ? state[key] : undefined);
	const value = state['value'] === undefined ? undefined : readNumber(state['value'], `${path}.detail.state.value`);
	return [{ time, button, weakPressed: readState('pressed'), value }];
}

function readNumber(value: unknown, path: string): number {
	if (typeof value === 'number' && Number.isFinite(Math.fround(value))) return value;
	return failAframe(path, `${quoteValue(value)} is not a number`);
}

/** Throws `bad-aframe`. */
export function failAframe(path: string, reason: string): never {
	const message = `${path}: ${reason}`;
	throw new RecordingError({ code: 'bad-aframe', severity: 'error', message, path, byteOffset: null, time: null });
}

/** Whether a value is an object with fields. */
export function isObject(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
