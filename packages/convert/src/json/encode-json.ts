import {
	type Curve,
	describeLayout,
	type HandCurves,
	type Issue,
	iterateCurves,
	JOINT_NAMES,
	type RayCurves,
	type Recording,
} from '@handreel/core';
import { checkMarkers, countOf } from '@handreel/core/internal';
import { AsciiWriter, CHUNK_SIZE } from '../common/ascii-writer.ts';
import { listLostDetails } from '../common/details.ts';
import type { EncodeChunks, EncodeResult } from '../common/format.ts';
import { encodeText, joinFile } from '../common/join-chunks.ts';
import { QUIET_NAN } from '../common/key-store.ts';
import { createWarning } from '../common/warning.ts';
import { JSON_FORMAT, JSON_FORMAT_VERSION } from './structure.ts';
import { writeController, writeInfo, writeRadii, writeRoom, writeTrack } from './write-extras.ts';
import {
	type WriteValue,
	writeArray,
	writeCurve,
	writeMarkers,
	writeObject,
	writePose,
	writeVector,
} from './write-values.ts';

/**
 * Returns a recording as JSON text with one line per curve, from which `decodeJson` restores every bit except NaN
 * payloads. `docs/json.md` describes the structure. Floats are the shortest decimals of their float32 values.
 *
 * Throws `RangeError` for a time of a marker or event that is not a float32 number.
 */
export function encodeJson(recording: Recording): EncodeResult {
	return joinFile(encodeJsonChunks(recording));
}

/** {@link encodeJson} in pieces, for large recordings. */
export function encodeJsonChunks(recording: Recording): EncodeChunks {
	checkMarkers(recording.markers);
	for (const track of recording.tracks) {
		if (track.kind === 'events') checkMarkers(track.events, `recording.tracks.${track.name}.events`);
	}
	return { chunks: encodeText({ [Symbol.iterator]: () => writeText(recording) }), issues: listIssues(recording) };
}

function* writeText(recording: Recording): Generator<string> {
	const { layout, markers, head, hands, gaze, controllers, info, tracks, room } = recording;
	const writer = new AsciiWriter(CHUNK_SIZE);
	const put =
		(json: string): WriteValue =>
		() => {
			writer.addText(json);
			return [];
		};
	const writeSides = <T>(
		sides: { readonly left: T; readonly right: T },
		write: (side: NonNullable<T>, indent: string) => Iterable<string>,
	): WriteValue => {
		const writeSide = (side: T): WriteValue => (side == null ? put('null') : (indent) => write(side, indent));
		return (indent) => writeObject(writer, { left: writeSide(sides.left), right: writeSide(sides.right) }, indent);
	};
	const fields = {
		format: put(`"${JSON_FORMAT}"`),
		formatVersion: put(`${JSON_FORMAT_VERSION}`),
		layout: put(layout === null ? 'null' : `"${describeLayout(layout).name}"`),
		info: Object.keys(info).length === 0 ? undefined : (indent: string) => writeInfo(writer, info, indent),
		markers: (indent: string) => writeMarkers(writer, markers, indent),
		head: head === null ? put('null') : (indent: string) => writePose(writer, head, indent),
		hands: hands === null ? put('null') : writeSides(hands, (hand, indent) => writeHand(writer, hand, indent)),
		gaze: gaze === null ? put('null') : (indent: string) => writeRay(writer, gaze, indent),
		controllers:
			controllers === null
				? undefined
				: writeSides(controllers, (controller, indent) => writeController(writer, controller, indent)),
		tracks:
			tracks.length === 0
				? undefined
				: (indent: string) => writeArray(writer, tracks, (track, inner) => writeTrack(writer, track, inner), indent),
		room: room === undefined ? undefined : (indent: string) => writeRoom(writer, room, indent),
	};
	yield* writeObject(writer, fields, '');
	writer.addText('\n');
	yield writer.take();
}

function writeHand(writer: AsciiWriter, hand: HandCurves, indent: string): Generator<string> {
	const { tracked, pinching, joints, aim, pinchStrength, radii } = hand;
	const poses = JOINT_NAMES.map((name): [string, WriteValue] => [
		name,
		(inner) => writePose(writer, joints[name], inner),
	]);
	const fields = {
		tracked: () => writeCurve(writer, tracked),
		pinching: () => writeCurve(writer, pinching),
		joints: (inner: string) => writeObject(writer, Object.fromEntries(poses), inner),
		aim: aim === null ? undefined : (inner: string) => writePose(writer, aim, inner),
		pinchStrength: pinchStrength === null ? undefined : () => writeCurve(writer, pinchStrength),
		radii: radii === null ? undefined : (inner: string) => writeRadii(writer, radii, inner),
	};
	return writeObject(writer, fields, indent);
}

function writeRay(writer: AsciiWriter, { origin, direction }: RayCurves, indent: string): Generator<string> {
	const fields = {
		origin: (inner: string) => writeVector(writer, origin, inner),
		direction: (inner: string) => writeVector(writer, direction, inner),
	};
	return writeObject(writer, fields, indent);
}

function listIssues(recording: Recording): Issue[] {
	const issues: Issue[] = [];
	for (const [path, curve] of iterateCurves(recording)) {
		const count = countPayloads(curve);
		if (count > 0) issues.push(createWarning('payload-lost', path, `${countOf(count, 'NaN')} with a payload`));
	}
	for (const path of listLostDetails(recording))
		issues.push(createWarning('values-lost', path, 'JSON cannot hold this value; it is left out'));
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
