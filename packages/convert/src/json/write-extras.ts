import type {
	ButtonCurves,
	ControllerCurves,
	JointRadii,
	RecordingInfo,
	Room,
	RoomItem,
	Span,
	Track,
} from '@handreel/core';
import { keepJsonFields } from '@handreel/core/internal';
import type { AsciiWriter } from '../common/ascii-writer.ts';
import {
	type WriteValue,
	writeArray,
	writeCurve,
	writeJson,
	writeMarkers,
	writeObject,
	writePose,
	writeVector,
} from './write-values.ts';

// The parts of a recording that MRTK's files cannot store.

export function writeController(writer: AsciiWriter, controller: ControllerCurves, indent: string): Iterable<string> {
	const { tracked, grip, aim, buttons, axes, profiles } = controller;
	const writeButton = ({ pressed, touched, value }: ButtonCurves, inner: string): Iterable<string> => {
		const fields = {
			pressed: () => writeCurve(writer, pressed),
			touched: () => writeCurve(writer, touched),
			value: () => writeCurve(writer, value),
		};
		return writeObject(writer, fields, inner);
	};
	const fields = {
		tracked: () => writeCurve(writer, tracked),
		grip: (inner: string) => writePose(writer, grip, inner),
		aim: (inner: string) => writePose(writer, aim, inner),
		buttons: (inner: string) => writeArray(writer, buttons, writeButton, inner),
		axes: (inner: string) => writeArray(writer, axes, (axis) => writeCurve(writer, axis), inner),
		profiles: () => writeJson(writer, JSON.stringify(profiles)),
	};
	return writeObject(writer, fields, indent);
}

export function writeTrack(writer: AsciiWriter, track: Track, indent: string): Iterable<string> {
	const { name, kind } = track;
	const head = {
		name: () => writeJson(writer, JSON.stringify(name)),
		kind: () => writeJson(writer, JSON.stringify(kind)),
	};
	return writeObject(writer, { ...head, ...contentOf(writer, track) }, indent);
}

function contentOf(writer: AsciiWriter, track: Track): Readonly<Record<string, (indent: string) => Iterable<string>>> {
	if (track.kind === 'spans') return { spans: (indent) => writeArray(writer, track.spans, writeSpan(writer), indent) };
	if (track.kind === 'events') return { events: (indent) => writeMarkers(writer, track.events, indent) };
	if (track.kind !== 'pose') return { value: () => writeCurve(writer, track.value) };
	return {
		position: (indent) => writeVector(writer, track.position, indent),
		rotation: (indent) => writeVector(writer, track.rotation, indent),
	};
}

function writeSpan(writer: AsciiWriter): (span: Span) => Iterable<string> {
	return ({ start, end, label, score }) => writeJson(writer, JSON.stringify({ start, end, label, score }));
}

/** Writes a room with a line per state. */
export function writeRoom(writer: AsciiWriter, room: Room, indent: string): Iterable<string> {
	const list = <T>(name: keyof Room, write: (item: T, inner: string) => Iterable<string>): WriteValue | undefined =>
		room[name].length === 0
			? undefined
			: (inner) => writeArray(writer, room[name] as unknown as readonly T[], write, inner);
	const item = ({ states, ...fields }: RoomItem<object>, inner: string): Iterable<string> =>
		writeObject(
			writer,
			{
				...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, text(value)])),
				states: (deeper) => writeArray(writer, states, line, deeper),
			},
			inner,
		);
	const text =
		(value: unknown): WriteValue =>
		() =>
			writeJson(writer, JSON.stringify(value));
	const line = (state: object): Iterable<string> => writeLine(writer, state);
	return writeObject(
		writer,
		{
			planes: list('planes', item),
			meshes: list('meshes', item),
			anchors: list('anchors', item),
			light: list('light', line),
			bounds: room.bounds.length === 0 ? undefined : () => writeNumbers(writer, room.bounds),
		},
		indent,
	);
}

// Times are float64, all other numbers float32.
function* writeLine(writer: AsciiWriter, fields: object): Generator<string> {
	let before = '{ ';
	for (const [name, value] of Object.entries(fields)) {
		writer.addText(`${before}"${name}": `);
		before = ', ';
		if (typeof value === 'object' && value !== null) yield* writeNumbers(writer, value);
		else yield* writeJson(writer, JSON.stringify(value));
	}
	writer.addText(' }');
}

function* writeNumbers(writer: AsciiWriter, numbers: ArrayLike<number>): Generator<string> {
	writer.addText('[');
	for (let i = 0; i < numbers.length; i++) {
		if (i > 0) writer.addText(', ');
		writer.addFloat(numbers[i]!);
		if (writer.isFull) yield writer.take();
	}
	writer.addText(']');
}

export function writeInfo(writer: AsciiWriter, info: RecordingInfo, indent: string): Iterable<string> {
	return writeDetails(writer, info, indent);
}

export function writeRadii(writer: AsciiWriter, radii: JointRadii, indent: string): Iterable<string> {
	return writeDetails(writer, radii, indent);
}

// Line ends inside of strings are escaped, so all others are those of the structure.
function writeDetails(writer: AsciiWriter, details: object, indent: string): Iterable<string> {
	return writeJson(writer, JSON.stringify(keepJsonFields(details), null, '\t').replaceAll('\n', `\n${indent}`));
}
