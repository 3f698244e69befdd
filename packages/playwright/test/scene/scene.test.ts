import { Performer } from '@handreel/core/perform';
import { describe, expect, it } from 'vitest';
import { drawSideView } from '../../src/scene/draw-side-view.ts';
import { findNode } from '../../src/scene/find-node.ts';
import { matchInHand, matchLookedAt, matchMoved, matchNear } from '../../src/scene/match-object.ts';
import { createFrameSource, samplePerson } from '../../src/scene/person.ts';
import { projectBounds } from '../../src/scene/project-bounds.ts';
import type { Bounds, Point, SceneNode } from '../../src/scene/scene-probe.ts';

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

	it('finds by name, by the end of a path, and by a function', () => {
		expect(findNode(nodes, 'lamp', ['three.js']).path).toBe('lamp');
		expect(findNode(nodes, 'shelf/block', ['three.js']).path).toBe('shelf/block');
		expect(findNode(nodes, ({ path }) => path.startsWith('table'), ['three.js']).path).toBe('table/block');
	});

	it('tells what is there if a name is ambiguous or missing', () => {
		expect(() => findNode(nodes, 'block', ['three.js'])).toThrow(
			/^'block' matches 2 objects; .*\n {2}table\/block \(Mesh at \[0\.00, 1\.00, -1\.00\]\)\n {2}shelf\/block/,
		);
		expect(() => findNode(nodes, 'lump', ['three.js'])).toThrow(
			"'lump' matches none of 4 objects in three.js; the nearest names are 'lamp'; named objects: block, lamp, Group",
		);
		expect(() => findNode([], 'block', [])).toThrow('no scene found');
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

	it('holds what is between its fingers', () => {
		const node = makeNode('block', [0.2, 1.1, -0.4]);
		expect(matchInHand(node, held, person, 'right', 0.05, 1)).toMatchObject({ isMatch: true });
		expect(matchInHand(node, held, person, 'left', 0.05, 1)).toMatchObject({
			isMatch: false,
			message: expect.stringMatching(/^the left hand is open and \d+\.\d cm from block at 1\.00 s/),
		});
		expect(matchInHand(node, box([0.5, 1.1, -0.4]), person, 'right', 0.05, 1).isMatch).toBe(false);
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

	it('sees objects in front of it', () => {
		const view = { x: 0, y: 0, width: 400, height: 400 };
		const ahead: Point = [
			person.head[0] + person.look[0],
			person.head[1] + person.look[1],
			person.head[2] + person.look[2],
		];
		const seen = projectBounds(person, box(ahead), view, 90)!;
		expect(seen.width).toBeGreaterThan(8);
		expect(seen.width).toBeLessThan(60);
		expect(projectBounds(person, box([0, 1.6, 2]), view, 90)).toBeNull();
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
