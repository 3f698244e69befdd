import { describe, expect, it } from 'vitest';
import { findHolds, type ObjectTrack, type SideTrack } from '../../src/describe/find-holds.ts';
import { formatTest, listTestObjects } from '../../src/describe/format-test.ts';
import { listReplaySteps } from '../../src/describe/list-replay-steps.ts';
import { nameObject, type ObjectName } from '../../src/describe/name-object.ts';
import { joinSides, type TestStep } from '../../src/describe/test-step.ts';
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
	const closed = [{ start: 0.8, end: 2.2, event: 'select' as const }];

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
		expect(findHolds(tracks, [side([{ start: 1.8, end: 2, event: 'select' }])])).toEqual([]);
	});

	it('finds both hands that stretch an object, and none that only moves in the same direction', () => {
		const left = (time: number): number[] => pose([-0.3 - way(time) / 3, 1, -0.4]);
		const wide = track(1, 'wide', (time) => {
			const [x, y] = [hand(time)[12]!, left(time)[12]!];
			return pose([(x + y) / 2, 1, -0.4]).map((value, i) => (i < 12 ? (value * (x - y)) / 0.3 : value));
		});
		const other = { side: 'left' as const, samples: times.map((time) => ({ time, matrix: left(time) })), closed };
		expect(findHolds([wide], [side(closed), other]).map((hold) => hold.side)).toEqual(['right', 'left']);
		// The size follows both hands, the place only one.
		const held = track(2, 'held', (time) => {
			const width = (hand(time)[12]! - left(time)[12]!) / 0.3;
			return pose([way(time), 1, -0.6]).map((value, i) => (i < 12 ? value * width : value));
		});
		expect(findHolds([held], [side(closed), other]).map((hold) => hold.side)).toEqual(['right', 'left']);
		// An open hand that comes along is not what holds, and hides nothing.
		const along = {
			...other,
			samples: times.map((time) => ({ time, matrix: pose([way(time) * 0.6, 1, 0]) })),
			closed: [],
		};
		expect(findHolds([track(1, 'rigid', rigid)], [side(closed), along])).toHaveLength(1);
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

	const hold = {
		side: 'left' as const,
		event: 'select' as const,
		id: 3,
		path: 'lamp',
		start: 1.25,
		end: 2,
		distance: 0.5,
		from: [0, 2, -0.5] as Point,
		to: [0.5, 2, -0.5] as Point,
	};
	const names = new Map([[3, nameObject(nodes, 3)!]]);
	const objects = listTestObjects(names);
	const plan = { url: 'http://localhost:5173', title: 'hands move lamp', names, objects };

	it('checks each object before and after, if it replays a recording', () => {
		const steps = listReplaySteps([hold], [], objects, 3);
		expect(
			formatTest({ ...plan, use: { recording: "it's.reel" }, steps }),
		).toBe(`import { expect, test } from '@handreel/playwright';

test.use({ recording: 'it\\'s.reel' });

test('hands move lamp', async ({ page, xr }) => {
  test.slow();
  await page.goto('http://localhost:5173');
  await xr.enter();
  const lamp = xr.object('lamp');
  await xr.stepTo(1.25);
  // The left hand holds lamp from 1.25 s to 2.00 s.
  await expect(lamp).toBeNear([0, 2, -0.5], 0.05);
  await xr.stepTo(2.1);
  await expect(lamp).toBeNear([0.5, 2, -0.5], 0.05);
  await xr.playToEnd();
});
`);
	});

	it('has the verbs of hands, one after the other in one line', () => {
		const lamp = objects.get(3)!;
		const steps: TestStep[] = [
			{ kind: 'walk', to: [1, 0, 0], facing: lamp },
			{ kind: 'side', side: 'left', calls: [{ verb: 'reach', target: lamp }, { verb: 'pinch' }] },
			{ kind: 'side', side: 'left', calls: [{ verb: 'moveTo', target: [0.5, 2, -0.5] }] },
			{ kind: 'side', side: 'right', calls: [{ verb: 'wait', target: 0.3 }] },
		];
		const performer = { input: 'controllers', profiles: ['htc-vive'], eyeHeight: 1.2 } as const;
		const code = formatTest({ ...plan, use: { performer }, steps: joinSides(steps) });
		expect(code).toContain(
			"test.use({ performer: { input: 'controllers', profiles: ['htc-vive'], eyeHeight: 1.2 } });",
		);
		expect(code).toContain(`  await xr.walkTo([1, 0, 0], { facing: lamp });
  await xr.left.reach(lamp).pinch().moveTo([0.5, 2, -0.5]);
  await xr.right.wait(0.3);
`);
		expect(formatTest({ ...plan, use: { performer: {} }, steps: [] })).not.toContain('test.use');
	});

	it('has a separate constant for each object, and none is a word of the language', () => {
		const list = ['class', 'a/red-cup', 'b/red cup', 'page', '7', 'the Mesh at 0, 1, 2'];
		const labels = new Map(list.map((label, id): [number, ObjectName] => [id, { label, query: label, code: '' }]));
		expect([...listTestObjects(labels).values()].map(({ constant }) => constant)).toEqual([
			'class2',
			'redCup',
			'redCup2',
			'page2',
			'object7',
			'object',
		]);
	});
});
