// The counterpart of the obvious reader: measure, allocate once, and set one field after the other through a DataView.
import { JOINT_NAMES } from '@handreel/core';
import type { KeySize } from './data.ts';
import type {
	FullKey,
	ObviousCurve,
	ObviousPose,
	ObviousRecording,
	ObviousRotation,
	ObviousVector,
	SimpleKey,
} from './obvious-reader.ts';

const MAGIC = 0x6a8faf6e0f9e42c6n;

class Sink {
	readonly bytes: Uint8Array;
	private readonly view: DataView;
	private offset = 0;

	constructor(byteLength: number) {
		this.bytes = new Uint8Array(byteLength);
		this.view = new DataView(this.bytes.buffer);
	}

	bool(value: boolean): void {
		this.view.setUint8(this.offset++, value ? 1 : 0);
	}

	int32(value: number): void {
		this.view.setInt32(this.offset, value, true);
		this.offset += 4;
	}

	int64(value: bigint): void {
		this.view.setBigInt64(this.offset, value, true);
		this.offset += 8;
	}

	float32(value: number): void {
		this.view.setFloat32(this.offset, value, true);
		this.offset += 4;
	}

	string(encoded: Uint8Array): void {
		let rest = encoded.length;
		for (; rest > 0x7f; rest >>>= 7) this.view.setUint8(this.offset++, (rest & 0x7f) | 0x80);
		this.view.setUint8(this.offset++, rest);
		this.bytes.set(encoded, this.offset);
		this.offset += encoded.length;
	}
}

/** Writes a 1.1 file with simple keys and markers, or with full keys and without. */
export function writeObvious(recording: ObviousRecording, keys: KeySize): Uint8Array {
	const { head, hands, gaze, markers } = recording;
	const floatCurves: ObviousCurve<SimpleKey>[] = [];
	const booleanCurves: ObviousCurve<SimpleKey>[] = [];
	if (hands !== null) {
		const { left, right } = hands;
		booleanCurves.push(left.tracked, right.tracked, left.pinching, right.pinching);
		for (const hand of [left, right]) for (const name of JOINT_NAMES) pushPose(floatCurves, hand.joints[name]);
	}
	const headCurves: ObviousCurve<SimpleKey>[] = [];
	if (head !== null) pushPose(headCurves, head);
	if (gaze !== null) pushVectors(floatCurves, gaze.origin, gaze.direction);

	const encoder = new TextEncoder();
	const names = keys === 'simple' ? markers.map(({ name }) => encoder.encode(name)) : [];
	const keySize = keys === 'simple' ? 8 : 28;
	let byteLength =
		19 + curvesSize(headCurves, keySize) + curvesSize(booleanCurves, 8) + curvesSize(floatCurves, keySize);
	if (keys === 'simple') byteLength += 4;
	for (const name of names) byteLength += 4 + prefixSize(name.length) + name.length;

	const sink = new Sink(byteLength);
	sink.int64(MAGIC);
	sink.int32(1);
	sink.int32(1);
	sink.bool(head !== null);
	sink.bool(hands !== null);
	sink.bool(gaze !== null);
	const writeCurve = keys === 'simple' ? writeSimpleCurve : (writeFullCurve as typeof writeSimpleCurve);
	for (const curve of headCurves) writeCurve(sink, curve);
	for (const curve of booleanCurves) writeSimpleCurve(sink, curve);
	for (const curve of floatCurves) writeCurve(sink, curve);
	if (keys === 'simple') {
		sink.int32(markers.length);
		markers.forEach(({ time }, i) => {
			sink.float32(time);
			sink.string(names[i] ?? new Uint8Array());
		});
	}
	return sink.bytes;
}

function writeSimpleCurve(sink: Sink, { preWrap, postWrap, keys }: ObviousCurve<SimpleKey>): void {
	sink.int32(preWrap);
	sink.int32(postWrap);
	sink.int32(keys.length);
	for (const key of keys) {
		sink.float32(key.time);
		sink.float32(key.value);
	}
}

function writeFullCurve(sink: Sink, { preWrap, postWrap, keys }: ObviousCurve<FullKey>): void {
	sink.int32(preWrap);
	sink.int32(postWrap);
	sink.int32(keys.length);
	for (const key of keys) {
		sink.float32(key.time);
		sink.float32(key.value);
		sink.float32(key.inTangent);
		sink.float32(key.outTangent);
		sink.float32(key.inWeight);
		sink.float32(key.outWeight);
		sink.int32(key.weightedMode);
	}
}

function pushPose(curves: ObviousCurve<SimpleKey>[], { position, rotation }: ObviousPose<SimpleKey>): void {
	pushVectors(curves, position);
	pushRotation(curves, rotation);
}

function pushVectors(curves: ObviousCurve<SimpleKey>[], ...vectors: readonly ObviousVector<SimpleKey>[]): void {
	for (const { x, y, z } of vectors) curves.push(x, y, z);
}

function pushRotation(curves: ObviousCurve<SimpleKey>[], { x, y, z, w }: ObviousRotation<SimpleKey>): void {
	curves.push(x, y, z, w);
}

function curvesSize(curves: readonly ObviousCurve<SimpleKey>[], keySize: number): number {
	let size = 0;
	for (const { keys } of curves) size += 12 + keys.length * keySize;
	return size;
}

function prefixSize(length: number): number {
	let size = 1;
	for (let rest = length >>> 7; rest > 0; rest >>>= 7) size++;
	return size;
}
