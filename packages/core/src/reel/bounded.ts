import { compareRecordings, listExcesses } from '../compare/compare-recordings.ts';
import { fillTolerances, type Tolerances } from '../compare/options.ts';
import type { Recording } from '../model/recording.ts';
import type { BoundedVector } from './bounded-vector.ts';
import { fitVector, type Strategy } from './fit-vector.ts';
import { countCurves, isKnownSection, listReelPaths, type ReelTree, type VectorShape } from './groups.ts';
import type { FitVector } from './key-block.ts';
import type { DensePose } from './pose-frame.ts';

/** The fit of a vector of a block in an earlier try. */
interface KnownFit {
	readonly share: number;
	/** The poses that the vector is relative to. */
	readonly hash: number;
	readonly vector: BoundedVector | null;
}

/** The fits of a block in an earlier try, by the index of their vector. */
export type KnownFits = Map<number, KnownFit>;

/**
 * Returns how the vectors of a block are fitted within tolerances. `shares`: the share of the tolerance for some paths; with 0
 * they are not fitted. Fits whose tolerance and references have not changed are taken from `known`.
 */
export function createFit(
	tolerances: Tolerances,
	tree: ReelTree,
	vectors: readonly VectorShape[],
	shares: ReadonlyMap<string, number>,
	strategy: Strategy,
	known: KnownFits,
): FitVector {
	const limits = fillTolerances(tolerances);
	const paths = listReelPaths(tree);
	const knownCurves = tree.sections.filter(isKnownSection).reduce((count, section) => count + countCurves(section), 0);
	const isReference = new Set(vectors.flatMap(({ references }) => references.flatMap((index) => [index, index + 1])));
	return (index, curves, references, timing) => {
		const { role, firstCurve } = vectors[index]!;
		// Nobody knows how far unknown vectors may deviate.
		if (firstCurve >= knownCurves) return null;
		const path = paths[firstCurve]!.replace(/\.\w+$/, '');
		const share = shares.get(path) ?? 1;
		if (share === 0) return null;
		// Poses with the same hash by accident are harmless: the comparison after encoding finds what deviates.
		const hash = hashPoses(references);
		const last = known.get(index);
		if (last?.share === share && last.hash === hash) return last.vector;
		const tolerance = share * pickTolerance(limits, path, role === 'plain');
		const trials = isReference.has(index) ? strategy.references : strategy.leaves;
		const vector = fitVector(curves, role === 'rotation', references, timing, tolerance, trials);
		known.set(index, { share, hash, vector });
		return vector;
	};
}

function hashPoses(poses: readonly DensePose[]): number {
	let hash = 0;
	for (const { position, rotation } of poses) {
		for (const { buffer, byteOffset, byteLength } of [position, rotation]) {
			for (const word of new Int32Array(buffer, byteOffset, byteLength / 4)) hash = Math.imul(hash ^ word, 0x0100_0193);
		}
	}
	return hash;
}

/** Lists the vectors that a decoded recording plays with more than the tolerated deviation. */
export function listDeviations(recording: Recording, decoded: Recording, tolerances: Tolerances): string[] {
	return listExcesses(compareRecordings(recording, decoded), tolerances).map(({ path }) => path);
}

// In meters, or in radians.
function pickTolerance(limits: Required<Tolerances>, path: string, isLength: boolean): number {
	const [section] = path.split('.');
	if (section === 'head') return isLength ? limits.headPosition : toRadians(limits.headRotationDegrees);
	if (section === 'gaze') return isLength ? limits.gazeOrigin : toRadians(limits.gazeDirectionDegrees);
	return isLength ? limits.jointPosition : toRadians(limits.jointRotationDegrees);
}

function toRadians(degrees: number): number {
	return (degrees * Math.PI) / 180;
}
