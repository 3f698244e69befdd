import type { Curve, Marker, PoseCurves, QuatCurves, Vec3Curves } from '@handreel/core';
import { getKeyWeightedMode } from '@handreel/core/internal';
import type { AsciiWriter } from '../common/ascii-writer.ts';
import { nameFloat } from '../common/named-floats.ts';

// The functions yield text whenever the writer has collected enough.

/** Writes a value. The lines after its first start with the indent. */
export type WriteValue = (indent: string) => Iterable<string>;

/** Writes an object with a line per field. Fields that are `undefined` are left out. */
export function* writeObject(
	writer: AsciiWriter,
	fields: Readonly<Record<string, WriteValue | undefined>>,
	indent: string,
): Generator<string> {
	let before = '{';
	for (const [name, write] of Object.entries(fields)) {
		if (write === undefined) continue;
		writer.addText(`${before}\n${indent}\t"${name}": `);
		before = ',';
		yield* write(`${indent}\t`);
	}
	writer.addText(before === '{' ? '{}' : `\n${indent}}`);
}

/** Writes an array with a line per element. */
export function* writeArray<T>(
	writer: AsciiWriter,
	elements: readonly T[],
	write: (element: T, indent: string) => Iterable<string>,
	indent: string,
): Generator<string> {
	let before = '[';
	for (const element of elements) {
		writer.addText(`${before}\n${indent}\t`);
		before = ',';
		yield* write(element, `${indent}\t`);
	}
	writer.addText(before === '[' ? '[]' : `\n${indent}]`);
}

/** Writes a JSON text of any length and any script. */
export function* writeJson(writer: AsciiWriter, json: string): Generator<string> {
	yield writer.take() + json;
}

/** Writes a list of markers or events. */
export function writeMarkers(writer: AsciiWriter, markers: readonly Marker[], indent: string): Iterable<string> {
	const writeMarker = function* ({ time, name }: Marker): Generator<string> {
		writer.addText('{ "time": ');
		writeNumber(writer, Math.fround(time));
		writer.addText(', "name": ');
		yield* writeJson(writer, JSON.stringify(name));
		writer.addText(' }');
	};
	return writeArray(writer, markers, writeMarker, indent);
}

export function* writePose(writer: AsciiWriter, { position, rotation }: PoseCurves, indent: string): Generator<string> {
	writer.addText(`{\n${indent}\t"position": `);
	yield* writeVector(writer, position, `${indent}\t`);
	writer.addText(`,\n${indent}\t"rotation": `);
	yield* writeVector(writer, rotation, `${indent}\t`);
	writer.addText(`\n${indent}}`);
}

export function* writeVector(writer: AsciiWriter, vector: Vec3Curves | QuatCurves, indent: string): Generator<string> {
	const { x, y, z } = vector;
	const axes = 'w' in vector ? { x, y, z, w: vector.w } : { x, y, z };
	let before = '{';
	for (const [axis, curve] of Object.entries(axes)) {
		writer.addText(`${before}\n${indent}\t"${axis}": `);
		before = ',';
		yield* writeCurve(writer, curve);
		if (writer.isFull) yield writer.take();
	}
	writer.addText(`\n${indent}}`);
}

/** Writes a curve on one line. */
export function* writeCurve(writer: AsciiWriter, curve: Curve): Generator<string> {
	const { floats, start, count, stride, preWrap, postWrap } = curve;
	writer.addText(`{ "preWrap": ${preWrap}, "postWrap": ${postWrap}, "keys": [`);
	for (let key = 0; key < count; key++) {
		const at = start + key * stride;
		writer.addText(key === 0 ? '[' : ', [');
		writeNumber(writer, floats[at]!);
		writer.addText(', ');
		writeNumber(writer, floats[at + 1]!);
		if (stride === 7) {
			for (let field = 2; field < 6; field++) {
				writer.addText(', ');
				writeNumber(writer, floats[at + field]!);
			}
			writer.addText(`, ${getKeyWeightedMode(curve, key)}`);
		}
		writer.addText(']');
		if (writer.isFull) yield writer.take();
	}
	writer.addText('] }');
}

function writeNumber(writer: AsciiWriter, value: number): void {
	const name = nameFloat(value);
	if (name === null) writer.addFloat(value);
	else writer.addText(`"${name}"`);
}
