import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { createScratch } from '../support/run-handreel.ts';

const scratch = createScratch({ 'full.bin': 'mrtk-2.8.3-full-5s', 'small.bin': 'mrtk-2.8.3-n100' });
afterAll(() => scratch.remove());
const { run, path } = scratch;

describe('handreel plot', () => {
	it('prints a plot in braille', () => {
		const { stdout, status, stderr } = run('plot', 'full.bin', '--width', '70', '--rows', '4');
		expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
		expect(stdout).toMatch(/^full\n/);
		for (const text of ['right pinching│', 'speed (m/s)', 'aperture (m)', 'y(head) (m)', '4 s'])
			expect(stdout).toContain(text);
		for (const line of stdout.split('\n')) expect([...line].length).toBeLessThanOrEqual(70);
	});

	it('writes SVG and PNG files of the same size', () => {
		expect(run('plot', 'full.bin', '-c', 'speed(*.wrist)', '-o', 'full.svg').status).toBe(0);
		const svg = readFileSync(path('full.svg'), 'utf8');
		const [, width, height] = /width="(\d+)" height="([\d.]+)"/.exec(svg) ?? [];
		expect(run('plot', 'full.bin', '-c', 'speed(*.wrist)', '-o', 'full.png', '--scale', '1').status).toBe(0);
		const png = readFileSync(path('full.png'));
		expect(png.toString('latin1', 1, 4)).toBe('PNG');
		expect([png.readUInt32BE(16), Math.abs(png.readUInt32BE(20) - Number(height)) <= 1]).toEqual([Number(width), true]);
		expect(run('plot', 'full.bin', '-o', 'full.png').stderr).toContain('already exists; use --force');
	});

	it('draws labels with the bundled font', () => {
		const args = ['plot', 'full.bin', '-c', 'y(head)', '--scale', '1', '--title'];
		expect(run(...args, 'W'.repeat(40), '-o', 'wide.png').status).toBe(0);
		expect(run(...args, ' ', '-o', 'blank.png').status).toBe(0);
		// Without a font, both pictures would be the same.
		expect(countInk(path('wide.png'))).toBeGreaterThan(countInk(path('blank.png')) + 500);
	});

	it('plots several recordings', () => {
		expect(
			run('plot', 'full.bin', 'small.bin', '-c', 'aperture(right)', '-o', 'two.svg', '--theme', 'dark').status,
		).toBe(0);
		const svg = readFileSync(path('two.svg'), 'utf8');
		for (const text of ['2 recordings', 'aperture(right)', '>full<', '>small<']) expect(svg).toContain(text);
	});

	it.each([
		[['-c', 'frobnicate'], 2, "--channel: 'frobnicate' is not understood"],
		[['-c', 'speed(left.controller)'], 1, 'the recording has no left.controller'],
		[['-o', 'full.pdf'], 2, 'expected a name that ends with .svg or .png'],
		[['--theme', 'dark'], 2, '--theme works with --output only'],
		[['--start', '3', '--end', '2'], 1, 'does not come after the start'],
	])('refuses %j', (args, status, message) => {
		const result = run('plot', 'full.bin', ...args);
		expect(result.status).toBe(status);
		expect(result.stderr).toContain(message);
	});
});

// Bytes that are not those of the background, in the rows of a PNG file without palette.
function countInk(file: string): number {
	const png = readFileSync(file);
	const data: Buffer[] = [];
	for (let at = 8; at < png.length; ) {
		const length = png.readUInt32BE(at);
		if (png.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(png.subarray(at + 8, at + 8 + length));
		at += length + 12;
	}
	return inflateSync(Buffer.concat(data)).filter((byte) => byte !== 0 && byte !== 255).length;
}
