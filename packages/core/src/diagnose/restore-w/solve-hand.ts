import type { JointName } from '../../model/joints.ts';
import type { HandCurves } from '../../model/recording.ts';
import { addGuideCosts, findOffset, frameCosts, measureTilt } from './frame-costs.ts';
import { createHandFrames } from './hand-frames.ts';
import { createNeighbourGuide, type Guide, isOnFinger, listNeighbours } from './neighbor-guide.ts';
import { solveSigns } from './solve-signs.ts';
import { type Motion, stepCosts } from './step-costs.ts';
import type { Track } from './track.ts';

const JOINT: Motion = { noise: 0.0075, speed: 3, acceleration: 18 };
/** How often joints are solved with what their neighbours have become. */
const COMMON_ROUNDS = 2;
const LEAST_SURE = 0.49;
/** Radians: joints that point away from their bones by more, most of them, have a convention of their own. */
const MAX_TILT = 0.35;

/**
 * How likely w is not negative for every key of the joints of a hand: first each joint on its own, from motion and the
 * positions of the hand, then with its neighbours, as far as they are sure.
 */
export function solveHand(hand: HandCurves, tracks: ReadonlyMap<JointName, Track>): Map<JointName, Float64Array> {
	const frames = new Map(Array.from(tracks, ([joint, { times }]) => [joint, createHandFrames(hand, joint, times)]));
	const areAlongBones = pointAlongBones(tracks, frames);
	const solved = new Map<JointName, { track: Track; chances: Float64Array }>();
	for (const [joint, track] of tracks) {
		const positions = frames.get(joint) ?? null;
		let chances: Float64Array = new Float64Array(track.count).fill(0.5);
		if (track.known >= 0) chances[track.known] = track.knownSign < 0 ? 0 : 1;
		// The turn to the frames is first known from the first key, whose pose may be unusual, then from all.
		chances = solveJoint(track, positions, [], chances, areAlongBones && isOnFinger(joint));
		chances = solveJoint(track, positions, [], chances);
		solved.set(joint, { track, chances });
	}
	const own = new Map(solved);
	for (let round = 0; round < COMMON_ROUNDS; round++) {
		for (const [joint, { track, chances }] of solved) {
			const guides = listNeighbours(joint, solved).map((name) =>
				createNeighbourGuide(hand, joint, track.times, name, solved),
			);
			if (guides.length === 0) continue;
			solved.set(joint, { track, chances: solveJoint(track, frames.get(joint) ?? null, guides, chances) });
		}
	}
	return new Map(
		Array.from(solved, ([joint, { chances }]) => [joint, doubt(chances, own.get(joint)?.chances ?? chances)]),
	);
}

// Neighbours repeat what they were told, so they settle a sign, but make it only half as sure.
function doubt(chances: Float64Array, own: Float64Array): Float64Array {
	return chances.map((chance, k) => {
		const mean = (chance + own[k]!) / 2;
		return chance < 0.5 ? Math.min(mean, LEAST_SURE) : Math.max(mean, 1 - LEAST_SURE);
	});
}

function solveJoint(
	track: Track,
	positions: Float64Array | null,
	guides: readonly Guide[],
	chances: Float64Array,
	isAlongBone = false,
): Float64Array {
	const offset = positions && findOffset(track, positions, chances, null, isAlongBone);
	const costs = offset ? frameCosts(track, positions, offset) : new Float64Array(track.count * 2);
	for (const guide of guides) addGuideCosts(track, guide, chances, costs);
	return solveSigns(track, costs, stepCosts(track, positions, JOINT));
}

// Whether the z of finger joints lies along their bones, as MRTK has it: seen from the keys whose w is known.
function pointAlongBones(
	tracks: ReadonlyMap<JointName, Track>,
	frames: ReadonlyMap<JointName, Float64Array | null>,
): boolean {
	const tilts: number[] = [];
	for (const [joint, track] of tracks) {
		const positions = frames.get(joint);
		if (isOnFinger(joint) && positions) tilts.push(measureTilt(track, positions));
	}
	const known = tilts.filter((tilt) => !Number.isNaN(tilt)).sort((a, b) => a - b);
	return known.length > 0 && known[known.length >> 1]! < MAX_TILT;
}
