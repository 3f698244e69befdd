import { type Curve, FULL_STRIDE, getCurveWords, replaceKeys, WEIGHTED_BOTH } from '../../model/curve.ts';
import { JOINT_NAMES, type JointName } from '../../model/joints.ts';
import { mapVectors } from '../../model/map-curves.ts';
import type { QuatCurves, Recording } from '../../model/recording.ts';
import { findLostW } from './find-lost-w.ts';
import { headCosts } from './head-costs.ts';
import { solveHand } from './solve-hand.ts';
import { solveSigns } from './solve-signs.ts';
import { type Motion, stepCosts } from './step-costs.ts';
import { createTrack, type Track } from './track.ts';

/** A rotation whose w was restored. */
export interface RestoredW {
	/** The place of the rotation, such as `hands.left.joints.indexTip.rotation`. */
	readonly path: string;
	/** How many keys w has now: as many as x. */
	readonly keyCount: number;
	/**
	 * For each key how likely the rotation is right to 2°, from 0 to 1, in the order of the curve. 0.5 is a guess between
	 * two rotations, 0 a key whose x, y or z is not a number.
	 */
	readonly confidences: Float32Array;
}

/** What {@link restoreRotationW} gives: plain data. */
export interface WRestoration {
	/** The recording with whole w curves; the one that was given if none was lost. */
	readonly recording: Recording;
	/** The rotations that were restored, in file order. */
	readonly poses: readonly RestoredW[];
	/** How many keys w has in all of them. */
	readonly keyCount: number;
	/** How many of these have a confidence below 0.9. */
	readonly unsureCount: number;
}

const HEAD: Motion = { noise: 0.003, speed: 3, acceleration: 4 };
/** Rotations that differ by less count as the same, in radians. */
const SAME_ROTATION = (2 * Math.PI) / 180;
const SURE = 0.9;

/**
 * A recording with the rotation w curves that MRTK 2.6.0 – 2.6.2 and 2.7.0 – 2.7.2 lost, and how sure each key is.
 *
 * Lengths of 1 give |w|; its sign comes from all cues together: w's first key, smooth motion, the directions of bones and
 * the palm from the positions of the hand and the joints next to each (with the turn that it keeps to them, which is
 * learned from the recording), and for the head gaze, hands and an upright head. w gets the key times of x to the bit and straight
 * lines; everything else is shared with the recording given. Costs a small multiple of sampling every key.
 */
export function restoreRotationW(recording: Recording): WRestoration {
	const lost = findLostW(recording);
	const tracks = new Map(lost.map(({ path, rotation }) => [path, createTrack(rotation)]));
	const solved = solveTracks(recording, tracks);
	const curves = new Map<string, Curve>();
	let unsureCount = 0;
	const poses = lost.map(({ path, rotation, keyCount }): RestoredW => {
		const [track, chances] = [tracks.get(path), solved.get(path)];
		if (track === undefined || chances === undefined) throw new Error(`${path}: not solved`);
		const confidences = rateKeys(track, chances);
		for (const confidence of confidences) if (confidence < SURE) unsureCount++;
		curves.set(path, buildCurve(rotation, track, chances));
		return { path, keyCount, confidences };
	});
	const restored = mapVectors(recording, (vector, _role, path) => {
		const w = curves.get(path);
		return w === undefined ? vector : { ...vector, w };
	});
	const keyCount = poses.reduce((sum, pose) => sum + pose.keyCount, 0);
	return { recording: restored, poses, keyCount, unsureCount };
}

// How likely w ≥ 0 is for every key of the tracks, by path.
function solveTracks(recording: Recording, tracks: ReadonlyMap<string, Track>): Map<string, Float64Array> {
	const solved = new Map<string, Float64Array>();
	const head = tracks.get('head.rotation');
	if (head !== undefined) {
		solved.set('head.rotation', solveSigns(head, headCosts(recording, head), stepCosts(head, null, HEAD)));
	}
	for (const side of ['left', 'right'] as const) {
		const hand = recording.hands?.[side];
		if (hand === undefined) continue;
		const pathOf = (joint: JointName): string => `hands.${side}.joints.${joint}.rotation`;
		const joints = new Map<JointName, Track>();
		for (const joint of JOINT_NAMES) {
			const track = tracks.get(pathOf(joint));
			if (track !== undefined) joints.set(joint, track);
		}
		for (const [joint, chances] of solveHand(hand, joints)) solved.set(pathOf(joint), chances);
	}
	return solved;
}

function rateKeys(track: Track, chances: Float64Array): Float32Array {
	const { magnitudes, looseness } = track;
	const confidences = Float32Array.from(magnitudes, (magnitude) => (Number.isNaN(magnitude) ? 0 : 1));
	track.keys.forEach((key, k) => {
		const w = track.candidates[k * 4 + 3]!;
		// Near w = 0 and near w = 1 both signs are nearly the same rotation.
		const apart = 4 * Math.asin(Math.min(w, Math.sqrt(Math.max(0, 1 - w * w))));
		const chance = apart < SAME_ROTATION ? 1 : Math.max(chances[k]!, 1 - chances[k]!);
		// Rotations that are not quite of unit length leave |w| open where it is small.
		const open = k === track.known ? 0 : 2 * (Math.sqrt(w * w + looseness) - w);
		confidences[key] = chance * Math.min(1, SAME_ROTATION / open);
	});
	return confidences;
}

// Key times are x's to the bit; the keys are straight lines, as MRTK writes them.
function buildCurve({ x, w }: QuatCurves, track: Track, chances: Float64Array): Curve {
	const { stride } = w;
	const words = new Uint32Array(x.count * stride);
	const restored = replaceKeys(w, words);
	const { floats } = restored;
	const given = getCurveWords(x);
	for (let i = 0; i < x.count; i++) {
		words[i * stride] = given[i * x.stride]!;
		floats[i * stride + 1] = track.magnitudes[i]!;
		if (stride === FULL_STRIDE) words[i * stride + 6] = WEIGHTED_BOTH;
	}
	track.keys.forEach((key, k) => {
		if (chances[k]! < 0.5) floats[key * stride + 1]! *= -1;
	});
	// The key that is left says what it said.
	const first = track.keys[track.known];
	if (first !== undefined) words[first * stride + 1] = getCurveWords(w)[1]!;
	return restored;
}
