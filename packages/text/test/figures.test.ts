import { createRecording } from '@handreel/core';
import { type FigureNumber, measureRecording } from '@handreel/core/measure';
import { expect, it } from 'vitest';
import { createFullRecording } from '../../core/test/support/full-recording.ts';
import { formatFigureUnit, formatFigureValue, groupFigures } from '../src/index.ts';

it.each([
	[0.0123, { unit: 'm', display: 'mm', digits: 0 }, '12 mm'],
	[0.00123, { unit: 's', display: 'ms', digits: 2 }, '1.23 ms'],
	[0.5, { unit: '', display: '%', digits: 1 }, '50.0%'],
	[1.23456, { unit: 'm/s' }, '1.23 m/s'],
	[211.4, { unit: '°' }, '211°'],
	[1234, { unit: '' }, '1,234'],
	[1.8756, { unit: '', digits: 2 }, '1.88'],
] as const)('formats %d as %j', (value, format, text) => {
	const number: FigureNumber = { path: '', title: '', isShown: true, ...format };
	expect(`${formatFigureValue(value, number)}${formatFigureUnit(number)}`).toBe(text);
});

it('groups figures by what they belong to, with their own names', () => {
	const measures = measureRecording(createFullRecording());
	const groups = groupFigures(measures);
	expect(groups.map(({ title }) => title)).toEqual([
		'Recording',
		'Head',
		'left hand',
		'right hand',
		'left controller',
		'right controller',
		'Eye gaze',
	]);
	for (const { title, figures } of groups)
		expect(new Set(figures.map(({ name }) => name)).size, title).toBe(figures.length);
	const left = groups[2]!.figures;
	expect(left).toContainEqual({
		name: 'Wrist speed, p95',
		value: `${Number(measures.hands!.left.motion.wrist!.speed.p95.toPrecision(3))} m/s`,
		channel: 'speed(left.wrist)',
	});
	expect(groups[5]!.figures.some(({ name }) => /^Button \d+$/.test(name))).toBe(true);
});

it('leaves out what has no data', () => {
	expect(groupFigures(measureRecording(createRecording({}))).map(({ title }) => title)).toEqual(['Recording']);
});
