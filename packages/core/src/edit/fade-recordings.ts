import { cutCurve } from '../keys/cut-curve.ts';
import { joinStates } from '../keys/join-curves.ts';
import { shiftCurve } from '../keys/shift-keys.ts';
import { assembleRecording } from '../model/create-recording.ts';
import type { Recording, Side } from '../model/recording.ts';
import { bakeFrames, type FrameTable } from '../sample/bake.ts';
import { JOINT_COUNT, POSE_STRIDE, RAY_STRIDE } from '../sample/frame-sample.ts';
import { replaceRows } from './replace-rows.ts';
import { zipCurves } from './zip-curves.ts';

/** When a recording fades: from `start` to its `end`, both in seconds. */
export interface Fade {
	readonly start: number;
	readonly end: number;
	/** Keys per second. */
	readonly rate: number;
	readonly defaultWrap: number;
}

/** What is played while one recording changes into the beginning of another, from 0 on, as straight keys. */
export function fadeRecordings(first: Recording, second: Recording, fade: Fade): Recording {
	const { start, end, rate, defaultWrap } = fade;
	const length = end - start;
	const steps = Math.max(1, Math.ceil(length * rate));
	const times = Float64Array.from({ length: steps + 1 }, (_, i) => (length * i) / steps);
	const before = bakeFrames(first, { times: times.map((time) => start + time), defaultWrap });
	const after = bakeFrames(second, { times, defaultWrap });
	const half = length / 2;
	const sections = zipCurves(
		first,
		second,
		(a, b) => (Object.values(a).some((curve) => curve.count > 0) ? a : b),
		(a, b) =>
			joinStates(
				shiftCurve(cutCurve(a, start, start + half, defaultWrap), -start),
				shiftCurve(cutCurve(b, half, length, defaultWrap), -half),
				{ end: half, start: half, duration: half, defaultWrap },
			),
	);
	return replaceRows(assembleRecording(first.layout, [], sections), blendTables(before, after, times));
}

function blendTables(a: FrameTable, b: FrameTable, times: Float64Array): FrameTable {
	const blendHand = (side: Side) => {
		const [left, right] = [a.hands?.[side], b.hands?.[side]];
		const hand = left ?? right;
		if (hand === undefined) throw new TypeError('hands: neither recording has them');
		const width = JOINT_COUNT * POSE_STRIDE;
		return { ...hand, joints: blendRows(left?.joints, right?.joints, width, POSE_STRIDE) ?? hand.joints };
	};
	return {
		times,
		head: blendRows(a.head, b.head, POSE_STRIDE, POSE_STRIDE),
		gaze: blendRows(a.gaze, b.gaze, RAY_STRIDE, RAY_STRIDE),
		hands: a.hands === null && b.hands === null ? null : { left: blendHand('left'), right: blendHand('right') },
	};
}

// Rows of poses (seven floats) or rays (six): the first three go straight, the others too and get their length back.
function blendRows(
	a: Float32Array | null | undefined,
	b: Float32Array | null | undefined,
	width: number,
	stride: number,
): Float32Array | null {
	if (!a || !b) return a ?? b ?? null;
	const out = new Float32Array(a.length);
	const last = Math.max(1, a.length / width - 1);
	for (let at = 0; at < a.length; at += stride) {
		const weight = Math.floor(at / width) / last;
		let dot = 0;
		for (let i = at + 3; i < at + stride; i++) dot += a[i]! * b[i]!;
		const sign = stride === POSE_STRIDE && dot < 0 ? -1 : 1;
		let square = 0;
		for (let i = at; i < at + stride; i++) {
			const target = i < at + 3 ? b[i]! : sign * b[i]!;
			// One that is absent is not a number.
			const value = Number.isNaN(a[i]!) ? target : Number.isNaN(target) ? a[i]! : a[i]! + (target - a[i]!) * weight;
			out[i] = value;
			if (i >= at + 3) square += value * value;
		}
		let scale = square > 0 ? 1 / Math.sqrt(square) : 1;
		// What was nearer to one sign of the other may be nearer to its opposite now.
		if (stride === POSE_STRIDE && at >= width) {
			let turn = 0;
			for (let i = at + 3; i < at + stride; i++) turn += out[i]! * out[i - width]!;
			if (turn < 0) scale = -scale;
		}
		for (let i = at + 3; i < at + stride; i++) out[i]! *= scale;
	}
	return out;
}
