// The obvious implementation that handreel is measured against: a cursor over a DataView, one object per key, bounds left
// to DataView. It gets the layout instead of finding it, and checks nothing else.
import { JOINT_NAMES, type JointName } from '@handreel/core';
import type { KeySize } from './data.ts';

/** A key of a boolean curve, or a simple key. */
export interface SimpleKey {
	readonly time: number;
	readonly value: number;
}
/** A full key. */
export interface FullKey extends SimpleKey {
	readonly inTangent: number;
	readonly outTangent: number;
	readonly inWeight: number;
	readonly outWeight: number;
	readonly weightedMode: number;
}
/** A curve. */
export interface ObviousCurve<Key> {
	readonly preWrap: number;
	readonly postWrap: number;
	readonly keys: readonly Key[];
}
/** Three curves. */
export interface ObviousVector<Key> {
	readonly x: ObviousCurve<Key>;
	readonly y: ObviousCurve<Key>;
	readonly z: ObviousCurve<Key>;
}
/** Four curves. */
export interface ObviousRotation<Key> extends ObviousVector<Key> {
	readonly w: ObviousCurve<Key>;
}
/** Seven curves. */
export interface ObviousPose<Key> {
	readonly position: ObviousVector<Key>;
	readonly rotation: ObviousRotation<Key>;
}
/** Six curves. */
export interface ObviousRay<Key> {
	readonly origin: ObviousVector<Key>;
	readonly direction: ObviousVector<Key>;
}
/** A hand. */
export interface ObviousHand<Key> {
	readonly tracked: ObviousCurve<SimpleKey>;
	readonly pinching: ObviousCurve<SimpleKey>;
	readonly joints: Readonly<Record<JointName, ObviousPose<Key>>>;
}
/** The model of a 1.1 file, with the same nesting as handreel's. */
export interface ObviousRecording<Key extends SimpleKey = SimpleKey> {
	readonly head: ObviousPose<Key> | null;
	readonly hands: { readonly left: ObviousHand<Key>; readonly right: ObviousHand<Key> } | null;
	readonly gaze: ObviousRay<Key> | null;
	readonly markers: readonly { readonly time: number; readonly name: string }[];
}

const MAGIC = 0x6a8faf6e0f9e42c6n;

class Cursor {
	private readonly view: DataView;
	private readonly decoder = new TextDecoder();
	private offset = 0;

	constructor(bytes: Uint8Array) {
		this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	}

	bool(): boolean {
		return this.view.getUint8(this.offset++) !== 0;
	}

	int32(): number {
		const value = this.view.getInt32(this.offset, true);
		this.offset += 4;
		return value;
	}

	int64(): bigint {
		const value = this.view.getBigInt64(this.offset, true);
		this.offset += 8;
		return value;
	}

	float32(): number {
		const value = this.view.getFloat32(this.offset, true);
		this.offset += 4;
		return value;
	}

	string(): string {
		let length = 0;
		for (let shift = 0; ; shift += 7) {
			const group = this.view.getUint8(this.offset++);
			length |= (group & 0x7f) << shift;
			if (group < 0x80) break;
		}
		const bytes = new Uint8Array(this.view.buffer, this.view.byteOffset + this.offset, length);
		this.offset += length;
		return this.decoder.decode(bytes);
	}
}

type ReadCurve<Key> = (cursor: Cursor) => ObviousCurve<Key>;

/** Reads a 1.1 file with simple keys and markers, or with full keys and without. */
export function readObvious(bytes: Uint8Array, keys: KeySize): ObviousRecording {
	return keys === 'simple' ? readFile(bytes, readSimpleCurve, true) : readFile(bytes, readFullCurve, false);
}

function readFile<Key extends SimpleKey>(
	bytes: Uint8Array,
	curve: ReadCurve<Key>,
	hasMarkers: boolean,
): ObviousRecording<Key> {
	const cursor = new Cursor(bytes);
	if (cursor.int64() !== MAGIC) throw new Error('not an input animation');
	if (cursor.int32() !== 1 || cursor.int32() !== 1) throw new Error('unknown version');
	const hasHead = cursor.bool();
	const hasHands = cursor.bool();
	const hasGaze = cursor.bool();
	return {
		head: hasHead ? readPose(cursor, curve) : null,
		hands: hasHands ? readHands(cursor, curve) : null,
		gaze: hasGaze ? { origin: readVector(cursor, curve), direction: readVector(cursor, curve) } : null,
		markers: hasMarkers ? readMarkers(cursor) : [],
	};
}

function readSimpleCurve(cursor: Cursor): ObviousCurve<SimpleKey> {
	const preWrap = cursor.int32();
	const postWrap = cursor.int32();
	const count = cursor.int32();
	const keys: SimpleKey[] = [];
	for (let i = 0; i < count; i++) keys.push({ time: cursor.float32(), value: cursor.float32() });
	return { preWrap, postWrap, keys };
}

function readFullCurve(cursor: Cursor): ObviousCurve<FullKey> {
	const preWrap = cursor.int32();
	const postWrap = cursor.int32();
	const count = cursor.int32();
	const keys: FullKey[] = [];
	for (let i = 0; i < count; i++) {
		keys.push({
			time: cursor.float32(),
			value: cursor.float32(),
			inTangent: cursor.float32(),
			outTangent: cursor.float32(),
			inWeight: cursor.float32(),
			outWeight: cursor.float32(),
			weightedMode: cursor.int32(),
		});
	}
	return { preWrap, postWrap, keys };
}

function readVector<Key>(cursor: Cursor, curve: ReadCurve<Key>): ObviousVector<Key> {
	return { x: curve(cursor), y: curve(cursor), z: curve(cursor) };
}

function readPose<Key>(cursor: Cursor, curve: ReadCurve<Key>): ObviousPose<Key> {
	return {
		position: readVector(cursor, curve),
		rotation: { x: curve(cursor), y: curve(cursor), z: curve(cursor), w: curve(cursor) },
	};
}

function readHands<Key extends SimpleKey>(cursor: Cursor, curve: ReadCurve<Key>): ObviousRecording<Key>['hands'] {
	const leftTracked = readSimpleCurve(cursor);
	const rightTracked = readSimpleCurve(cursor);
	const leftPinching = readSimpleCurve(cursor);
	const rightPinching = readSimpleCurve(cursor);
	const left = readJoints(cursor, curve);
	const right = readJoints(cursor, curve);
	return {
		left: { tracked: leftTracked, pinching: leftPinching, joints: left },
		right: { tracked: rightTracked, pinching: rightPinching, joints: right },
	};
}

function readJoints<Key>(cursor: Cursor, curve: ReadCurve<Key>): Record<JointName, ObviousPose<Key>> {
	const joints = {} as Record<JointName, ObviousPose<Key>>;
	for (const name of JOINT_NAMES) joints[name] = readPose(cursor, curve);
	return joints;
}

function readMarkers(cursor: Cursor): { time: number; name: string }[] {
	const count = cursor.int32();
	const markers = [];
	for (let i = 0; i < count; i++) markers.push({ time: cursor.float32(), name: cursor.string() });
	return markers;
}
