import { expect, test } from 'vitest';
import { nameCodec } from '../../../src/view/export/transparent-encoder.ts';

const OPTIONS = { codec: 'vp9', bitrate: 1, alphaBitrate: 1, alphaQuantizer: 10 } as const;

test.each([
	[240, 180, 30, 11],
	[1280, 720, 30, 31],
	[1920, 1080, 30, 40],
	[1920, 1080, 60, 41],
	[3840, 2160, 60, 51],
	[8192, 8192, 240, 62],
])('VP9 with %d × %d pixels and %d frames per second has level %d', (width, height, frameRate, level) => {
	expect(nameCodec({ ...OPTIONS, width, height, frameRate })).toBe(`vp09.00.${level}.08`);
});

test('VP8 has no levels', () => {
	expect(nameCodec({ ...OPTIONS, codec: 'vp8', width: 640, height: 480, frameRate: 30 })).toBe('vp8');
});
