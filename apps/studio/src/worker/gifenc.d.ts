// The package has no types.
declare module 'gifenc' {
	export type Palette = [red: number, green: number, blue: number][];

	/** Finds colors that represent all pixels. Reads the whole buffer behind the array. */
	export function quantize(rgba: Uint8Array | Uint8ClampedArray, maxColors: number): Palette;

	/** The index of the nearest color for every pixel. Reads the whole buffer behind the array. */
	export function applyPalette(rgba: Uint8Array | Uint8ClampedArray, palette: Palette): Uint8Array;

	export interface FrameOptions {
		/** The first frame needs it: it becomes the palette of the file. */
		readonly palette?: Palette;
		/** Milliseconds. */
		readonly delay?: number;
		readonly transparent?: boolean;
		readonly transparentIndex?: number;
		/** What happens to the frame before the next: 1 keeps it, 2 clears it. */
		readonly dispose?: number;
		/** 0 repeats forever. */
		readonly repeat?: number;
	}

	export interface Encoder {
		writeFrame(index: Uint8Array, width: number, height: number, options?: FrameOptions): void;
		finish(): void;
		bytes(): Uint8Array<ArrayBuffer>;
	}

	export function GIFEncoder(): Encoder;
}
