import { Performer } from '@handreel/core/perform';
import { describe, expect, it } from 'vitest';
import type { Bounds, Point, SceneNode } from '../../src/probe/types.ts';
import { drawSideView } from '../../src/scene/draw-side-view.ts';
import { findNode, findNodes, type ObjectQuery, type QueryStep } from '../../src/scene/find-node.ts';
import { matchInHand, matchLookedAt, matchMoved, matchNear } from '../../src/scene/match-object.ts';
import { createFrameSource, samplePerson } from '../../src/scene/person.ts';
import { projectBounds } from '../../src/scene/project-bounds.ts';
import { NO_RIG, Rig } from '../../src/scene/rig.ts';

const makeNode = (path: string, position: Point = [0, 1, -1], firstPosition: Point = position): SceneNode => ({
	id: 1,
	name: path.split('/').at(-1) ?? '',
	path,
	type: 'Mesh',
	isVisible: true,
	position,
	firstPosition,
});

describe('findNode', () => {
	const nodes = [makeNode('table/block'), makeNode('shelf/block'), makeNode('lamp'), makeNode('Group')];

	const helpers = { select: async () => [], listSeen: async () => new Set([3]) };
	const find = (
		list: readonly SceneNode[],
		query: ObjectQuery,
		found = {},
		scenes = ['three.js'],
	): Promise<SceneNode> =>
		findNode({ nodes: list, scenes, found, watched: {}, unread: [] }, [{ kind: 'match', query }], helpers);

	it('finds by name, by the end of a path, by a pattern, by properties, and by a function', async () => {
		expect((await find(nodes, 'lamp')).path).toBe('lamp');
		expect((await find(nodes, 'shelf/block')).path).toBe('shelf/block');
		expect((await find(nodes, /^la/g)).path).toBe('lamp');
		expect((await find(nodes, { name: 'block', path: /^table/ })).path).toBe('table/block');
		expect((await find(nodes, ({ path }) => path.startsWith('table'))).path).toBe('table/block');
	});

	it('narrows what was found by what contains it, by place, by sight and by order', async () => {
		const list = nodes.map((node, i) => ({
			...node,
			id: i + 1,
			position: [i, 0, 0] as Point,
			...(i === 2 ? { parent: 1 } : {}),
		}));
		const paths = async (...steps: QueryStep[]): Promise<string[]> =>
			(await findNodes({ nodes: list, found: {} }, steps, helpers)).map(({ path }) => path);
		const all: QueryStep = { kind: 'match', query: () => true };
		expect(await paths(all, { kind: 'within', steps: [{ kind: 'match', query: 'table/block' }] })).toEqual(['lamp']);
		expect(await paths(all, { kind: 'near', point: async () => [1, 0, 0], meters: 0.5 })).toEqual(['shelf/block']);
		expect(await paths(all, { kind: 'visible', isVisible: true })).toEqual(['lamp']);
		expect(await paths(all, { kind: 'nth', index: -1 })).toEqual(['Group']);
		expect(await paths(all, { kind: 'nth', index: 9 })).toEqual([]);
	});

	it('still finds an object by its path after it has changed its parent', async () => {
		const moved = { ...makeNode('hand/cup'), id: 2 };
		await expect(find([moved], 'shelf/cup')).rejects.toThrow('matches none');
		expect((await find([moved], 'shelf/cup', { 'shelf/cup': 2 })).path).toBe('hand/cup');
		// Another object with this name is another object.
		await expect(find([moved, makeNode('shelf/cup')], 'cup', { cup: 2 })).rejects.toThrow('matches 2');
	});

	it('names what is there if a name is ambiguous or missing', async () => {
		await expect(find(nodes, 'block')).rejects.toThrow(
			/^'block' matches 2 objects; .*\n {2}table\/block \(Mesh at \[0\.00, 1\.00, -1\.00\]\)\n {2}shelf\/block/,
		);
		await expect(find(nodes, 'lump')).rejects.toThrow(
			"'lump' matches none of 4 objects in three.js; the nearest names are 'lamp'; named objects: block, lamp, Group",
		);
		await expect(find([], 'block', {}, [])).rejects.toThrow('no scene found');
		await expect(find([{ ...makeNode('Mesh'), name: '' }], 'block')).rejects.toThrow(
			'no object has a name; there are 1 Mesh',
		);
	});
});

describe('a person', () => {
	const performer = new Performer({ space: 'webxr', tremor: 0 });
	performer.right.reach([0.2, 1.1, -0.4]).pinch().wait(0.1);
	const recording = performer.toRecording();
	const person = samplePerson(createFrameSource(recording), recording.duration);
	const box = ([x, y, z]: Point, half = 0.02): Bounds => ({
		min: [x - half, y - half, z - half],
		max: [x + half, y + half, z + half],
	});
	const held = box([0.2, 1.1, -0.4]);
	const moved = { object: 0.1, hand: 0.1 };

	it('holds what is between its fingers', () => {
		const node = makeNode('block', [0.2, 1.1, -0.4]);
		expect(matchInHand(node, held, person, 'right', 0.05, 1, moved)).toMatchObject({ isMatch: true });
		expect(matchInHand(node, held, person, 'left', 0.05, 1, moved)).toMatchObject({
			isMatch: false,
			message: expect.stringMatching(/^the left hand is open and \d+\.\d cm from block at 1\.00 s/),
		});
		expect(matchInHand(node, box([0.5, 1.1, -0.4]), person, 'right', 0.05, 1, moved).isMatch).toBe(false);
	});

	it('does not hold what stays where it is while the hand moves', () => {
		const node = makeNode('block', [0.2, 1.1, -0.4]);
		const match = (object: number, hand: number): ReturnType<typeof matchInHand> =>
			matchInHand(node, held, person, 'right', 0.05, 1, { object, hand });
		expect(match(0.01, 0.1).isMatch).toBe(true);
		expect(match(0.0001, 0.1)).toMatchObject({
			isMatch: false,
			message: expect.stringMatching(
				/does not take it along: the object moved 0\.10 mm since the hand closed, the hand 100\.00 mm$/,
			),
		});
		expect(match(0, 0).message).toMatch(/; move the hand before$/);
	});

	it('looks at what it reaches for', () => {
		const node = makeNode('block');
		expect(matchLookedAt(node, held, person, 5, 1).isMatch).toBe(true);
		const away = matchLookedAt(node, box([-1, 1.6, -1]), person, 5, 1);
		expect(away.isMatch).toBe(false);
		expect(away.message).toMatch(/^the look passes block by \d+\.\d°/);
	});

	it('has a floor below it, also if the recording starts at the height of the head', () => {
		const sampleAt = createFrameSource(recording);
		const low = samplePerson((time, out) => {
			const frame = sampleAt(time, out);
			frame.head[1]! -= 1.6;
			return frame;
		}, recording.duration);
		expect(low.head[1]).toBeCloseTo(person.head[1], 1);
	});

	it('is drawn with its hands, rays and objects', () => {
		const objects = [
			{
				name: 'a <block>',
				bounds: held,
				first: [0, 1, -0.4] as Point,
				position: [0.2, 1.1, -0.4] as Point,
				expected: [0, 1.3, -0.4] as Point,
			},
		];
		const svg = drawSideView(person, objects, { title: 'title & time', reason: `far away ${'word '.repeat(60)}` });
		expect(svg.match(/<polyline/g)!.length).toBeGreaterThan(26);
		expect(svg).toContain('title &#38; time');
		expect(svg).toMatch(/>far away word[^<]*<[\s\S]*…</);
		expect(svg.match(/expected here/g)).toHaveLength(2);
		expect(svg.match(/from the right side|from above/g)).toHaveLength(2);
		expect(svg).toContain('a &#60;block&#62;');
		expect(svg).not.toContain('NaN');
	});
});

describe('projectBounds', () => {
	it('finds the place of an object on the page', () => {
		// A camera at the origin that looks along −z, 90° high and wide.
		const viewProjection = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -0.1, 0];
		const view = { x: 100, y: 0, width: 400, height: 400 };
		const box = (z: number): Bounds => ({ min: [0, 0, z], max: [1, 1, z] });
		// To the right and above of the middle, and 6 pixels around it.
		expect(projectBounds(viewProjection, box(-2), view)).toEqual({ x: 294, y: 94, width: 112, height: 112 });
		expect(projectBounds(viewProjection, box(2), view)).toBeNull();
	});
});

describe('a rig', () => {
	it('takes points of the scene to the person and back, turned and scaled', () => {
		// Twice as large, turned by 90° to the left, and 5 m to the right.
		const world = [0, 0, -2, 0, 0, 2, 0, 0, 2, 0, 0, 0, 5, 3.2, 0, 1];
		const camera = { viewProjection: [], world, isEye: false, viewCount: 1 };
		const rig = new Rig(camera, [0, 1.6, 0, 0, 0, 0, 1]);
		const point: Point = [0.5, 1, -1];
		const placed = rig.toScene(point);
		expect(placed).toEqual([3, 2, -1].map((value) => expect.closeTo(value, 9)));
		expect(rig.toPerson(placed)).toEqual(point.map((value) => expect.closeTo(value, 9)));
		expect(NO_RIG.toPerson(point)).toBe(point);
	});
});

describe('matchers', () => {
	it('measure distances', () => {
		const node = makeNode('block', [0, 1, -1], [0.3, 1, -1]);
		expect(matchMoved(node, 0.3, 2).isMatch).toBe(true);
		expect(matchMoved(node, 0.31, 2).message).toBe(
			'block moved 30.0 cm until 2.00 s, from [0.3, 1, -1] to [0, 1, -1] (expected 31.0 cm)',
		);
		expect(matchNear(node, [0, 1.01, -1], 0.02, 2).isMatch).toBe(true);
		expect(matchNear(node, [0, 1.05, -1], 0.02, 2)).toEqual({
			isMatch: false,
			message: 'block is at [0, 1, -1], 5.0 cm from [0, 1.05, -1] at 2.00 s (tolerance 2.0 cm)',
		});
	});
});
