import { type Issue, isRecordingError, SIDES, type Side } from '@handreel/core';
import { createWarning } from '../common/warning.ts';
import { type ByteReader, isExact } from './byte-reader.ts';
import { type Column, createColumn, type FrameScan, type HandColumns, type StepColumns } from './columns.ts';
import type { Header } from './header.ts';
import {
	AIM_FLAGS,
	AIM_OFFSETS,
	ALL_AIM_FLAGS,
	ALL_FRAME_FLAGS,
	ALL_GESTURES,
	CAPTURE_JOINT_COUNT,
	FRAME_FLAGS,
	GESTURE_BYTES,
	GESTURES,
	HAND_FLAGS,
	HAND_NUMBERS,
	HEAD_FLAGS,
	JOINTS_BYTES,
	OPTION_BEFORE_RENDER,
	POSE_BYTES,
	SNAPSHOT_FLAGS,
	SUCCESS_FLAGS,
} from './layout.ts';

const IDENTITY_POSE = Uint32Array.of(0, 0, 0, 0, 0, 0, 0x3f80_0000);

/** Finds where the values of each frame lie. Throws `RecordingError` for frames that are damaged or cut off. */
export function scanFrames(reader: ByteReader, header: Header): FrameScan {
	const scanner = new Scanner(reader, header);
	for (let frame = 0; frame < header.frameCount; frame++) {
		reader.place = `frame ${frame}`;
		if (header.version === 1) scanner.scanFirst(frame);
		else scanner.scanSecond(frame);
	}
	reader.place = '';
	return scanner.finish();
}

/** Frames before the first damaged frame. */
export interface CountedFrames {
	readonly count: number;
	/** Where the last of them ends. */
	readonly end: number;
	/** The bits of their times. */
	readonly stamps: Uint32Array;
	/** Why there are no more; `null` if all were read. */
	readonly error: unknown;
}

/** Counts the frames of a file that may be damaged. */
export function countFrames(reader: ByteReader, header: Header): CountedFrames {
	const scanner = new Scanner(reader, header);
	let count = 0;
	let end = reader.offset;
	let error: unknown = null;
	try {
		for (; count < header.frameCount; count++) {
			reader.place = `frame ${count}`;
			if (header.version === 1) scanner.scanFirst(count);
			else scanner.scanSecond(count);
			end = reader.offset;
		}
	} catch (thrown) {
		if (!isRecordingError(thrown)) throw thrown;
		error = thrown;
	}
	return { count, end, stamps: scanner.finish().stamps, error };
}

class Scanner {
	readonly #reader: ByteReader;
	readonly #options: number;
	readonly #scan: FrameScan;
	readonly #changes = new Map<string, Issue>();

	constructor(reader: ByteReader, { frameCount, details }: Header) {
		this.#reader = reader;
		this.#options = details?.options ?? 0;
		const hand = (): HandColumns => ({
			dynamic: createStep(frameCount),
			beforeRender: createStep(frameCount),
			gestures: createColumn(),
			gestureFields: GESTURES.map(createColumn),
			aim: createColumn(),
			aimPose: createColumn(),
		});
		this.#scan = {
			stamps: new Uint32Array(frameCount),
			success: new Int32Array(frameCount),
			successBefore: createColumn(),
			headPosition: createColumn(),
			headRotation: createColumn(),
			hands: { left: hand(), right: hand() },
			issues: [],
		};
	}

	finish(): FrameScan {
		return { ...this.#scan, issues: [...this.#changes.values()] };
	}

	// Version 1: time, two states per hand, then the joints of each complete hand.
	scanFirst(frame: number): void {
		const reader = this.#reader;
		this.#scan.stamps[frame] = this.#readStamp();
		const states = [0, 1, 2, 3].map(() => this.#readState('a state of a hand'));
		SIDES.forEach((side, i) => {
			const { dynamic } = this.#scan.hands[side];
			if (states[i]) dynamic.tracked[frame] = 1;
			if (!states[i + 2]) return;
			push(dynamic.joints, frame, reader.skip(JOINTS_BYTES));
			this.#scan.success[frame]! |= SUCCESS_FLAGS[side];
		});
	}

	// Version 2: flags, time, head, success, then the parts of each hand that the flags announce.
	scanSecond(frame: number): void {
		const reader = this.#reader;
		const flags = reader.readFlags(ALL_FRAME_FLAGS, 'flags of a frame');
		this.#scan.stamps[frame] = this.#readStamp();
		this.#scanHead(frame);
		this.#scan.success[frame] = this.#readInt('success of an update');
		if ((this.#options & OPTION_BEFORE_RENDER) !== 0) {
			push(this.#scan.successBefore, frame, reader.offset);
			this.#readInt('success of an update');
		}
		for (const side of SIDES) {
			const bits = FRAME_FLAGS[side];
			if ((flags & bits.snapshot) !== 0) this.#scanSnapshot(frame, side);
			if ((flags & bits.gestures) !== 0) this.#scanGestures(frame, side);
			if ((flags & bits.aim) !== 0) this.#scanAim(frame, side);
		}
	}

	#scanHead(frame: number): void {
		const state = this.#reader.readFlags(HEAD_FLAGS.position | HEAD_FLAGS.rotation, 'state of the head');
		if (state === 0) return;
		const offset = this.#reader.skip(POSE_BYTES);
		const check = (isHeld: boolean, start: number, end: number): void => {
			if (isHeld) return;
			for (let i = start; i < end; i++) {
				if (this.#reader.view.getUint32(offset + i * 4, true) !== IDENTITY_POSE[i])
					this.#note('an untracked half of the head');
			}
		};
		check((state & HEAD_FLAGS.position) !== 0, 0, 3);
		check((state & HEAD_FLAGS.rotation) !== 0, 3, 7);
		if ((state & HEAD_FLAGS.position) !== 0) push(this.#scan.headPosition, frame, offset);
		if ((state & HEAD_FLAGS.rotation) !== 0) push(this.#scan.headRotation, frame, offset + 12);
	}

	#scanSnapshot(frame: number, side: Side): void {
		const all = SNAPSHOT_FLAGS.dynamic | SNAPSHOT_FLAGS.beforeRender;
		const flags = this.#reader.readFlags(all, 'flags of a hand snapshot');
		const { dynamic, beforeRender } = this.#scan.hands[side];
		if (flags === 0) this.#note('an empty snapshot of a hand');
		if ((flags & SNAPSHOT_FLAGS.dynamic) !== 0) this.#scanStep(frame, dynamic);
		if ((flags & SNAPSHOT_FLAGS.beforeRender) !== 0) this.#scanStep(frame, beforeRender);
	}

	#scanStep(frame: number, step: StepColumns): void {
		const reader = this.#reader;
		const flags = reader.readFlags(HAND_FLAGS.allJoints | HAND_FLAGS.tracked, 'flags of a hand');
		if ((flags & HAND_FLAGS.tracked) !== 0) step.tracked[frame] = 1;
		const root = reader.skip(POSE_BYTES);
		if ((flags & HAND_FLAGS.allJoints) === 0) {
			push(step.roots, frame, root);
			return;
		}
		const count = reader.readInt();
		if (count !== CAPTURE_JOINT_COUNT) {
			reader.offset -= 4;
			reader.fail('bad-count', `a hand has ${count} joints instead of ${CAPTURE_JOINT_COUNT}`);
		}
		const joints = reader.skip(JOINTS_BYTES);
		push(step.joints, frame, joints);
		if (!this.#isSamePose(root, joints)) push(step.roots, frame, root);
	}

	#scanGestures(frame: number, side: Side): void {
		const reader = this.#reader;
		const { gestures, gestureFields } = this.#scan.hands[side];
		this.#checkHand(side, 'gestures');
		push(gestures, frame, reader.offset);
		const bits = reader.readFlags(ALL_GESTURES, 'gestures');
		GESTURES.forEach(({ kind }, bit) => {
			if (((bits >> bit) & 1) === 0) return;
			push(gestureFields[bit]!, frame, reader.offset);
			if (kind === 'boolean') this.#readState('a state of a gesture');
			else reader.skip(GESTURE_BYTES[kind]);
		});
	}

	#scanAim(frame: number, side: Side): void {
		const reader = this.#reader;
		const { aim, aimPose } = this.#scan.hands[side];
		this.#checkHand(side, 'aim');
		push(aim, frame, reader.offset);
		const flags = reader.readFlags(ALL_AIM_FLAGS, 'flags of an aim');
		for (const name of ['tracking state', 'Meta flags', 'Meta flags']) this.#readInt(`the ${name} of an aim`);
		reader.skip(AIM_OFFSETS.pose - AIM_OFFSETS.pinch);
		if ((flags & AIM_FLAGS.pose) !== 0) push(aimPose, frame, reader.skip(POSE_BYTES));
	}

	#checkHand(side: Side, part: string): void {
		const hand = this.#reader.readInt();
		if (hand === HAND_NUMBERS[side]) return;
		this.#reader.offset -= 4;
		this.#reader.fail(
			'bad-handsbin',
			`the ${part} of the ${side} hand have hand ${hand} instead of ${HAND_NUMBERS[side]}`,
		);
	}

	#readStamp(): number {
		const bits = this.#reader.readBits();
		if (bits >= 0x8000_0000) this.#note('a negative time');
		return bits;
	}

	#readInt(name: string): number {
		const value = this.#reader.readInt();
		if (!isExact(value)) this.#note(name);
		return value;
	}

	#readState(name: string): boolean {
		const byte = this.#reader.view.getUint8(this.#reader.skip(1));
		if (byte > 1) this.#note(name);
		return byte !== 0;
	}

	#isSamePose(a: number, b: number): boolean {
		const { view } = this.#reader;
		for (let i = 0; i < POSE_BYTES; i += 4) {
			if (view.getUint32(a + i, true) !== view.getUint32(b + i, true)) return false;
		}
		return true;
	}

	// Content that XR Hands does not write, and that is written back in another form: an issue per kind.
	#note(kind: string): void {
		if (this.#changes.has(kind)) return;
		const { place } = this.#reader;
		this.#changes.set(
			kind,
			createWarning('values-lost', place, `${kind} has an unusual value, which is not kept as it is`),
		);
	}
}

function createStep(frameCount: number): StepColumns {
	return { joints: createColumn(), roots: createColumn(), tracked: new Uint8Array(frameCount) };
}

function push({ frames, offsets }: Column, frame: number, offset: number): void {
	frames.push(frame);
	offsets.push(offset);
}
