import { createRecording, type Issue } from '@handreel/core';
import { createPlot, type PlotOptions, renderSvg } from '@handreel/plot';
import { describe, expect, it } from 'vitest';
import { findFixture, listFixtures } from '../../../convert/test/support/fixture-recordings.ts';

const { recording } = findFixture('mrtk-2.8.3-full-5s.bin');
const problem: Issue = { code: 'teleport', severity: 'warning', message: '', path: '', byteOffset: null, time: 1 };
const draw = (options: PlotOptions = {}, markers: readonly string[] = []): string => {
	const marked = createRecording({ ...recording, markers: markers.map((name, i) => ({ time: i / 10, name })) });
	return renderSvg(createPlot([{ name: 'a & <b>', recording: marked, problems: [problem] }], options));
};
const listTexts = (svg: string): string[] =>
	[...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => text);

describe('an SVG document', () => {
	it('has titles, units, ticks and a legend', () => {
		const texts = listTexts(draw());
		for (const text of [
			'a &amp; &lt;b&gt;',
			'speed (m/s)',
			'left.wrist',
			'right.wrist',
			'aperture (m)',
			'0.5',
			'3 s',
			'1 problem',
		]) {
			expect(texts).toContain(text);
		}
	});

	it('has the defaults for options that are undefined', () => {
		const plot = createPlot([{ name: 'a', recording }], { start: undefined, channels: undefined });
		expect(renderSvg(plot, { width: undefined, theme: undefined })).toBe(renderSvg(plot));
	});

	it('is well-formed, with elements that are closed', () => {
		const svg = draw({}, ['<&">\u0000\u001b', 'ok']);
		const open: string[] = [];
		for (const [, slash, name = '', end] of svg.matchAll(/<(\/?)([a-z]+)(?:\s[^<>]*?)?(\/?)>/g)) {
			if (slash === '/') expect(open.pop()).toBe(name);
			else if (end !== '/') open.push(name);
		}
		expect(open).toEqual([]);
		expect(svg.replace(/<[^<>]*>/g, '')).not.toMatch(/[<>]/);
		expect(svg).not.toContain('\u001b');
		expect(svg).not.toMatch(/NaN|undefined|Infinity/);
	});

	it('draws inside of its frame', () => {
		const svg = draw();
		const [, width = '', height = ''] = /viewBox="0 0 (\S+) (\S+)"/.exec(svg) ?? [];
		for (const [, path = ''] of svg.matchAll(/ d="([^"]*)"/g)) {
			for (const [, x = '', y = ''] of path.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)) {
				expect(Number(x)).toBeGreaterThanOrEqual(0);
				expect(Number(x)).toBeLessThanOrEqual(Number(width));
				expect(Number(y)).toBeGreaterThanOrEqual(0);
				expect(Number(y)).toBeLessThanOrEqual(Number(height));
			}
		}
	});

	it('shows labels of markers as far as there is room', () => {
		const names = Array.from({ length: 40 }, (_, i) => `marker number ${i}`);
		const svg = draw({}, names);
		const shown = listTexts(svg).filter((text) => text.startsWith('marker number'));
		expect(shown.length).toBeGreaterThan(3);
		expect(shown.length).toBeLessThan(40);
		expect(svg.match(/stroke-dasharray="3 3"/g)).toHaveLength(40);
	});

	it('has two themes and any width from 320 on', () => {
		const plot = createPlot([{ name: 'a', recording }]);
		expect(renderSvg(plot, { theme: 'dark', width: 320 })).toContain('fill="#14171b"');
		expect(() => renderSvg(plot, { width: 300 })).toThrow('width: must be 320 or greater, got 300');
		expect(() => renderSvg(plot, { theme: 'pink' as 'dark' })).toThrow("theme: 'pink' is neither light nor dark");
	});

	it('breaks lines where a hand is lost', () => {
		const lost = findFixture('mrtk-2.8.3-lost.bin').recording;
		const svg = renderSvg(createPlot([{ name: 'a', recording: lost }], { channels: ['speed(*.wrist)'] }));
		expect(svg).toMatch(/ d="M[^"]*M[^"]*"/);
	});

	it.each(listFixtures())('can be made of $name, or explains why not', ({ name, recording: given }) => {
		try {
			expect(renderSvg(createPlot([{ name, recording: given }]))).not.toMatch(/NaN|undefined|Infinity/);
		} catch (error) {
			expect(error).toBeInstanceOf(RangeError);
			expect(String(error)).toMatch(/nothing to plot|does not come after the start/);
		}
	});

	it('marks the points of a line that starts late', () => {
		const values = Float64Array.from({ length: 101 }, (_, i) => i / 100);
		const series = { label: 'a', values, sampleRate: 100, start: 2, color: 0, dash: 0 };
		const render = (count: number): string => {
			const points = Array.from({ length: count }, (_, i) => ({ time: 2 + i / (count - 1), value: i / (count - 1) }));
			const panel = { title: 'position', unit: 'm', kind: 'lines', series: [{ ...series, points }] } as const;
			return renderSvg({ title: '', start: 2, end: 3, marks: [], panels: [panel] });
		};
		const circles = [...render(11).matchAll(/<circle cx="([^"]*)" cy="([^"]*)"/g)].map(([, x, y]) => [
			Number(x),
			Number(y),
		]);
		expect(circles).toHaveLength(11);
		const [, path = ''] = / d="([^"]*)" fill="none"/.exec(render(11)) ?? [];
		const line = [...path.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
		expect(line[0]![0]).toBeCloseTo(circles[0]![0]!, -0.5);
		for (const [x, y] of circles) {
			const nearest = line.reduce((a, b) => (Math.abs(b[0] - x!) < Math.abs(a[0] - x!) ? b : a));
			expect(Math.abs(nearest[1] - y!)).toBeLessThan(1);
		}
		// Marks that touch are left out.
		expect(render(1000)).not.toContain('<circle');
	});
});
