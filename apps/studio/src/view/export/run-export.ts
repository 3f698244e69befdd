import type { TimeSpan } from '@handreel/core';
import { formatPlural, formatSeconds } from '@handreel/text';
import { fillPlayerPage } from '../../share/fill-player-page.ts';
import { PLAYER_PAGE } from '../../share/page-parts.ts';
import type { ExportSettings } from '../../state/export-plan.ts';
import type { Studio } from '../../state/studio.svelte.ts';
import { listPlotMarks, plotSvg } from '../curves/plot-svg.ts';
import type { ExportJob } from './export-job.ts';

/** Makes a video, a GIF file or an image. Encoders are loaded on first use. */
export async function runExport(job: ExportJob): Promise<Blob> {
	const { settings, renderer, source, plan } = job;
	await renderer.prepare(settings);
	job.signal.throwIfAborted();
	if (settings.format === 'gif') return (await import('./encode-gif.ts')).encodeGif(job);
	if (settings.format !== 'png') return (await import('./encode-video.ts')).encodeVideo(job);
	renderer.draw(source, settings, plan.start);
	return renderer.toPng();
}

/** Makes an SVG file of the plotted channels, or of what `handreel plot` shows if there are none. */
export async function exportPlot(
	studio: Studio,
	{ width, background }: ExportSettings,
	range: readonly [start: number, end: number],
	signal: AbortSignal,
): Promise<Blob> {
	const { active, plot, workers } = studio;
	if (active === null) throw new Error('no recording is open');
	const [start, end] = range;
	if (!(end > start)) throw new Error('the range has no length');
	const theme = background === 'dark' ? 'dark' : 'light';
	const svg =
		plot.lines.length > 0
			? plotSvg(plot.lines, range, {
					isSpeed: plot.showsSpeed,
					title: active.label,
					marks: listPlotMarks(active),
					width,
					theme,
				})
			: await workers.call(
					'plot',
					{ name: active.label, stored: active.stored, problems: active.issues ?? [], start, end, width, theme },
					{ signal },
				);
	return new Blob([svg], { type: 'image/svg+xml' });
}

/** Makes a page with the player and a range of the recording inside. It needs no other files. */
export async function exportPage(
	{ active, saving, workers }: Studio,
	range: TimeSpan,
	signal: AbortSignal,
): Promise<Blob> {
	if (active === null) throw new Error('no recording is open');
	if (!(range.end > range.start)) throw new Error('the range has no length');
	const isWhole = range.start <= active.start && range.end >= active.end;
	const part = isWhole ? null : { start: range.start, end: range.end };
	const [page, { bytes }] = await Promise.all([
		loadPlayerPage(signal),
		workers.call(
			'carry',
			{ stored: active.stored, part, maxBytes: Number.POSITIVE_INFINITY, maxSeconds: Number.POSITIVE_INFINITY },
			{ signal },
		),
	]);
	const { length } = active.stored.skeleton.markers;
	const facts = [
		formatSeconds(range.end - range.start),
		...(length > 0 ? [formatPlural(length, 'marker')] : []),
		'drag to turn, Ctrl and wheel to zoom',
	];
	const filled = fillPlayerPage(page, {
		title: active.label,
		facts: facts.join(' · '),
		fileName: `${saving.name}.reel`,
		bytes: bytes!,
	});
	return new Blob([filled], { type: 'text/html' });
}

async function loadPlayerPage(signal: AbortSignal): Promise<string> {
	const response = await fetch(PLAYER_PAGE, { signal });
	if (!response.ok) throw new Error(`the page of the player could not be loaded (${response.status})`);
	return response.text();
}
