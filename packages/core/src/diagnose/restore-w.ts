import { mapVectors } from '../edit/map-curves.ts';
import { type Curve, curveWords, FULL_STRIDE, WEIGHTED_BOTH } from '../model/curve.ts';
import type { JointName } from '../model/joints.ts';
import type { QuatCurves, Recording, Side } from '../model/recording.ts';
import { findLostW } from './find-lost-w.ts';
import { cameraCosts } from './restore-w/camera-costs.ts';
import { findOffset, frameCosts, U } from './restore-w/frame-costs.ts';
import { createHandFrames } from './restore-w/hand-frames.ts';
import { solveSigns } from './restore-w/solve-signs.ts';
import { createTrack, type Track } from './restore-w/track.ts';

/** A rotation whose w was restored. */
export interface RestoredW {
	/** The place of the rotation, such as `hands.left.joints.indexTip.rotation`. */
	readonly path: string;
	/** How many keys w has now. */
	readonly keyCount: number;
	/** For each key, in the order of the curve, how likely the rotation is right: from 0.5, a guess, to 1. */
	readonly confidences: Float32Array;
}

/** What {@link restoreRotationW} gives. */
export interface WRestoration {
	readonly recording: Recording;
	readonly poses: readonly RestoredW[];
}

export function restoreRotationW(recording: Recording): WRestoration {
	const curves = new Map<string, Curve>();
	const poses = findLostW(recording).map(({ path, rotation, keyCount }) => {
		const track = createTrack(rotation);
		const chances = findChances(recording, path, track);
		const confidences = new Float32Array(keyCount).fill(1);
		track.keys.forEach((key, k) => {
			confidences[key] = Math.max(chances[k]!, 1 - chances[k]!);
		});
		curves.set(path, buildCurve(rotation, track, chances));
		return { path, keyCount, confidences };
	});
	if (poses.length === 0) return { recording, poses };
	const restored = mapVectors(recording, (vector, _role, path) => {
		const w = curves.get(path);
		return w === undefined ? vector : { ...vector, w };
	});
	return { recording: restored, poses };
}

function findChances(recording: Recording, path: string, track: Track): Float64Array {
	const [, side, , joint] = path.split('.') as [string, Side, string, JointName];
	const hand = recording.hands?.[side];
	if (hand === undefined) return solveSigns(track, { costs: cameraCosts(recording, track), frames: null });
	const frames = createHandFrames(hand, joint, track.times);
	let costs: Float64Array = new Float64Array(track.count * 2);
	if (frames === null) return solveSigns(track, { costs, frames });
	let chances = new Float64Array(track.count).fill(0.5);
	if (track.known >= 0) chances[track.known] = track.knownSign < 0 ? 0 : 1;
	for (let round = 0; round < U.rounds; round++) {
		const offset = findOffset(track, frames, chances, null);
		if (offset !== null) costs = frameCosts(track, frames, offset);
		chances = solveSigns(track, { costs, frames }) as Float64Array<ArrayBuffer>;
	}
	return chances;
}

// Key times are x's to the bit; the keys are straight lines, as MRTK writes them.
function buildCurve({ x, w }: QuatCurves, track: Track, chances: Float64Array): Curve {
	const { stride } = w;
	const words = new Uint32Array(x.count * stride);
	const floats = new Float32Array(words.buffer);
	const given = curveWords(x);
	for (let i = 0; i < x.count; i++) {
		words[i * stride] = given[i * x.stride]!;
		floats[i * stride + 1] = track.magnitudes[i]!;
		if (stride === FULL_STRIDE) words[i * stride + 6] = WEIGHTED_BOTH;
	}
	track.keys.forEach((key, k) => {
		if (chances[k]! < 0.5) floats[key * stride + 1] = -floats[key * stride + 1]!;
	});
	return { ...w, count: x.count, start: 0, words, floats };
}
