import { rotateVector } from '@handreel/core/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLookPose } from '../../src/device/pose.ts';
import { castRay, type Surface } from '../../src/room/cast-ray.ts';
import { createDefaultRoom } from '../../src/room/default-room.ts';

const ALL = ['plane', 'mesh', 'point'] as const;
/** An L on the floor. */
const FLOOR: Surface = {
	kind: 'plane',
	pose: [0, 0, 0, 0, 0, 0, 1],
	polygon: [0, 0, 0, -2, 1, -2, 1, -1, 2, -1, 2, 0],
	vertices: [],
};
/** A wall at z = −3 that faces the origin, as two triangles. */
const WALL: Surface = {
	kind: 'mesh',
	pose: [0, 0, -3, 0, 0, 0, 1],
	vertices: [-5, -5, 0, 5, -5, 0, 5, 5, 0, -5, 5, 0],
	indices: [0, 1, 2, 0, 2, 3],
};

/** Rounded, so that −0 and 0 are the same. */
const round = (numbers: ArrayLike<number>): number[] =>
	Array.from(numbers, (value) => Math.round(value * 1e4) / 1e4 + 0);

describe('castRay', () => {
	it('meets the inside of polygons only, from both sides', () => {
		const down = (x: number, z: number): number => castRay(createLookPose([x, 1, z], [0, -1, 0]), [FLOOR], ALL).length;
		expect([down(0.5, -1.5), down(1.5, -0.5), down(1.5, -1.5), down(-0.1, -0.5)]).toEqual([1, 1, 0, 0]);
		const [hit] = castRay(createLookPose([0.5, -1, -0.5], [0, 1, 0]), [FLOOR], ALL);
		expect(hit!.distance).toBeCloseTo(1);
		// y is the normal toward the ray.
		expect(round(rotateVector(hit!.pose, [0, 1, 0], [] as number[], 3))).toEqual([0, -1, 0]);
	});

	it('turns results as headsets do: y is the normal, z points back along the ray, or up', () => {
		const [straight] = castRay([0, 1, 0, 0, 0, 0, 1], [WALL], ALL);
		expect(round(straight!.pose.length === 7 ? Array.from(straight!.pose).slice(0, 3) : [])).toEqual([0, 1, -3]);
		expect(round(rotateVector(straight!.pose, [0, 1, 0], [] as number[], 3))).toEqual([0, 0, 1]);
		expect(round(rotateVector(straight!.pose, [0, 0, 1], [] as number[], 3))).toEqual([0, 1, 0]);
		const [slanted] = castRay(createLookPose([0, 1, 0], [-1, 0, -3]), [WALL], ALL);
		expect(round(rotateVector(slanted!.pose, [0, 0, 1], [] as number[], 3))).toEqual([1, 0, 0]);
	});

	it('lists the nearest first, and only the kinds that were asked for, where they are known', () => {
		const ray = createLookPose([0.5, 1, 0], [0, -0.6, -1]);
		expect(castRay(ray, [WALL, FLOOR], ALL).map(({ distance }) => Math.round(distance * 100))).toEqual([194, 350]);
		expect(castRay(ray, [WALL, FLOOR], ['plane'])).toHaveLength(1);
		expect(castRay(ray, [{ ...WALL, pose: null }], ALL)).toEqual([]);
		expect(castRay(createLookPose([0, 1, 0], [0, 0, 1]), [WALL], ALL)).toEqual([]);
	});

	it('finds what lies on a surface that is turned in any way', () => {
		const number = fc.double({ min: -1, max: 1, noNaN: true });
		fc.assert(
			fc.property(fc.tuple(number, number, number), fc.tuple(number, number, number, number), ([x, y, z], rotation) => {
				const length = Math.hypot(...rotation);
				fc.pre(length > 0.1);
				const pose = [x, y, z, ...rotation.map((value) => value / length)];
				const place = rotateVector(pose, [0.3, 0, -0.2], [] as number[], 3).map((value, i) => value + pose[i]!);
				const from = [3, 4, 5];
				const ray = createLookPose(
					from,
					place.map((value, i) => value - from[i]!),
				);
				const normal = rotateVector(pose, [0, 1, 0], [] as number[], 3);
				fc.pre(Math.abs(normal.reduce((sum, value, i) => sum + value * (from[i]! - place[i]!), 0)) > 0.05);
				const polygon = [-1, -1, -1, 1, 1, 1, 1, -1];
				const [hit] = castRay(ray, [{ kind: 'plane', pose, polygon, vertices: [] }], ALL);
				expect(round(Array.from(hit!.pose).slice(0, 3))).toEqual(round(place));
			}),
		);
	});
});

describe('createDefaultRoom', () => {
	it('has a table in front of the person, on a floor at any height', () => {
		const { planes, meshes } = createDefaultRoom(-1.2);
		const table = planes.find(({ label }) => label === 'table')!;
		expect(round(table.states[0]!.pose)).toEqual([0, -0.46, 1.1, 0, 0, 0, 1]);
		expect(planes.map(({ label, orientation }) => `${label} ${orientation}`)).toEqual([
			'floor horizontal',
			'ceiling horizontal',
			...Array.from({ length: 4 }, () => 'wall vertical'),
			'door vertical',
			'window vertical',
			'table horizontal',
			'couch horizontal',
		]);
		expect(meshes.map(({ label }) => label)).toEqual(['table', 'couch', 'shelf', 'global mesh']);
	});

	it('has walls that face the inside, and boxes that face the outside', () => {
		const { planes, meshes } = createDefaultRoom(0);
		const center = [0, 1.3, 0];
		for (const { label, states } of planes) {
			if (label === 'table' || label === 'couch') continue;
			const { pose } = states[0]!;
			const normal = rotateVector(pose, [0, 1, 0], [] as number[], 3);
			expect(
				normal.reduce((sum, value, i) => sum + value * (center[i]! - pose[i]!), 0),
				label,
			).toBeGreaterThan(0);
		}
		// In Unity's space clockwise triangles face the viewer, so volumes have the other sign.
		const volumes = meshes.map(({ states }) => measureVolume(states[0]!));
		expect(volumes.map(Math.sign)).toEqual([-1, -1, -1, 1]);
		expect(Math.abs(volumes[0]!)).toBeCloseTo(1.2 * 0.04 * 0.7);
	});
});

function measureVolume({
	vertices,
	indices,
}: {
	readonly vertices: Float32Array;
	readonly indices: Uint32Array;
}): number {
	let volume = 0;
	for (let i = 0; i < indices.length; i += 3) {
		const [a, b, c] = [0, 1, 2].map((j) => vertices.subarray(3 * indices[i + j]!, 3 * indices[i + j]! + 3));
		volume +=
			a![0]! * (b![1]! * c![2]! - b![2]! * c![1]!) -
			a![1]! * (b![0]! * c![2]! - b![2]! * c![0]!) +
			a![2]! * (b![0]! * c![1]! - b![1]! * c![0]!);
	}
	return volume / 6;
}
