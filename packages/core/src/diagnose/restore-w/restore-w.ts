import { findLostW } from '../../codec/find-lost-w.ts';
import { type Curve, FULL_STRIDE, getCurveWords, replaceKeys, WEIGHTED_BOTH } from '../../model/curve.ts';
import { JOINT_NAMES, type JointName } from '../../model/joints.ts';
import { mapVectors } from '../../model/map-curves.ts';
import { type QuatCurves, type Recording, SIDES, type Side } from '../../model/recording.ts';
import { type Candidates, createCandidates, measureChoice } from './candidates.ts';
import { headCosts } from './head-costs.ts';
import { motionCosts } from './motion-costs.ts';
import { type LostHand, solveHands } from './solve-hands.ts';
import { solveSigns } from './solve-signs.ts';
import { type Motion, stepCosts } from './step-costs.ts';

/** A rotation whose w was restored. */
export interface RestoredW {
	/** The path of the rotation, such as `hands.left.joints.indexTip.rotation`. */
	readonly path: string;
	/** The number of keys of w, now as many as x has. */
	readonly keyCount: number;
	/**
	 * How likely each key is right to 2°, from 0 to 1, in the order of the curve. 0.5 is a guess between two rotations; 0 is
	 * a key whose x, y, or z is not finite.
	 */
	readonly confidences: Float32Array;
}

/** The result of {@link restoreRotationW}. */
export interface WRestoration {
	/** The recording with complete w curves; the given object if no w was lost. */
	readonly recording: Recording;
	/** The rotations that were restored, in file order. */
	readonly poses: readonly RestoredW[];
	/** The total number of keys of w in the restored rotations. */
	readonly keyCount: number;
	/** The number of keys with a confidence below 0.9. */
	readonly unsureCount: number;
}

const HEAD: Motion = { noise: 0.003, speed: 3, acceleration: 4 };
/** Rotations that differ by less than this, in radians, count as equal. */
const SAME_ROTATION = (2 * Math.PI) / 180;
const SURE = 0.9;

/**
 * Restores the rotation w curves that MRTK 2.6.0–2.6.2 and 2.7.0–2.7.2 dropped, and rates each key.
 *
 * Unit length determines |w|. Its sign is the most likely given all cues. The first key of w is known, and motion is smooth. For joints
 * count the directions of bones and palm (from positions), the rotations that both hands had in similar shapes, and the
 * neighboring joints, to which a joint keeps a rotation that is learned from the recording. For the head count gaze, hands, and an
 * upright pose. For joints that do not follow their hand, only motion and the pose of the hand at the first key count.
 *
 * w gets exactly the key times of x, with linear segments. Other curves are shared with the given recording. Costs a small
 * multiple of sampling every key.
 */
export function restoreRotationW(recording: Recording): WRestoration {
	const lost = findLostW(recording);
	const rotations = new Map(lost.map(({ path, rotation }) => [path, createCandidates(rotation)]));
	const solved = solveRotations(recording, rotations);
	const curves = new Map<string, Curve>();
	let unsureCount = 0;
	const poses = lost.map(({ path, rotation, keyCount }): RestoredW => {
		const [candidates, chances] = [rotations.get(path), solved.get(path)];
		if (candidates === undefined || chances === undefined) throw new Error(`${path}: not solved`);
		const confidences = rateKeys(candidates, chances);
		for (const confidence of confidences) if (confidence < SURE) unsureCount++;
		curves.set(path, buildCurve(rotation, candidates, chances));
		return { path, keyCount, confidences };
	});
	const restored = mapVectors(recording, (vector, _role, path) => {
		const w = curves.get(path);
		return w === undefined ? vector : { ...vector, w };
	});
	const keyCount = poses.reduce((sum, pose) => sum + pose.keyCount, 0);
	return { recording: restored, poses, keyCount, unsureCount };
}

// The probability of w ≥ 0 for every key of the rotations, by path.
function solveRotations(recording: Recording, rotations: ReadonlyMap<string, Candidates>): Map<string, Float64Array> {
	const solved = new Map<string, Float64Array>();
	const head = rotations.get('head.rotation');
	if (head !== undefined) {
		solved.set(
			'head.rotation',
			solveSigns(head, stepCosts(head, motionCosts(head), null, HEAD), headCosts(recording, head)),
		);
	}
	const { hands } = recording;
	if (hands === null) return solved;
	const pathOf = (side: Side, joint: JointName): string => `hands.${side}.joints.${joint}.rotation`;
	const findLost = (side: Side): LostHand => {
		const found = new Map<JointName, Candidates>();
		for (const joint of JOINT_NAMES) {
			const candidates = rotations.get(pathOf(side, joint));
			if (candidates !== undefined) found.set(joint, candidates);
		}
		return { hand: hands[side], rotations: found };
	};
	const chances = solveHands({ left: findLost('left'), right: findLost('right') });
	for (const side of SIDES) for (const [joint, found] of chances[side]) solved.set(pathOf(side, joint), found);
	return solved;
}

function rateKeys(candidates: Candidates, chances: Float64Array): Float32Array {
	const { magnitudes, looseness } = candidates;
	const confidences = Float32Array.from(magnitudes, (magnitude) => (Number.isNaN(magnitude) ? 0 : 1));
	candidates.keys.forEach((key, k) => {
		const w = candidates.quaternions[k * 4 + 3]!;
		const chance = measureChoice(candidates, k) < SAME_ROTATION ? 1 : Math.max(chances[k]!, 1 - chances[k]!);
		// If lengths are not exactly 1, a small |w| is uncertain.
		const open = k === candidates.known ? 0 : 2 * (Math.sqrt(w * w + looseness) - w);
		confidences[key] = chance * Math.min(1, SAME_ROTATION / open);
	});
	return confidences;
}

// The keys have exactly the times of x and linear segments, as MRTK writes them.
function buildCurve({ x, w }: QuatCurves, candidates: Candidates, chances: Float64Array): Curve {
	const { stride } = w;
	const words = new Uint32Array(x.count * stride);
	const restored = replaceKeys(w, words);
	const { floats } = restored;
	const given = getCurveWords(x);
	for (let i = 0; i < x.count; i++) {
		words[i * stride] = given[i * x.stride]!;
		floats[i * stride + 1] = candidates.magnitudes[i]!;
		if (stride === FULL_STRIDE) words[i * stride + 6] = WEIGHTED_BOTH;
	}
	candidates.keys.forEach((key, k) => {
		if (chances[k]! < 0.5) floats[key * stride + 1]! *= -1;
	});
	// The key that was not lost keeps its bits.
	const first = candidates.keys[candidates.known];
	if (first !== undefined) words[first * stride + 1] = getCurveWords(w)[1]!;
	return restored;
}
