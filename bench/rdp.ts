// The optimizer of MRTK's recorder, for comparison: Ramer, Douglas and Peucker's method on the samples of a vector, in
// partitions, with its own stack. MRTK loses the samples after the last full partition; here they are kept.
import type { Curve, Recording } from '@handreel/core';
import { TOLERANCE_DEFAULTS } from '@handreel/core/edit';
import { selectKeys } from '@handreel/core/internal';

/** MRTK's default. */
export const PARTITION = 32;

/** Reduces every vector of a recording whose curves are in lockstep and sorted. 0: in one partition. */
export function reduceByRdp(recording: Recording, partition: number = PARTITION): Recording {
	const { jointPosition, jointRotationDegrees, headPosition, headRotationDegrees, gazeOrigin, gazeDirectionDegrees } =
		TOLERANCE_DEFAULTS;
	const vector = (curves: Record<string, Curve>, meters: number): Record<string, Curve> =>
		reduceVector(curves, meters, false, partition);
	const angular = (curves: Record<string, Curve>, degrees: number, isRotation: boolean): Record<string, Curve> =>
		reduceVector(curves, ((isRotation ? degrees / 2 : degrees) * Math.PI) / 180, true, partition);
	const pose = (curves: Pose, meters: number, degrees: number): Pose => ({
		position: vector(curves.position, meters),
		rotation: angular(curves.rotation, degrees, true),
	});
	const hand = (curves: Hand): Hand => ({
		...curves,
		joints: Object.fromEntries(
			Object.entries(curves.joints).map(([name, joint]) => [name, pose(joint, jointPosition, jointRotationDegrees)]),
		),
	});
	const { head, hands, gaze } = recording as unknown as Parts;
	const reduced = {
		head: head && pose(head, headPosition, headRotationDegrees),
		hands: hands && { left: hand(hands.left), right: hand(hands.right) },
		gaze: gaze && {
			origin: vector(gaze.origin, gazeOrigin),
			direction: angular(gaze.direction, gazeDirectionDegrees, false),
		},
	};
	return { ...recording, ...reduced } as unknown as Recording;
}

type Vector = Record<string, Curve>;
interface Pose {
	readonly position: Vector;
	readonly rotation: Vector;
}
interface Hand {
	readonly joints: Record<string, Pose>;
}
interface Parts {
	readonly layout: unknown;
	readonly markers: unknown;
	readonly head: Pose | null;
	readonly hands: { readonly left: Hand; readonly right: Hand } | null;
	readonly gaze: { readonly origin: Vector; readonly direction: Vector } | null;
}

// Memory that one vector after the other is worked on in.
let desk = createDesk(0);

function createDesk(count: number) {
	return {
		times: new Float64Array(count),
		rows: new Float64Array(count * 4),
		isKept: new Uint8Array(count),
		stack: new Int32Array(2 * count + 2),
	};
}

function reduceVector(curves: Vector, tolerance: number, isAngular: boolean, partition: number): Vector {
	const names = Object.keys(curves);
	const first = curves[names[0]!]!;
	const { count } = first;
	if (count < 3) return curves;
	const size = isAngular ? 4 : 3;
	if (desk.times.length < count) desk = createDesk(count);
	const { times, rows, isKept, stack } = desk;
	rows.fill(0, 0, count * size);
	isKept.fill(0, 0, count);
	for (let i = 0; i < count; i++) times[i] = first.floats[first.start + i * 2]!;
	names.forEach((name, c) => {
		const { floats, start } = curves[name]!;
		for (let i = 0; i < count; i++) rows[i * size + c] = floats[start + i * 2 + 1]!;
	});
	isKept[0] = 1;
	const step = partition === 0 ? count - 1 : partition;
	const limit = isAngular ? Math.sin(tolerance) ** 2 : tolerance ** 2;
	for (let from = 0; from < count - 1; from += step) {
		const to = Math.min(from + step, count - 1);
		isKept[to] = 1;
		let top = 0;
		stack[top++] = from;
		stack[top++] = to;
		while (top > 0) {
			const right = stack[--top]!;
			const left = stack[--top]!;
			const worst = isAngular
				? findWidest(times, rows, left, right, limit)
				: findFarthest(times, rows, left, right, limit);
			if (worst < 0) continue;
			isKept[worst] = 1;
			stack[top++] = left;
			stack[top++] = worst;
			stack[top++] = worst;
			stack[top++] = right;
		}
	}
	return Object.fromEntries(names.map((name) => [name, selectKeys(curves[name]!, (key) => isKept[key] === 1)]));
}

// The sample farthest from the line between two others, or −1 where none is too far. Squares of lengths.
function findFarthest(times: Float64Array, rows: Float64Array, left: number, right: number, limit: number): number {
	const a = left * 3;
	const b = right * 3;
	const x = rows[a]!;
	const y = rows[a + 1]!;
	const z = rows[a + 2]!;
	const perSecond = 1 / (times[right]! - times[left]!);
	const vx = (rows[b]! - x) * perSecond;
	const vy = (rows[b + 1]! - y) * perSecond;
	const vz = (rows[b + 2]! - z) * perSecond;
	let worst = -1;
	let most = limit;
	for (let i = left + 1, at = a + 3; i < right; i++, at += 3) {
		const s = times[i]! - times[left]!;
		const dx = x + vx * s - rows[at]!;
		const dy = y + vy * s - rows[at + 1]!;
		const dz = z + vz * s - rows[at + 2]!;
		const square = dx * dx + dy * dy + dz * dz;
		if (square > most) {
			most = square;
			worst = i;
		}
	}
	return worst;
}

// The same for what is normalized: squares of sines of angles. Four numbers each.
function findWidest(times: Float64Array, rows: Float64Array, left: number, right: number, limit: number): number {
	const a = left * 4;
	const b = right * 4;
	const x = rows[a]!;
	const y = rows[a + 1]!;
	const z = rows[a + 2]!;
	const w = rows[a + 3]!;
	const perSecond = 1 / (times[right]! - times[left]!);
	const vx = (rows[b]! - x) * perSecond;
	const vy = (rows[b + 1]! - y) * perSecond;
	const vz = (rows[b + 2]! - z) * perSecond;
	const vw = (rows[b + 3]! - w) * perSecond;
	let worst = -1;
	let most = limit;
	for (let i = left + 1, at = a + 4; i < right; i++, at += 4) {
		const s = times[i]! - times[left]!;
		const rx = x + vx * s;
		const ry = y + vy * s;
		const rz = z + vz * s;
		const rw = w + vw * s;
		const sx = rows[at]!;
		const sy = rows[at + 1]!;
		const sz = rows[at + 2]!;
		const sw = rows[at + 3]!;
		const dot = rx * sx + ry * sy + rz * sz + rw * sw;
		const square = (rx * rx + ry * ry + rz * rz + rw * rw) * (sx * sx + sy * sy + sz * sz + sw * sw);
		const sine = 1 - (dot * dot) / square;
		if (sine > most) {
			most = sine;
			worst = i;
		}
	}
	return worst;
}
