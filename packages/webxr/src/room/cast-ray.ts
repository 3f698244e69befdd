import { findLookRotation, invertPose, rotateVector } from '@handreel/core/internal';
import type { HitSurface, SurfaceKind } from '../device/device.ts';
import { IDENTITY, type Pose, placePose, ROTATION } from '../device/pose.ts';

// Where rays meet a room. Everything is in the space of the device.

/** A surface in its own space. */
export interface Surface extends HitSurface {
	/** `null` while it is not known. */
	readonly pose: Pose | null;
	/** x and z of the corners of a plane, whose normal is +y; the triangles count without them. */
	readonly polygon?: readonly number[];
	/** Three for each triangle. Default: the vertices in order. */
	readonly indices?: ArrayLike<number>;
}

/** Where a ray meets a surface: y is the normal toward the ray, z points back along the ray as far as that is possible. */
export interface Hit {
	readonly pose: Pose;
	/** Meters from the start of the ray. */
	readonly distance: number;
}

type Vector = readonly [x: number, y: number, z: number];

/** Lists where a ray, along −z of a pose, meets surfaces of some kinds, the nearest first; each surface at most once. */
export function castRay(ray: Pose, surfaces: readonly Surface[], kinds: readonly SurfaceKind[]): Hit[] {
	return surfaces
		.flatMap((surface) => {
			if (surface.pose === null || !kinds.includes(surface.kind)) return [];
			const local = placePose(invertPose(surface.pose), ray);
			const origin: Vector = [local[0]!, local[1]!, local[2]!];
			const direction = turn(local, [0, 0, -1]);
			const found = surface.polygon
				? meetPolygon(origin, direction, surface.polygon)
				: meetTriangles(origin, direction, surface);
			return found === null ? [] : [createHit(ray, surface.pose, found)];
		})
		.sort((a, b) => a.distance - b.distance);
}

interface Meeting {
	readonly distance: number;
	/** In the space of the surface, of any length and sense. */
	readonly normal: Vector;
}

function meetPolygon([x, y, z]: Vector, [dx, dy, dz]: Vector, polygon: readonly number[]): Meeting | null {
	const distance = -y / dy;
	if (!(distance >= 0 && distance < Number.POSITIVE_INFINITY)) return null;
	return isInside(x + distance * dx, z + distance * dz, polygon) ? { distance, normal: [0, 1, 0] } : null;
}

function isInside(x: number, z: number, polygon: readonly number[]): boolean {
	let isIn = false;
	for (let i = 0, j = polygon.length - 2; i < polygon.length; j = i, i += 2) {
		const [ax, az, bx, bz] = [polygon[i]!, polygon[i + 1]!, polygon[j]!, polygon[j + 1]!];
		if (az > z !== bz > z && x < ((bx - ax) * (z - az)) / (bz - az) + ax) isIn = !isIn;
	}
	return isIn;
}

/** Triangles with a smaller determinant are seen from their edge. */
const EDGE_ON = 1e-12;
/** How far beyond its edges a triangle is met, so that rays do not pass between two. */
const SLACK = 1e-7;

// Möller and Trumbore: the nearest triangle.
function meetTriangles([ox, oy, oz]: Vector, [dx, dy, dz]: Vector, { vertices, indices }: Surface): Meeting | null {
	const count = indices?.length ?? vertices.length / 3;
	let distance = Number.POSITIVE_INFINITY;
	let normal: Vector = [0, 1, 0];
	for (let i = 0; i < count; i += 3) {
		const a = 3 * (indices?.[i] ?? i);
		const b = 3 * (indices?.[i + 1] ?? i + 1);
		const c = 3 * (indices?.[i + 2] ?? i + 2);
		const [ax, ay, az] = [vertices[a]!, vertices[a + 1]!, vertices[a + 2]!];
		const [ux, uy, uz] = [vertices[b]! - ax, vertices[b + 1]! - ay, vertices[b + 2]! - az];
		const [vx, vy, vz] = [vertices[c]! - ax, vertices[c + 1]! - ay, vertices[c + 2]! - az];
		const [px, py, pz] = [dy * vz - dz * vy, dz * vx - dx * vz, dx * vy - dy * vx];
		const determinant = ux * px + uy * py + uz * pz;
		if (Math.abs(determinant) < EDGE_ON) continue;
		const [tx, ty, tz] = [ox - ax, oy - ay, oz - az];
		const u = (tx * px + ty * py + tz * pz) / determinant;
		if (u < -SLACK || u > 1 + SLACK) continue;
		const [qx, qy, qz] = [ty * uz - tz * uy, tz * ux - tx * uz, tx * uy - ty * ux];
		const v = (dx * qx + dy * qy + dz * qz) / determinant;
		if (v < -SLACK || u + v > 1 + SLACK) continue;
		const t = (vx * qx + vy * qy + vz * qz) / determinant;
		if (t < 0 || t >= distance) continue;
		distance = t;
		normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
	}
	return distance === Number.POSITIVE_INFINITY ? null : { distance, normal };
}

/** Directions with a larger cosine count as parallel. */
const PARALLEL = 0.9999;

function createHit(ray: Pose, surface: Pose, { distance, normal }: Meeting): Hit {
	const direction = turn(ray, [0, 0, -1]);
	const outer = normalize(turn(surface, normal));
	const isFront = dot(outer, direction) <= 0;
	const up: Vector = isFront ? outer : [-outer[0], -outer[1], -outer[2]];
	const back: Vector = [-direction[0], -direction[1], -direction[2]];
	const candidates: readonly Vector[] = [back, [0, 1, 0], [1, 0, 0]];
	const toward = candidates.find((vector) => Math.abs(dot(vector, up)) < PARALLEL)!;
	const share = dot(toward, up);
	const forward = [0, 1, 2].map((i) => share * up[i]! - toward[i]!);
	const place = [0, 1, 2].map((i) => ray[i]! + distance * direction[i]!);
	return { distance, pose: [...place, ...findLookRotation(forward, up, [] as number[])] };
}

function turn(pose: Pose, vector: Vector): Vector {
	return rotateVector(pose, vector, [] as number[], ROTATION) as unknown as Vector;
}

function dot(a: Vector, b: Vector): number {
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function normalize(vector: Vector): Vector {
	const length = Math.sqrt(dot(vector, vector));
	return [vector[0] / length, vector[1] / length, vector[2] / length];
}

/** Surfaces that are given in the space of the device. */
export function placeSurfaces(surfaces: readonly HitSurface[]): Surface[] {
	return surfaces.map((surface) => ({ ...surface, pose: IDENTITY }));
}
