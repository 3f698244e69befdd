import { HAND_ANGLES, normalizeVector } from '@handreel/core/internal';
import type { Camera } from './camera.ts';
import { HAND_UNKNOWNS, type HandPose, POINT_UNKNOWNS, SLOPE_STRIDE, WRIST_UNKNOWNS } from './hand-pose.ts';
import { HIGHEST, LOWEST, REST } from './joint-limits.ts';
import { LANDMARK_MODEL } from './landmark-model.ts';
import { LANDMARK_COUNT } from './landmarks.ts';
import type { NormalEquations } from './normal-equations.ts';
import type { Observation } from './observation.ts';

// Standard deviations. Those of landmarks and bones are measured errors of MediaPipe on rendered hands.

/** Landmarks in the picture, as a share of the length of the hand there. */
const IMAGE_SIGMA = 0.03;
/** Directions of bones in space. */
const BONE_SIGMA = 0.45;
/** Degrees beyond a limit. */
const LIMIT_SIGMA = 3;
/** Degrees of the third joint of fingers from what the second suggests. */
const COUPLING_SIGMA = 10;
/** Degrees of abduction from that at rest. */
const SPREAD_SIGMA = 12;
/** Degrees that an angle changes in a thirtieth of a second. */
const CHANGE_SIGMA = 25;
/** Residuals beyond this many deviations count linearly: a landmark may be wrong. */
const HUBER = 2.5;

/** The third joint of a finger flexes with the second. */
const COUPLING = { slope: 0.62, start: -4 };

/** Meters from the camera. Nearer points have no picture. */
const NEAREST = 0.02;

/** What residuals are measured against. */
export interface FitTarget {
	readonly observation: Observation;
	readonly camera: Camera;
	/** The angles of the last frame. */
	readonly last: Float64Array | null;
	/** Seconds since then. */
	readonly elapsed: number;
}

const unknowns = /* @__PURE__ */ new Uint8Array(POINT_UNKNOWNS);
const slope = /* @__PURE__ */ new Float64Array(POINT_UNKNOWNS);
const second = /* @__PURE__ */ new Float64Array(POINT_UNKNOWNS);
const unit = /* @__PURE__ */ new Float64Array(3);
const single = /* @__PURE__ */ new Uint8Array(2);
const singleSlope = /* @__PURE__ */ new Float64Array(2);

/** Adds all residuals of a placed hand to cleared equations, and returns half the sum of their squares; infinite behind the camera. */
export function addResiduals(
	pose: HandPose,
	target: FitTarget,
	sigmaDepth: number,
	equations: NormalEquations,
): number {
	equations.clear();
	pose.differentiate();
	const seen = addImage(pose, target, sigmaDepth, equations);
	return seen + addBones(pose, target, equations) + addAngles(pose, target, equations);
}

function addImage(pose: HandPose, target: FitTarget, depth: number, equations: NormalEquations): number {
	const { points, slopes } = pose;
	const { image } = target.observation;
	const { focal } = target.camera;
	const perSigma = depth / (IMAGE_SIGMA * focal * target.camera.handLength);
	let cost = 0;
	for (let k = 0; k < LANDMARK_COUNT; k++) {
		const d = -points[3 * k + 2]!;
		if (!(d > NEAREST)) return Number.POSITIVE_INFINITY;
		const [x, y] = [points[3 * k]!, points[3 * k + 1]!];
		const u = ((focal * x) / d - image[2 * k]!) * perSigma;
		const v = ((focal * y) / d - image[2 * k + 1]!) * perSigma;
		const size = Math.sqrt(u * u + v * v);
		const weight = size > HUBER ? HUBER / size : 1;
		cost += size > HUBER ? HUBER * (size - HUBER / 2) : (size * size) / 2;
		const count = listUnknowns(k);
		const at = k * SLOPE_STRIDE;
		const factor = (focal / d) * perSigma;
		for (let i = 0; i < count; i++) {
			const dz = slopes[at + 2 * POINT_UNKNOWNS + i]! / d;
			slope[i] = factor * (slopes[at + i]! + x * dz);
			second[i] = factor * (slopes[at + POINT_UNKNOWNS + i]! + y * dz);
		}
		equations.add(u, unknowns, slope, count, weight);
		equations.add(v, unknowns, second, count, weight);
	}
	return cost;
}

// Adds the directions of bones, compared with those that were seen.
function addBones({ points, slopes }: HandPose, { observation }: FitTarget, equations: NormalEquations): number {
	const { bones } = observation;
	let cost = 0;
	for (let k = 1; k < LANDMARK_COUNT; k++) {
		const { parent } = LANDMARK_MODEL[k]!;
		for (let i = 0; i < 3; i++) unit[i] = points[3 * k + i]! - points[3 * parent + i]!;
		const length = normalizeVector(unit, unit);
		const count = listUnknowns(k);
		const [own, from] = [k * SLOPE_STRIDE, parent * SLOPE_STRIDE];
		for (let row = 0; row < 3; row++) {
			const residual = (unit[row]! - bones[3 * k + row]!) / BONE_SIGMA;
			cost += (residual * residual) / 2;
			for (let i = 0; i < count; i++) {
				// The change of the bone, without what only changes its length.
				let along = 0;
				for (let axis = 0; axis < 3; axis++)
					along += unit[axis]! * (slopes[own + axis * POINT_UNKNOWNS + i]! - slopes[from + axis * POINT_UNKNOWNS + i]!);
				const change = slopes[own + row * POINT_UNKNOWNS + i]! - slopes[from + row * POINT_UNKNOWNS + i]!;
				slope[i] = (change - unit[row]! * along) / (length * BONE_SIGMA);
			}
			equations.add(residual, unknowns, slope, count, 1);
		}
	}
	return cost;
}

function addAngles({ angles }: HandPose, { last, elapsed }: FitTarget, equations: NormalEquations): number {
	let cost = 0;
	const add = (value: number, angle: number, sigma: number): void => {
		single[0] = WRIST_UNKNOWNS + angle;
		singleSlope[0] = 1 / sigma;
		equations.add(value / sigma, single, singleSlope, 1, 1);
		cost += (value / sigma) ** 2 / 2;
	};
	const changeSigma = CHANGE_SIGMA * Math.max(1, elapsed * 30);
	for (let i = 0; i < HAND_ANGLES; i++) {
		const angle = angles[i]!;
		if (angle < LOWEST[i]!) add(angle - LOWEST[i]!, i, LIMIT_SIGMA);
		if (angle > HIGHEST[i]!) add(angle - HIGHEST[i]!, i, LIMIT_SIGMA);
		if (i % 4 === 1) add(angle - REST[i]!, i, SPREAD_SIGMA);
		if (last !== null) add(angle - last[i]!, i, changeSigma);
		if (i % 4 !== 3 || i < 4) continue;
		const value = (angle - COUPLING.slope * angles[i - 1]! - COUPLING.start) / COUPLING_SIGMA;
		single[0] = WRIST_UNKNOWNS + i - 1;
		single[1] = WRIST_UNKNOWNS + i;
		singleSlope[0] = -COUPLING.slope / COUPLING_SIGMA;
		singleSlope[1] = 1 / COUPLING_SIGMA;
		equations.add(value, single, singleSlope, 2, 1);
		cost += value ** 2 / 2;
	}
	return cost;
}

// Writes which unknowns the derivatives of a landmark belong to, and returns how many.
function listUnknowns(landmark: number): number {
	const { finger, angles } = LANDMARK_MODEL[landmark]!;
	for (let i = 0; i < POINT_UNKNOWNS; i++)
		unknowns[i] = i < WRIST_UNKNOWNS ? i : Math.min(HAND_UNKNOWNS - 1, 4 * finger + i);
	return WRIST_UNKNOWNS + angles;
}

/** Returns the error in the picture, as a share of the length of the hand there: the root of the mean square. */
export function measureImageError({ points, wrist }: HandPose, { observation, camera }: FitTarget): number {
	let sum = 0;
	for (let k = 0; k < LANDMARK_COUNT; k++) {
		const d = -points[3 * k + 2]!;
		const u = (camera.focal * points[3 * k]!) / d - observation.image[2 * k]!;
		const v = (camera.focal * points[3 * k + 1]!) / d - observation.image[2 * k + 1]!;
		sum += u * u + v * v;
	}
	return (Math.sqrt(sum / LANDMARK_COUNT) * -wrist[2]!) / (camera.focal * camera.handLength);
}
