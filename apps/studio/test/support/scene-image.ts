import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { download } from './studio-page.ts';

/** A saved image of the 3D view. */
export interface SceneImage {
	/** The share of pixels that are not background, from 0 to 1. */
	readonly filled: number;
	/** The height of everything that is drawn, as a share of the image. */
	readonly height: number;
	/** The share of pixels in the color of the overlay. */
	readonly overlay: number;
}

/** Saves the 3D view and measures what is drawn. The floor must be hidden. */
export async function measureScene(page: Page): Promise<SceneImage> {
	const { bytes } = await download(page, () => page.keyboard.press('x'));
	const { data, width, height } = PNG.sync.read(bytes);
	let filled = 0;
	let overlay = 0;
	let top = height;
	let bottom = 0;
	for (let i = 0; i < data.length; i += 4) {
		// The first pixel is background.
		const differs = [0, 1, 2].some((channel) => Math.abs(data[i + channel]! - data[channel]!) > 24);
		if (!differs) continue;
		filled++;
		const [red, green, blue] = [data[i]!, data[i + 1]!, data[i + 2]!];
		if (red - green > 20 && blue - green > 40) overlay++;
		const row = Math.floor(i / 4 / width);
		top = Math.min(top, row);
		bottom = Math.max(bottom, row);
	}
	const count = width * height;
	return { filled: filled / count, height: Math.max(0, bottom - top) / height, overlay: overlay / count };
}
