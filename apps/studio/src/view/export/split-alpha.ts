/** How far colors spread into transparent pixels. Codecs mix the colors of small blocks. */
const SPREAD = 8;

/** Size of a picture in pixels. */
export interface PictureSize {
	readonly width: number;
	readonly height: number;
}

/** Copies the alpha channel into a gray picture in the format I420. Width and height must be even. */
export function copyAlpha(pixels: Uint8ClampedArray, { width, height }: PictureSize): Uint8Array<ArrayBuffer> {
	const count = width * height;
	const planes = new Uint8Array(count * 1.5);
	for (let i = 0; i < count; i++) planes[i] = pixels[i * 4 + 3]!;
	return planes.fill(128, count);
}

/**
 * Sets transparent pixels around figures to the color of the nearest visible pixel, in place. A canvas leaves them black, and a
 * codec would mix this black into the edges. The alpha channel is invalid afterwards.
 */
export function spreadColors(pixels: Uint8ClampedArray<ArrayBuffer>, { width, height }: PictureSize): void {
	const count = width * height;
	const colors = new Uint32Array(pixels.buffer, pixels.byteOffset, count);
	const distances = new Uint8Array(count);
	for (let i = 0; i < count; i++) distances[i] = pixels[i * 4 + 3] === 0 ? SPREAD + 1 : 0;
	const take = (to: number, from: number): void => {
		if (distances[from]! + 1 >= distances[to]!) return;
		distances[to] = distances[from]! + 1;
		colors[to] = colors[from]!;
	};
	// The first pass spreads colors to the right and down, the second to the left and up.
	for (let i = 1; i < count; i++) {
		if (i % width > 0) take(i, i - 1);
		if (i >= width) take(i, i - width);
	}
	for (let i = count - 2; i >= 0; i--) {
		if (i % width < width - 1) take(i, i + 1);
		if (i < count - width) take(i, i + width);
	}
}
