import { SIDES } from '../model/recording.ts';
import {
	type ControllerSample,
	type FrameSample,
	type HandSample,
	JOINT_COUNT,
	POSE_STRIDE,
	RAY_STRIDE,
} from '../sample/frame-sample.ts';
import { type ExtrasVisitor, type PackedController, visitExtras } from './packed-extras.ts';
import { extrasOffset, FRAME_HEADER_WORDS, OTHER_BIT, PINCHING_BIT, packedTime, TRACKED_BIT } from './packed-frame.ts';

/** Fills `out` from the packed frame at `start`: the inverse of `packFrame`. Absent poses are NaN. */
export class FrameUnpacker implements ExtrasVisitor {
	readonly #out: FrameSample;
	#floats: Float32Array = new Float32Array();

	constructor(out: FrameSample) {
		this.#out = out;
	}

	/** Unpacks the frame at `start`. */
	unpack(words: Uint32Array, floats: Float32Array, start: number): void {
		const out = this.#out;
		const left = words[start + 2]!;
		const right = words[start + 3]!;
		let at = start + FRAME_HEADER_WORDS;
		out.time = packedTime(words, start);
		out.headPresent = (left & OTHER_BIT) !== 0;
		at = takeFloats(out.headPresent, out.head, 0, POSE_STRIDE, floats, at);
		at = unpackHand(out.hands.left, left, floats, at);
		at = unpackHand(out.hands.right, right, floats, at);
		out.gazePresent = (right & OTHER_BIT) !== 0;
		takeFloats(out.gazePresent, out.gaze, 0, RAY_STRIDE, floats, at);
		for (const side of SIDES) {
			const hand = out.hands[side];
			hand.aimPresent = false;
			hand.aim.fill(Number.NaN);
			hand.pinchStrength = Number.NaN;
			out.controllers[side].present = false;
		}
		const extras = extrasOffset(words, start);
		this.#floats = floats;
		if (extras >= 0) visitExtras(words, extras, this);
	}

	readonly aim = (side: 0 | 1, at: number): void => {
		const hand = this.#out.hands[SIDES[side]];
		hand.aimPresent = true;
		takeFloats(true, hand.aim, 0, POSE_STRIDE, this.#floats, at);
	};

	readonly strength = (side: 0 | 1, at: number): void => {
		this.#out.hands[SIDES[side]].pinchStrength = this.#floats[at]!;
	};

	readonly controller = (side: 0 | 1, packed: PackedController): void => {
		unpackController(this.#out.controllers[SIDES[side]], packed, this.#floats);
	};
}

function unpackHand(hand: HandSample, bits: number, floats: Float32Array, start: number): number {
	let at = start;
	hand.tracked = (bits & TRACKED_BIT) !== 0;
	hand.pinching = (bits & PINCHING_BIT) !== 0;
	for (let joint = 0; joint < JOINT_COUNT; joint++) {
		const isPresent = (bits & (1 << joint)) !== 0;
		hand.present[joint] = isPresent ? 1 : 0;
		at = takeFloats(isPresent, hand.joints, joint * POSE_STRIDE, POSE_STRIDE, floats, at);
	}
	return at;
}

function unpackController(out: ControllerSample, packed: PackedController, floats: Float32Array): void {
	out.present = true;
	out.tracked = packed.isTracked;
	takeFloats(packed.grip >= 0, out.grip, 0, POSE_STRIDE, floats, packed.grip);
	takeFloats(packed.aim >= 0, out.aim, 0, POSE_STRIDE, floats, packed.aim);
	out.buttonCount = packed.buttonCount;
	for (let i = 0; i < packed.buttonCount; i++) {
		out.pressed[i] = (packed.pressed >>> i) & 1;
		out.touched[i] = (packed.touched >>> i) & 1;
	}
	takeFloats(true, out.values, 0, packed.buttonCount, floats, packed.values);
	out.axisCount = packed.axisCount;
	takeFloats(true, out.axes, 0, packed.axisCount, floats, packed.axes);
}

// Copies floats, or fills with NaN, and returns where the next floats are.
function takeFloats(
	isPresent: boolean,
	out: Float32Array,
	outStart: number,
	length: number,
	floats: Float32Array,
	at: number,
): number {
	for (let i = 0; i < length; i++) out[outStart + i] = isPresent ? floats[at + i]! : Number.NaN;
	return isPresent ? at + length : at;
}
