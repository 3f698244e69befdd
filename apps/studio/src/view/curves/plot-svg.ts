import { formatPath, formatTime } from '@handreel/text';
import type { PlottedCurve } from '../../state/curve-plot.svelte.ts';
import { forEachKey, plotCurves, STROKES } from './series.ts';

const WIDTH = 960;
const HEIGHT = 420;
const LEFT = 64;
const TOP = 16;
const BOTTOM = 34;
const LINE_HEIGHT = 18;

/** Renders curves in a range as an SVG file with keys, axes and a legend. */
export function plotSvg(curves: readonly PlottedCurve[], range: readonly [number, number], isSpeed: boolean): string {
	const list = curves.map(({ curve }) => curve);
	const { times, rows } = plotCurves(list, range, WIDTH - LEFT, isSpeed);
	const finite = rows.flatMap((row) => [...row].filter(Number.isFinite));
	const low = finite.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
	const high = finite.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
	const middle = finite[0] ?? 0;
	const [min, max] = low < high ? [low, high] : [middle - 0.5, middle + 0.5];
	const plotHeight = HEIGHT - TOP - BOTTOM;
	const x = (time: number): number => LEFT + ((time - range[0]) / (range[1] - range[0])) * (WIDTH - LEFT - 12);
	const y = (value: number): number => TOP + (1 - (value - min) / (max - min)) * plotHeight;
	const at = (number: number): string => number.toFixed(2);
	const lines: string[] = [];
	for (let i = 0; i <= 5; i++) {
		const value = min + ((max - min) * i) / 5;
		const time = range[0] + ((range[1] - range[0]) * i) / 5;
		lines.push(
			`<path d="M${LEFT} ${at(y(value))}H${WIDTH - 12}" stroke="#dde2e9"/>`,
			`<text x="${LEFT - 6}" y="${at(y(value) + 4)}" text-anchor="end">${value.toPrecision(4)}</text>`,
			`<text x="${at(x(time))}" y="${HEIGHT - 14}" text-anchor="middle">${formatTime(time)}</text>`,
		);
	}
	curves.forEach(({ path, curve }, i) => {
		const { light, dash } = STROKES[i % STROKES.length]!;
		const points = Array.from(rows[i]!, (value, j) =>
			Number.isFinite(value) ? `${at(x(times[j]!))},${at(y(value))} ` : '',
		).join('');
		lines.push(
			`<polyline points="${points}" fill="none" stroke="${light}" stroke-width="1.6" stroke-dasharray="${dash.join(' ')}"/>`,
		);
		if (!isSpeed) {
			forEachKey(curve, range, (time, value) => {
				if (Number.isFinite(value))
					lines.push(`<circle cx="${at(x(time))}" cy="${at(y(value))}" r="1.8" fill="${light}"/>`);
			});
		}
		const top = HEIGHT + i * LINE_HEIGHT;
		lines.push(
			`<path d="M${LEFT} ${top + 4}h24" stroke="${light}" stroke-width="2" stroke-dasharray="${dash.join(' ')}"/>`,
			`<text x="${LEFT + 32}" y="${top + 8}">${formatPath(path)}${isSpeed ? ' per second' : ''}</text>`,
		);
	});
	const height = HEIGHT + curves.length * LINE_HEIGHT + 10;
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="Inter, system-ui, sans-serif" font-size="11" fill="#161b22"><rect width="100%" height="100%" fill="#fff"/>${lines.join('')}</svg>\n`;
}
