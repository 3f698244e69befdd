import { createPlot, renderSvg } from '@handreel/plot';
import type { PlotRequest } from './protocol.ts';
import { loadStored } from './stored-recording.ts';

/** Draws an SVG document of a recording: states, speeds, aperture and the height of the head, with markers and problems. */
export async function plotRecording(request: PlotRequest): Promise<string> {
	const { name, stored, problems, start, end, width, theme } = request;
	const { recording } = await loadStored(stored);
	return renderSvg(createPlot([{ name, recording, problems }], { start, end }), { width, theme });
}
