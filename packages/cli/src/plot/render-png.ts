import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { readWoff } from './read-woff.ts';

/** The family of the font next to the built command. */
export const FONT_FAMILY = 'JetBrains Mono';

/** The renderer is loaded once. */
let ready: Promise<void> | undefined;

/** Draws an SVG document as a PNG file, with the bundled font. `scale` is the number of pixels per unit. */
export async function renderPng(svg: string, scale: number): Promise<Uint8Array> {
	const { initWasm, Resvg } = await import('@resvg/resvg-wasm');
	ready ??= (async () => {
		// The engine would compile the renderer a second time while it runs, which takes longer than most pictures.
		setFlagsFromString('--liftoff-only');
		await initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')));
	})();
	await ready;
	const font = readWoff(readFileSync(join(__dirname, 'plot-font.woff')));
	const picture = new Resvg(svg, {
		fitTo: { mode: 'zoom', value: scale },
		font: { fontBuffers: [font], loadSystemFonts: false, defaultFontFamily: FONT_FAMILY, monospaceFamily: FONT_FAMILY },
	});
	return picture.render().asPng();
}
