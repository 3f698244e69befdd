import {
	type Curve,
	checkMarkers,
	describeLayout,
	getKeyWeightedMode,
	type HandCurves,
	type Issue,
	iterateCurves,
	JOINT_NAMES,
	type PoseCurves,
	type QuatCurves,
	type Recording,
	type Vec3Curves,
} from '@handreel/core';
import { AsciiWriter, CHUNK_SIZE } from '../common/ascii-writer.ts';
import { QUIET_NAN } from '../common/key-store.ts';
import { nameFloat } from '../common/named-floats.ts';
import { JSON_FORMAT } from '../common/signatures.ts';
import { countOf, createWarning } from '../common/warning.ts';

/** The version of the JSON structure. */
export const JSON_FORMAT_VERSION = 1;

/** A recording as JSON text. */
export interface JsonResult {
	readonly json: string;
	/** NaN payloads that JSON cannot hold, as warnings. */
	readonly issues: readonly Issue[];
}

/** A recording as JSON text in pieces. */
export interface JsonChunks {
	/** Pieces of about 64 kB, made on demand. */
	readonly chunks: Iterable<string>;
	/** NaN payloads that JSON cannot hold, as warnings. */
	readonly issues: readonly Issue[];
}

/**
 * Returns a recording as JSON text with one line per curve, from which `decodeJson` restores every bit except NaN
 * payloads. `docs/json.md` describes the structure. Floats are the shortest decimals of their float32 values.
 *
 * Throws `RangeError` for a marker time that is not a float32 number.
 */
export function encodeJson(recording: Recording): JsonResult {
	const { chunks, issues } = encodeJsonChunks(recording);
	let json = '';
	for (const chunk of chunks) json += chunk;
	return { json, issues };
}

/** {@link encodeJson} in pieces, for large recordings. */
export function encodeJsonChunks(recording: Recording): JsonChunks {
	checkMarkers(recording.markers);
	return { chunks: { [Symbol.iterator]: () => writeText(recording) }, issues: listIssues(recording) };
}

function* writeText({ layout, markers, head, hands, gaze }: Recording): Generator<string> {
	const writer = new AsciiWriter(CHUNK_SIZE);
	writer.addText(`{\n\t"format": "${JSON_FORMAT}",\n\t"formatVersion": ${JSON_FORMAT_VERSION},\n`);
	writer.addText(`\t"layout": "${describeLayout(layout).name}",\n\t"markers": [`);
	for (const [i, { time, name }] of markers.entries()) {
		writer.addText(`${i === 0 ? '' : ','}\n\t\t{ "time": `);
		writeNumber(writer, Math.fround(time));
		writer.addText(', "name": ');
		// Names may be of any length and any script.
		yield writer.take() + JSON.stringify(name);
		writer.addText(' }');
	}
	writer.addText(`${markers.length === 0 ? '' : '\n\t'}],\n\t"head": `);
	if (head === null) writer.addText('null');
	else yield* writePose(writer, head, '\t');
	writer.addText(',\n\t"hands": ');
	if (hands === null) writer.addText('null');
	else {
		writer.addText('{\n\t\t"left": ');
		yield* writeHand(writer, hands.left);
		writer.addText(',\n\t\t"right": ');
		yield* writeHand(writer, hands.right);
		writer.addText('\n\t}');
	}
	writer.addText(',\n\t"gaze": ');
	if (gaze === null) writer.addText('null');
	else {
		writer.addText('{\n\t\t"origin": ');
		yield* writeVector(writer, gaze.origin, '\t\t');
		writer.addText(',\n\t\t"direction": ');
		yield* writeVector(writer, gaze.direction, '\t\t');
		writer.addText('\n\t}');
	}
	writer.addText('\n}\n');
	yield writer.take();
}

function* writeHand(writer: AsciiWriter, { tracked, pinching, joints }: HandCurves): Generator<string> {
	writer.addText('{\n\t\t\t"tracked": ');
	yield* writeCurve(writer, tracked);
	writer.addText(',\n\t\t\t"pinching": ');
	yield* writeCurve(writer, pinching);
	writer.addText(',\n\t\t\t"joints": {');
	for (const [i, name] of JOINT_NAMES.entries()) {
		writer.addText(`${i === 0 ? '' : ','}\n\t\t\t\t"${name}": `);
		yield* writePose(writer, joints[name], '\t\t\t\t');
	}
	writer.addText('\n\t\t\t}\n\t\t}');
}

function* writePose(writer: AsciiWriter, { position, rotation }: PoseCurves, indent: string): Generator<string> {
	writer.addText(`{\n${indent}\t"position": `);
	yield* writeVector(writer, position, `${indent}\t`);
	writer.addText(`,\n${indent}\t"rotation": `);
	yield* writeVector(writer, rotation, `${indent}\t`);
	writer.addText(`\n${indent}}`);
}

function* writeVector(writer: AsciiWriter, vector: Vec3Curves | QuatCurves, indent: string): Generator<string> {
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

// Writes a curve on one line and yields text whenever enough has been collected.
function* writeCurve(writer: AsciiWriter, curve: Curve): Generator<string> {
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

function listIssues(recording: Recording): Issue[] {
	const issues: Issue[] = [];
	for (const [path, curve] of iterateCurves(recording)) {
		const count = countPayloads(curve);
		if (count > 0) issues.push(createWarning('payload-lost', path, `${countOf(count, 'NaN')} with a payload`));
	}
	return issues;
}

function countPayloads({ words, start, count, stride }: Curve): number {
	let found = 0;
	for (let i = start; i < start + count * stride; i++) {
		const word = words[i]!;
		const isNaNWord = (word & 0x7fff_ffff) > 0x7f80_0000;
		if (isNaNWord && word !== QUIET_NAN && (stride !== 7 || (i - start) % 7 !== 6)) found++;
	}
	return found;
}
