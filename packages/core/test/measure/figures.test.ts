import { CHANNELS, FIGURES, listNumbers, measureRecording, readFigure } from '@handreel/core/measure';
import { describe, expect, it } from 'vitest';
import { createFullRecording } from '../support/full-recording.ts';

const full = measureRecording(createFullRecording());
const numbers = FIGURES.flatMap((section) =>
	section.subjects.flatMap((subject) => listNumbers(section, subject, full)),
);

/** The paths of all numbers of an object. */
function listPaths(node: unknown, path = ''): string[] {
	if (typeof node === 'number') return [path];
	if (typeof node !== 'object' || node === null) return [];
	return Object.entries(node).flatMap(([name, child]) => listPaths(child, path === '' ? name : `${path}.${name}`));
}

describe('the table of figures', () => {
	it('has every number of the measures', () => {
		const known = new Set(numbers.map(({ path }) => path));
		const found = listPaths(full).filter((path) => !path.startsWith('problems.'));
		expect(found.length).toBeGreaterThan(100);
		// The counts of these summaries are figures themselves.
		const counted = /\.(reaches|pinches)\.\w+\.count$|degreesPerSecond\.count$/;
		expect(found.filter((path) => !known.has(path) && !counted.test(path))).toEqual([]);
	});

	it('has each figure once, with a title that is unique for its subject', () => {
		const paths = numbers.map(({ path }) => path);
		expect(new Set(paths).size).toBe(paths.length);
		for (const section of FIGURES) {
			for (const subject of section.subjects) {
				const titles = listNumbers(section, subject, full).flatMap(({ title, isShown }) => (isShown ? title : []));
				expect(new Set(titles).size, `${subject.title}: ${titles}`).toBe(titles.length);
			}
		}
	});

	it('explains each figure in a cell of a table', () => {
		for (const { definition, path } of FIGURES.flatMap(({ figures }) => figures)) {
			expect(definition, path).toMatch(/^[^|\n]+[^|\n.]$/);
		}
	});

	it('names channels that exist, for places of the subject', () => {
		const names = CHANNELS.map(({ name }) => name);
		for (const { channel, path } of numbers) {
			if (channel === undefined) continue;
			const [, name = '', places = ''] = /^(\w+)\((.+)\)$/.exec(channel) ?? [];
			expect(names, path).toContain(name);
			expect(places, path).not.toMatch(/\*|^$|^\./);
		}
	});
});

describe('readFigure', () => {
	const empty = measureRecording(createFullRecording(), { minReach: 100 });

	it('reads numbers by their paths', () => {
		expect(readFigure(full, 'duration')).toBe(full.duration);
		expect(readFigure(full, 'hands.left.motion.wrist.speed.p95')).toBe(full.hands!.left.motion.wrist!.speed.p95);
		expect(readFigure(full, 'hands.left.workspace.extents.1')).toBe(full.hands!.left.workspace!.extents[1]);
	});

	it('counts 0 events of what was recorded, and has no figure of what was not', () => {
		expect(empty.hands!.left.reaches.distances).toBeNull();
		expect(readFigure(empty, 'hands.left.reaches.distances.median')).toBeNull();
		expect(readFigure({ ...empty, gaze: null }, 'gaze.fixations.count')).toBeNull();
		expect(readFigure({ ...empty, gaze: { ...empty.gaze!, fixations: null } }, 'gaze.fixations.count')).toBe(0);
		expect(readFigure({ ...empty, hands: null }, 'hands.left.tracking.losses.count')).toBeNull();
		expect(
			readFigure({ ...empty, controllers: { left: null, right: null } }, 'controllers.left.tracking.losses.count'),
		).toBeNull();
	});

	it('has no figure for paths to nothing or to objects', () => {
		expect(readFigure(full, 'hands.left')).toBeNull();
		expect(readFigure(full, 'nothing.at.all')).toBeNull();
	});
});
