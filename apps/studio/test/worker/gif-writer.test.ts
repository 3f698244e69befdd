import { describe, expect, test } from 'vitest';
import { GifWriter } from '../../src/worker/gif-writer.ts';
import { readGif } from '../support/read-gif.ts';

const WIDTH = 40;
const HEIGHT = 30;

// A square of a color at x, on blue or on nothing.
function paint(x: number, isTransparent: boolean): Uint8ClampedArray {
	const pixels = new Uint8ClampedArray(WIDTH * HEIGHT * 4);
	for (let i = 0; i < WIDTH * HEIGHT; i++) {
		const isInside = i % WIDTH >= x && i % WIDTH < x + 6 && i < 12 * WIDTH;
		pixels.set(isInside ? [250, 120, 10, 255] : isTransparent ? [0, 0, 0, 0] : [20, 30, 200, 255], i * 4);
	}
	return pixels;
}

function write(isTransparent: boolean, delays: readonly number[]): Uint8Array {
	const frames = delays.map((_, i) => paint(3 * i, isTransparent));
	const writer = new GifWriter({ width: WIDTH, height: HEIGHT, isTransparent, samples: frames });
	frames.forEach((pixels, i) => {
		writer.add(pixels, delays[i]!);
	});
	return writer.finish();
}

describe('GifWriter', () => {
	test('writes every frame with its delay, repeats forever, and has one palette', () => {
		const { width, height, repeats, frames } = readGif(write(false, [3, 3, 4, 100]));
		expect([width, height, repeats]).toEqual([WIDTH, HEIGHT, 0]);
		expect(frames.map(({ delay }) => delay)).toEqual([3, 3, 4, 100]);
		expect(frames.map(({ disposal }) => disposal)).toEqual([1, 1, 1, 1]);
		expect(frames.some(({ hasPalette }) => hasPalette)).toBe(false);
	});

	test('stores only what changes from frame to frame', () => {
		const frame = paint(5, false);
		const writer = new GifWriter({ width: WIDTH, height: HEIGHT, isTransparent: false, samples: [frame] });
		for (let i = 0; i < 3; i++) writer.add(frame, 5);
		const { frames } = readGif(writer.finish());
		expect(frames.map(({ isTransparent }) => isTransparent)).toEqual([false, true, true]);
		expect(frames[1]!.size).toBeLessThan(frames[0]!.size);
		expect(frames[2]!.size).toBe(frames[1]!.size);
	});

	test('clears transparent frames before the next', () => {
		const { frames } = readGif(write(true, [5, 5]));
		expect(frames.map(({ disposal, isTransparent }) => [disposal, isTransparent])).toEqual([
			[2, true],
			[2, true],
		]);
	});

	test('writes frames in which nothing is drawn', () => {
		const nothing = new Uint8ClampedArray(WIDTH * HEIGHT * 4);
		const writer = new GifWriter({ width: WIDTH, height: HEIGHT, isTransparent: true, samples: [nothing] });
		writer.add(nothing, 2);
		expect(readGif(writer.finish()).frames).toHaveLength(1);
	});
});
