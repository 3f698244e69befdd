import { applyPalette, type Encoder, GIFEncoder, type Palette, quantize } from 'gifenc';

/** Colors of a file. One entry of the palette is transparent. */
const MAX_COLORS = 255;
/** Pixels that the palette is made from. More would not change it. */
const MAX_SAMPLES = 400_000;
const KEEP = 1;
const CLEAR = 2;
/** Alpha from which on a pixel is opaque. GIF knows nothing in between. */
const OPAQUE = 128;

/** The first message to {@link GifWriter}. */
export interface GifStart {
	readonly width: number;
	readonly height: number;
	/** Whether pixels without alpha stay transparent. */
	readonly isTransparent: boolean;
	/** Some frames, whose colors become the palette of the file. */
	readonly samples: readonly Uint8ClampedArray[];
}

/** Writes a GIF file that repeats forever. All frames share a palette, so that colors do not flicker. */
export class GifWriter {
	readonly #encoder: Encoder = GIFEncoder();
	readonly #start: GifStart;
	readonly #palette: Palette;
	readonly #transparentIndex: number;
	#before: Uint8Array | null = null;

	constructor(start: GifStart) {
		this.#start = start;
		const colors = quantize(collectPixels(start), MAX_COLORS);
		this.#transparentIndex = colors.length;
		this.#palette = [...colors, [0, 0, 0]];
	}

	/** Adds a frame: red, green, blue and alpha per pixel, and its delay in hundredths of a second. */
	add(pixels: Uint8ClampedArray, delay: number): void {
		const { width, height, isTransparent } = this.#start;
		const colors = applyPalette(pixels, this.#palette.slice(0, this.#transparentIndex));
		const isFirst = this.#before === null;
		const shown = isTransparent ? this.#cutOut(colors, pixels) : this.#leaveOut(colors);
		this.#before = colors;
		this.#encoder.writeFrame(shown, width, height, {
			delay: delay * 10,
			dispose: isTransparent ? CLEAR : KEEP,
			transparent: isTransparent || !isFirst,
			transparentIndex: this.#transparentIndex,
			palette: isFirst ? this.#palette : undefined,
			repeat: 0,
		});
	}

	finish(): Uint8Array<ArrayBuffer> {
		this.#encoder.finish();
		return this.#encoder.bytes();
	}

	// Pixels that stay as they are become transparent: long runs of one index are small.
	#leaveOut(colors: Uint8Array): Uint8Array {
		const before = this.#before;
		return before === null ? colors : colors.map((color, i) => (color === before[i] ? this.#transparentIndex : color));
	}

	#cutOut(colors: Uint8Array, pixels: Uint8ClampedArray): Uint8Array {
		return colors.map((color, i) => (pixels[i * 4 + 3]! < OPAQUE ? this.#transparentIndex : color));
	}
}

// Every n-th opaque pixel of the samples.
function collectPixels({ samples, isTransparent }: GifStart): Uint8Array {
	const count = samples.reduce((sum, pixels) => sum + pixels.length / 4, 0);
	const step = Math.max(1, Math.ceil(count / MAX_SAMPLES));
	const found: number[] = [];
	for (const pixels of samples) {
		for (let i = 0; i < pixels.length; i += 4 * step) {
			if (isTransparent && pixels[i + 3]! < OPAQUE) continue;
			found.push(pixels[i]!, pixels[i + 1]!, pixels[i + 2]!, 255);
		}
	}
	// A file needs a color even if nothing is drawn.
	return Uint8Array.from(found.length > 0 ? found : [0, 0, 0, 255]);
}
