import { expect, test } from 'vitest';
import { formatPlotCsv } from '../../src/state/plot-csv.ts';
import { differentiateUnit, findUnit, isExpression } from '../../src/state/plot-units.ts';

test('has a row per frame in sight, quotes titles, and leaves values without data empty', () => {
	const columns = [
		{ title: 'head.position.x (m)', read: (time: number) => time * 2 },
		{ title: 'distance(head, left.wrist) (m)', read: (time: number) => (time < 0.4 ? Number.NaN : 0.1 + 0.2) },
	];
	expect(formatPlotCsv(columns, [0.25, 0.75], 0.25)).toBe(
		'time (s),head.position.x (m),"distance(head, left.wrist) (m)"\n0.25,0.5,\n0.5,1,0.3\n0.75,1.5,0.3\n',
	);
	expect(formatPlotCsv([], [0.1, 0.2], 1)).toBe('time (s)\n');
});

test('knows the units of curves and of their change per second', () => {
	expect(findUnit('hands.left.joints.wrist.position.x')).toBe('m');
	expect(findUnit('gaze.origin.y')).toBe('m');
	expect(findUnit('head.rotation.w')).toBe('');
	expect(['', 'm', 'm/s', '°'].map(differentiateUnit)).toEqual(['1/s', 'm/s', 'm/s²', '°/s']);
	expect(isExpression('speed(head)')).toBe(true);
	expect(isExpression('head.position.x')).toBe(false);
});
