import { describe, expect, it } from 'vitest';
import { findHolds, type ObjectTrack, type SideTrack } from '../../src/describe/find-holds.ts';
import { nameObject, writeTest } from '../../src/describe/write-test.ts';
import type { Point, SceneNode } from '../../src/probe/types.ts';

const RATE = 30;
const times = Array.from({ length: 3 * RATE + 1 }, (_, i) => i / RATE);

/** A pose: turned around y, at a point. */
const pose = ([x, y, z]: Point, angle = 0): number[] => {
	const [c, s] = [Math.cos(angle), Math.sin(angle)];
	return [c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, x, y, z, 1];
};
/** The hand goes 0.6 m to the right in the middle second, and turns. */
const way = (time: number): number => 0.6 * Math.min(1, Math.max(0, time - 1));
const hand = (time: number): number[] => pose([way(time), 1, -0.4], way(time));
const side = (closed: SideTrack['closed']): SideTrack => ({
	side: 'right',
	samples: times.map((time) => ({ time, matrix: hand(time) })),
	closed,
});
const track = (id: number, path: string, at: (time: number) => number[], parent?: number): ObjectTrack => {
	const samples = times.map((time) => ({ time, matrix: at(time) }));
	const moved = samples.filter(
		({ matrix }, i) => i === 0 || matrix.some((value, k) => value !== samples[i - 1]!.matrix[k]),
	);
	return { id, path, parent, samples: moved, looks: [] };
};
/** Follows the pose of the hand from 20 cm in front of it. */
const rigid = (time: number): number[] => {
	const m = hand(time);
	const offset = [0, 0, -0.2];
	const place = [0, 1, 2].map(
		(row) => m[12 + row]! + [0, 4, 8].reduce((sum, column, k) => sum + m[column + row]! * offset[k]!, 0),
	);
	return pose(place as unknown as Point, way(time));
};

describe('findHolds', () => {
	const closed = [{ start: 0.8, end: 2.2 }];

	it('finds what moves with a closed hand, by pose or by position', () => {
		const tracks = [
			track(1, 'rigid', rigid),
			track(2, 'shifted', (time) => pose([way(time), 1, -0.6])),
			track(3, 'still', () => pose([0, 1, -0.5])),
			track(4, 'drifting', (time) => pose([0, 1 + time / 5, -0.5])),
			track(5, 'rigid/part', rigid, 1),
		];
		const holds = findHolds(tracks, [side(closed)]);
		expect(holds.map(({ path, start, end }) => [path, start, end])).toEqual([
			['rigid', 0.8, 2.2],
			['shifted', 0.8, 2.2],
		]);
		expect(holds[1]).toMatchObject({ side: 'right', distance: expect.closeTo(0.6, 6), from: [0, 1, -0.6] });
	});

	it('leaves out what follows an open hand, what shows the hand, and trembling', () => {
		const tracks = [
			track(1, 'glove', rigid),
			track(2, 'ring', hand),
			track(3, 'leaf', (time) => pose([0.001 * Math.sin(time * 60), 1, -0.6])),
		];
		expect(findHolds(tracks, [side([])])).toEqual([]);
		expect(findHolds(tracks, [side([{ start: 1.8, end: 2 }])])).toEqual([]);
	});

	it('starts and ends where the object does, if the hand closed or opened elsewhere', () => {
		const late = track(1, 'late', (time) => pose([time < 1.5 ? 0 : way(time) - way(1.5), 1, -0.6]));
		const [hold] = findHolds([late], [side(closed)]);
		expect(hold!.start).toBeGreaterThan(1.45);
		expect(hold!.start).toBeLessThan(1.6);
	});
});

describe('a written test', () => {
	const makeNode = (id: number, path: string, firstPosition: Point): SceneNode => ({
		id,
		path,
		name: path.split('/').at(-1)!,
		type: 'Mesh',
		isVisible: true,
		position: firstPosition,
		firstPosition,
	});
	const nodes = [
		makeNode(1, 'table/cup', [0, 1, 0]),
		makeNode(2, 'shelf/cup', [1, 1, 0]),
		makeNode(3, 'lamp', [0, 2, -0.5]),
	];

	it('finds objects by the shortest unique path, or by their first place', () => {
		expect(nameObject(nodes, 3)?.code).toBe("'lamp'");
		expect(nameObject(nodes, 1)?.code).toBe("'table/cup'");
		const twins = [
			{ ...nodes[0]!, name: '' },
			{ ...nodes[1]!, name: '', path: 'table/cup' },
		];
		const { code = '', label } = nameObject(twins, 2)!;
		expect(label).toBe('the Mesh at 1, 1, 0');
		// The code runs.
		const query = new Function(`return ${code}`)() as (node: SceneNode) => boolean;
		expect(twins.map(query)).toEqual([false, true]);
		expect(nameObject([twins[0]!, { ...twins[0]!, id: 9 }], 9)).toBeNull();
	});

	it('checks each object before and after', () => {
		const hold = {
			side: 'left' as const,
			id: 3,
			path: 'lamp',
			start: 1.25,
			end: 2,
			distance: 0.5,
			from: [0, 2, -0.5] as Point,
			to: [0.5, 2, -0.5] as Point,
		};
		const names = new Map([[3, nameObject(nodes, 3)!]]);
		const plan = { recording: "it's.reel", url: 'http://localhost:5173', holds: [hold], names, duration: 3 };
		expect(writeTest(plan)).toBe(`import { expect, test } from '@handreel/playwright';

test.use({ recording: 'it\\'s.reel' });

test('hands move lamp', async ({ page, xr }) => {
  test.slow();
  await page.goto('http://localhost:5173');
  await xr.enter();
  await xr.stepTo(1.25);
  // The left hand holds lamp from 1.25 s to 2.00 s.
  await expect(xr.object('lamp')).toBeNear([0, 2, -0.5], 0.05);
  await xr.stepTo(2.1);
  await expect(xr.object('lamp')).toBeNear([0.5, 2, -0.5], 0.05);
  await xr.playToEnd();
});
`);
	});
});
