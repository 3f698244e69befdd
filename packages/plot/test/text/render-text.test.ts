import { createRecording } from '@handreel/core';
import { createPlot, type Plot, renderText } from '@handreel/plot';
import { describe, expect, it } from 'vitest';
import { findFixture } from '../../../convert/test/support/fixture-recordings.ts';

const { recording } = findFixture('mrtk-2.8.3-full-5s.bin');
const ramp: Plot = {
	title: 'ramp',
	start: 0,
	end: 10,
	panels: [
		{
			title: 'value',
			unit: 'm',
			kind: 'lines',
			series: [
				{ label: 'a', sampleRate: 1, values: Float64Array.from({ length: 11 }, (_, i) => i), color: 0, dash: 0 },
			],
		},
		{
			title: 'states',
			unit: '',
			kind: 'states',
			series: [
				{ label: 'on', sampleRate: 1, values: Float64Array.of(0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0), color: 1, dash: 0 },
			],
		},
	],
	marks: [
		{ time: 5, label: 'half\u001b[31m', kind: 'marker' },
		{ time: 10, label: 'teleport', kind: 'problem' },
	],
};

describe('a plot as text', () => {
	it('has dots, labels and an axis', () => {
		expect(renderText(ramp, { columns: 30, rows: 3 })).toBe(
			[
				'ramp',
				'1 problem                    !',
				' 1 marker           ▼',
				'value (m)',
				'  ━ a',
				'       10│              ⢀⣀⡠⠤⠔⠒',
				'        5│      ⢀⣀⡠⠤⠔⠒⠊⠉⠁',
				'        0│⣀⠤⠤⠒⠒⠉⠁',
				'states',
				'       on│    ▬▬▬▬▬▬',
				'         └┴──────────────────┴',
				'          0 s             10 s',
				'▼ 5.00 s  half·[31m',
				'',
			].join('\n'),
		);
	});

	it.each([20, 40, 80, 200])('fits into %i columns', (columns) => {
		const marked = createRecording({ ...recording, markers: [{ time: 1, name: 'a very long name '.repeat(30) }] });
		const text = renderText(createPlot([{ name: 'x'.repeat(300), recording: marked }]), { columns });
		for (const line of text.split('\n')) expect([...line].length).toBeLessThanOrEqual(columns);
		expect(text).toMatch(/[\u2801-\u28ff]/);
	});

	it('has colors on request', () => {
		expect(renderText(ramp)).not.toContain('\u001b');
		expect(renderText(ramp, { color: true })).toContain('\u001b[34m');
	});

	it('refuses sizes that are too small', () => {
		expect(() => renderText(ramp, { columns: 19 })).toThrow('columns: must be an integer of 20 or greater, got 19');
		expect(() => renderText(ramp, { rows: 1 })).toThrow('rows: must be an integer of 2 or greater, got 1');
	});
});
