import type { Path, Tracer } from './path.ts';
import { takeQuantile } from './statistics.ts';

/** The space in which a point moves. */
export interface WorkspaceMeasures {
	/**
	 * Meters along the principal axes of the positions, the longest first: from the 1st to the 99th percentile, so that
	 * single outliers do not count.
	 */
	readonly extents: readonly [number, number, number];
	/** Cubic meters: the product of the extents. */
	readonly volume: number;
}

const EDGE_SHARE = 0.01;
/** Rotations that make a symmetric 3 × 3 matrix diagonal to the last digit. */
const SWEEPS = 8;

type Matrix = [number[], number[], number[]];

/** Measures the workspace of a path; `null` if it has no samples. */
export function measureWorkspace({ grid, x, y, z }: Path, tracer: Tracer): WorkspaceMeasures | null {
	const count = grid.total;
	if (count === 0) return null;
	const axes = findPrincipalAxes(x, y, z, count);
	const along = tracer.take(count);
	const extents = axes.map(([ax = 0, ay = 0, az = 0]) => {
		for (let i = 0; i < count; i++) along[i] = x[i]! * ax + y[i]! * ay + z[i]! * az;
		const low = takeQuantile(along, count, EDGE_SHARE);
		return takeQuantile(along, count, 1 - EDGE_SHARE) - low;
	});
	tracer.give(along);
	extents.sort((a, b) => b - a);
	const [a = 0, b = 0, c = 0] = extents;
	return { extents: [a, b, c], volume: a * b * c };
}

// The eigenvectors of the covariance, as rows.
function findPrincipalAxes(x: Float64Array, y: Float64Array, z: Float64Array, count: number): Matrix {
	let [mx, my, mz] = [0, 0, 0];
	for (let i = 0; i < count; i++) {
		mx += x[i]! / count;
		my += y[i]! / count;
		mz += z[i]! / count;
	}
	let [xx, xy, xz, yy, yz, zz] = [0, 0, 0, 0, 0, 0];
	for (let i = 0; i < count; i++) {
		const dx = x[i]! - mx;
		const dy = y[i]! - my;
		const dz = z[i]! - mz;
		xx += dx * dx;
		xy += dx * dy;
		xz += dx * dz;
		yy += dy * dy;
		yz += dy * dz;
		zz += dz * dz;
	}
	const matrix: Matrix = [
		[xx, xy, xz],
		[xy, yy, yz],
		[xz, yz, zz],
	];
	const axes: Matrix = [
		[1, 0, 0],
		[0, 1, 0],
		[0, 0, 1],
	];
	for (let sweep = 0; sweep < SWEEPS; sweep++) {
		rotateAway(matrix, axes, 0, 1);
		rotateAway(matrix, axes, 0, 2);
		rotateAway(matrix, axes, 1, 2);
	}
	return axes;
}

// One rotation of Jacobi's method: makes the entry (p, q) zero.
function rotateAway(m: Matrix, axes: Matrix, p: 0 | 1, q: 1 | 2): void {
	const entry = m[p][q]!;
	if (Math.abs(entry) < 1e-30) return;
	const theta = (m[q][q]! - m[p][p]!) / (2 * entry);
	const tangent = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
	const cosine = 1 / Math.sqrt(tangent * tangent + 1);
	const sine = tangent * cosine;
	const turn = (a: number[], b: number[]): void => {
		for (let k = 0; k < 3; k++) {
			const [ak, bk] = [a[k]!, b[k]!];
			a[k] = cosine * ak - sine * bk;
			b[k] = sine * ak + cosine * bk;
		}
	};
	turn(m[p], m[q]);
	for (const row of m) {
		const [rp, rq] = [row[p]!, row[q]!];
		row[p] = cosine * rp - sine * rq;
		row[q] = sine * rp + cosine * rq;
	}
	turn(axes[p], axes[q]);
}
