import {
	type ButtonCurves,
	type ControllerParts,
	type Curve,
	createCurve,
	createRecording,
	JOINT_NAMES,
	type JointName,
	type JointRadii,
	type Marker,
	type PoseCurves,
	type PoseParts,
	type RecordingInfo,
	type Room,
	type RoomParts,
	type Span,
	type Track,
} from '@handreel/core';
import { MAX_AXES, MAX_BUTTONS, quoteValue, readSpan } from '@handreel/core/internal';
import { createRoom } from '@handreel/core/record';
import type { JsonCursor } from './cursor.ts';
import type { CurveReader, Mutable } from './read-curves.ts';

// The parts of a recording that MRTK's files cannot store.

/** Memory of an item of a list, such as a track without its curves. */
const ITEM_BYTES = 128;

export function readController(cursor: JsonCursor, curves: CurveReader, path: string): ControllerParts {
	const controller: Mutable<ControllerParts> = {};
	cursor.readObject(path, {
		tracked: (place) => {
			controller.tracked = curves.readCurve(place, 'boolean');
		},
		grip: (place) => {
			controller.grip = curves.readPose(place);
		},
		aim: (place) => {
			controller.aim = curves.readPose(place);
		},
		buttons: (place) => {
			controller.buttons = readList(cursor, place, MAX_BUTTONS, (at) => readButton(cursor, curves, at));
		},
		axes: (place) => {
			controller.axes = readList(cursor, place, MAX_AXES, (at) => curves.readCurve(at, 'float'));
		},
		profiles: (place) => {
			controller.profiles = readList(cursor, place, Number.POSITIVE_INFINITY, (at) => cursor.readString(at));
		},
	});
	return controller;
}

function readButton(cursor: JsonCursor, curves: CurveReader, path: string): Partial<ButtonCurves> {
	const button: Partial<Mutable<ButtonCurves>> = {};
	cursor.readObject(path, {
		pressed: (place) => {
			button.pressed = curves.readCurve(place, 'boolean');
		},
		touched: (place) => {
			button.touched = curves.readCurve(place, 'boolean');
		},
		value: (place) => {
			button.value = curves.readCurve(place, 'float');
		},
	});
	return button;
}

function readList<T>(cursor: JsonCursor, path: string, most: number, read: (path: string) => T): T[] {
	const list: T[] = [];
	cursor.readArray(path, (index) => {
		if (index >= most) cursor.fail(path, `at most ${most} are supported`);
		cursor.budget.chargeBytes(ITEM_BYTES);
		list.push(read(`${path}[${index}]`));
	});
	return list;
}

export function readRadii(cursor: JsonCursor, path: string): JointRadii {
	const radii: Partial<Record<JointName, number>> = {};
	const readers = JOINT_NAMES.map((name) => [
		name,
		(place: string): void => {
			radii[name] = cursor.readNumber(() => place);
		},
	]);
	cursor.readObject(path, Object.fromEntries(readers));
	return radii;
}

export function readInfo(cursor: JsonCursor, path: string): RecordingInfo {
	const info = cursor.readValue(path);
	if (typeof info === 'object' && info !== null && !Array.isArray(info)) return info as RecordingInfo;
	return cursor.fail(path, 'expected an object');
}

/** Reads a room; `createRoom` checks its content. */
export function readRoom(cursor: JsonCursor, path: string): Room {
	const room = cursor.readValue(path);
	if (typeof room !== 'object' || room === null || Array.isArray(room)) return cursor.fail(path, 'expected an object');
	const unknown = Object.keys(room).find((name) => !ROOM_FIELDS.includes(name));
	if (unknown !== undefined) cursor.fail(`${path}.${unknown}`, `unknown field; expected ${ROOM_FIELDS.join(', ')}`);
	try {
		return createRoom(room as RoomParts);
	} catch (error) {
		if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
		const [place = '', ...reason] = error.message.split(': ');
		return cursor.fail(`${path}.${place}`, reason.join(': '));
	}
}

const ROOM_FIELDS: readonly string[] = ['planes', 'meshes', 'anchors', 'light', 'bounds'] satisfies (keyof Room)[];

export function readTracks(cursor: JsonCursor, curves: CurveReader, path: string): Track[] {
	const names = new Set<string>();
	return readList(cursor, path, Number.POSITIVE_INFINITY, (place) => {
		const track = readTrack(cursor, curves, place);
		if (names.has(track.name)) cursor.fail(`${place}.name`, `there are two tracks ${quoteValue(track.name)}`);
		names.add(track.name);
		return track;
	});
}

function readTrack(cursor: JsonCursor, curves: CurveReader, path: string): Track {
	const fields: TrackFields = { name: '', kind: '', pose: {}, value: null, events: [], spans: [] };
	const seen = cursor.readObject(path, {
		name: (place) => {
			fields.name = cursor.readString(place);
			if (fields.name === '' || fields.name.includes('.')) cursor.fail(place, 'must be a text without dots');
		},
		kind: (place) => {
			fields.kind = cursor.readString(place);
			if (!Object.hasOwn(CONTENT, fields.kind))
				cursor.fail(place, `${quoteValue(fields.kind)} is not one of ${Object.keys(CONTENT).join(', ')}`);
		},
		position: (place) => {
			fields.pose.position = curves.readVector(place, ['x', 'y', 'z']);
		},
		rotation: (place) => {
			fields.pose.rotation = curves.readVector(place, ['x', 'y', 'z', 'w']);
		},
		value: (place) => {
			fields.value = curves.readCurve(place, 'float');
		},
		events: (place) => {
			fields.events = curves.readMarkers(place);
		},
		spans: (place) => {
			fields.spans = readList(cursor, place, Number.POSITIVE_INFINITY, (at) => parseSpan(cursor, at));
		},
	});
	if (fields.name === '' || fields.kind === '') cursor.fail(path, 'a track needs a name and a kind');
	const kind = fields.kind as Track['kind'];
	for (const field of seen) {
		if (field !== 'name' && field !== 'kind' && !CONTENT[kind].includes(field))
			cursor.fail(
				`${path}.${field}`,
				`a track of kind "${kind}" has no such field; expected ${CONTENT[kind].join(', ')}`,
			);
	}
	if (kind === 'boolean' && fields.value?.stride === 7)
		cursor.fail(`${path}.value.keys`, '7 numbers, where a key of this curve has 2');
	return buildTrack(kind, fields);
}

function parseSpan(cursor: JsonCursor, path: string): Span {
	const span: Partial<Mutable<Span>> = {};
	cursor.readObject(path, {
		start: (place) => {
			span.start = cursor.readNumber(() => place);
		},
		end: (place) => {
			span.end = cursor.readNumber(() => place);
		},
		label: (place) => {
			span.label = cursor.readString(place);
		},
		score: (place) => {
			span.score = cursor.readNumber(() => place);
		},
	});
	return readSpan(span) ?? cursor.fail(path, 'a span needs a label, a start, and an end that is not before it');
}

/** The fields of a track by its kind. */
const CONTENT: Readonly<Record<Track['kind'], readonly string[]>> = {
	pose: ['position', 'rotation'],
	scalar: ['value'],
	boolean: ['value'],
	events: ['events'],
	spans: ['spans'],
};

interface TrackFields {
	name: string;
	kind: string;
	readonly pose: Mutable<PoseParts>;
	value: Mutable<Curve> | null;
	events: readonly Marker[];
	spans: readonly Span[];
}

function buildTrack(kind: Track['kind'], { name, pose, value, events, spans }: TrackFields): Track {
	if (kind === 'spans') return { name, kind, spans };
	if (kind === 'events') return { name, kind, events };
	// Adds the curves that are missing.
	if (kind === 'pose') return { name, kind, ...(createRecording({ head: pose }).head as PoseCurves) };
	if (value === null) return { name, kind, value: createCurve([], { kind: kind === 'scalar' ? 'float' : 'boolean' }) };
	// The kind may come after the curve.
	if (kind === 'boolean') value.kind = 'boolean';
	return { name, kind, value };
}
