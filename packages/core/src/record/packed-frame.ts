import { SECTIONS } from '../model/order.ts';
import type { Section } from '../model/recording.ts';
import {
	type FrameSample,
	HAND_STRIDE,
	type HandSample,
	JOINT_COUNT,
	POSE_STRIDE,
	RAY_STRIDE,
} from '../sample/frame-sample.ts';
import { extrasSize, MAX_EXTRA_WORDS, packExtras } from './packed-extras.ts';

// A captured frame as a run of words: the time as a float64, one word of bits per hand, then the floats of the poses that
// were seen, in this order: head, joints of the left hand, joints of the right hand, gaze, and extras (packed-extras.ts).
// Recorders store frames in this form, and journals write it (FORMAT.md, "Journals").

/** A section that a recorder records. */
export type RecordedSection = Section | 'controllers';
/** The sections that a recorder records. */
export const RECORDED_SECTIONS: readonly RecordedSection[] = [...SECTIONS, 'controllers'];
/** Which sections a recorder records. */
export type RecordedFlags = Readonly<Record<RecordedSection, boolean>>;

/** Words before the floats: time (2), left bits, right bits. */
export const FRAME_HEADER_WORDS = 4;
/** Words of a frame with head, hands and gaze. */
export const FULL_FRAME_WORDS: number = FRAME_HEADER_WORDS + POSE_STRIDE + 2 * HAND_STRIDE + RAY_STRIDE;
/** Words of a frame that also has all extras. */
export const MAX_FRAME_WORDS: number = FULL_FRAME_WORDS + MAX_EXTRA_WORDS;

/** Bits 0 to 26 of a hand's word: the joints that were seen. */
export const JOINT_BITS: number = 0x07ff_ffff;
/** Bit 27: the hand was tracked. */
export const TRACKED_BIT: number = 0x0800_0000;
/** Bit 28: the hand was pinching. */
export const PINCHING_BIT: number = 0x1000_0000;
/** Bit 29: the head was seen (left word), the gaze was seen (right word). */
export const OTHER_BIT: number = 0x2000_0000;
/** Bit 30 of the left word: extras follow. */
export const EXTRA_BIT: number = 0x4000_0000;

/** Consecutive frames: the words [start, end) of two views of the same memory. */
export interface PackedRun {
	readonly words: Uint32Array;
	readonly floats: Float32Array;
	readonly start: number;
	readonly end: number;
}

const scratch: Float64Array = /* @__PURE__ */ new Float64Array(1);
const scratchWords: Uint32Array = /* @__PURE__ */ new Uint32Array(scratch.buffer);

/**
 * Packs a frame into words from `start`, which must have room for {@link MAX_FRAME_WORDS}, and returns the end. Skips
 * sections that are not recorded, joints of hands that are not tracked, and poses with a value that is not finite.
 * Allocates nothing.
 */
export function packFrame(
	frame: FrameSample,
	sections: RecordedFlags,
	words: Uint32Array,
	floats: Float32Array,
	start: number,
): number {
	let end = start + FRAME_HEADER_WORDS;
	let left = 0;
	let right = 0;
	if (sections.head && frame.headPresent && copyFinite(frame.head, 0, POSE_STRIDE, floats, end)) {
		left = OTHER_BIT;
		end += POSE_STRIDE;
	}
	if (sections.hands) {
		left |= packHand(frame.hands.left, floats, end);
		end += countJoints(left) * POSE_STRIDE;
		right = packHand(frame.hands.right, floats, end);
		end += countJoints(right) * POSE_STRIDE;
	}
	if (sections.gaze && frame.gazePresent && copyFinite(frame.gaze, 0, RAY_STRIDE, floats, end)) {
		right |= OTHER_BIT;
		end += RAY_STRIDE;
	}
	const extras = packExtras(frame, sections.hands, sections.controllers, words, floats, end);
	if (extras > end) left |= EXTRA_BIT;
	end = extras;
	scratch[0] = frame.time;
	words[start] = scratchWords[0]!;
	words[start + 1] = scratchWords[1]!;
	words[start + 2] = left;
	words[start + 3] = right;
	return end;
}

/** The time of the packed frame at `start`. */
export function packedTime(words: Uint32Array, start: number): number {
	scratchWords[0] = words[start]!;
	scratchWords[1] = words[start + 1]!;
	return scratch[0]!;
}

/** The size in words of the packed frame at `start`. */
export function packedSize(words: Uint32Array, start: number): number {
	const extras = extrasOffset(words, start);
	return extras < 0 ? baseSize(words, start) : extras - start + extrasSize(words, extras);
}

/** Where the extras of the packed frame at `start` are, or −1. */
export function extrasOffset(words: Uint32Array, start: number): number {
	return words[start + 2]! & EXTRA_BIT ? start + baseSize(words, start) : -1;
}

function baseSize(words: Uint32Array, start: number): number {
	const left = words[start + 2]!;
	const right = words[start + 3]!;
	const joints = countJoints(left) + countJoints(right);
	const others = (left & OTHER_BIT ? POSE_STRIDE : 0) + (right & OTHER_BIT ? RAY_STRIDE : 0);
	return FRAME_HEADER_WORDS + joints * POSE_STRIDE + others;
}

// Copies the joints of a hand and returns its bits.
function packHand(hand: HandSample, floats: Float32Array, start: number): number {
	let bits = hand.pinching ? PINCHING_BIT : 0;
	if (!hand.tracked) return bits;
	bits |= TRACKED_BIT;
	const { joints, present } = hand;
	let end = start;
	for (let joint = 0; joint < JOINT_COUNT; joint++) {
		if (present[joint] !== 1) continue;
		// A joint that is not finite is overwritten by the next joint.
		if (!copyFinite(joints, joint * POSE_STRIDE, POSE_STRIDE, floats, end)) continue;
		bits |= 1 << joint;
		end += POSE_STRIDE;
	}
	return bits;
}

function countJoints(bits: number): number {
	let count = 0;
	for (let rest = bits & JOINT_BITS; rest !== 0; rest &= rest - 1) count++;
	return count;
}

// Copies floats and returns whether all are finite: a number minus itself is 0, unless it is infinite or NaN.
function copyFinite(from: Float32Array, start: number, length: number, to: Float32Array, toStart: number): boolean {
	let rest = 0;
	for (let i = 0; i < length; i++) {
		const value = from[start + i]!;
		rest += value - value;
		to[toStart + i] = value;
	}
	return rest === 0;
}
