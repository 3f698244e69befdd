import { expect, test } from 'vitest';
import { copyAlpha, spreadColors } from '../../../src/view/export/split-alpha.ts';

test('the alpha channel becomes a gray picture', () => {
	const pixels = Uint8ClampedArray.from([1, 2, 3, 10, 4, 5, 6, 20, 7, 8, 9, 30, 0, 0, 0, 40]);
	expect([...copyAlpha(pixels, { width: 2, height: 2 })]).toEqual([10, 20, 30, 40, 128, 128]);
});

test('colors spread from visible pixels in all directions, but not far', () => {
	const size = { width: 24, height: 20 };
	const at = (x: number, y: number): number => (y * size.width + x) * 4;
	const pixels = new Uint8ClampedArray(size.width * size.height * 4);
	pixels.set([200, 100, 50, 255], at(11, 10));
	// Black is a color, too.
	pixels.set([0, 0, 0, 255], at(14, 10));
	spreadColors(pixels, size);
	const red = (x: number, y: number): number => pixels[at(x, y)]!;
	expect([red(11, 10), red(14, 10)]).toEqual([200, 0]);
	for (const [x, y] of [
		[10, 10],
		[3, 10],
		[11, 2],
		[11, 18],
		[8, 8],
		[12, 10],
	] as const)
		expect(red(x, y)).toBe(200);
	for (const [x, y] of [
		[2, 10],
		[11, 1],
		[11, 19],
		[13, 10],
		[20, 10],
		[0, 0],
	] as const)
		expect(red(x, y)).toBe(0);
});
