import { compareRecordings, listExcesses } from '../compare/compare-recordings.ts';
import { fillTolerances, type Tolerances } from '../compare/options.ts';
import type { Recording } from '../model/recording.ts';
import { fitVector, type Strategy } from './fit-vector.ts';
import { listReelPaths, type ReelTree, type VectorShape } from './groups.ts';
import type { FitVector } from './key-block.ts';

/** Returns how vectors are fitted within tolerances. `shares`: the share of the tolerance for some paths; with 0 they are not fitted. */
export function createFit(
	tolerances: Tolerances,
	tree: ReelTree,
	vectors: readonly VectorShape[],
	shares: ReadonlyMap<string, number>,
	strategy: Strategy,
): FitVector {
	const limits = fillTolerances(tolerances);
	const paths = listReelPaths(tree);
	const isReference = new Set(vectors.flatMap(({ references }) => references.flatMap((index) => [index, index + 1])));
	return (index, curves, references, timing) => {
		const { role, firstCurve } = vectors[index]!;
		const path = paths[firstCurve]!.replace(/\.\w+$/, '');
		const share = shares.get(path) ?? 1;
		if (share === 0) return null;
		const tolerance = share * pickTolerance(limits, path, role === 'plain');
		const trials = isReference.has(index) ? strategy.references : strategy.leaves;
		return fitVector(curves, role === 'rotation', references, timing, tolerance, trials);
	};
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
