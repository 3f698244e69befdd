import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import {
	comparePictures,
	decodeGif,
	decodeVideo,
	exportFile,
	openExport,
	type Picture,
	placeBefore,
	playVideo,
	type VideoPacket,
} from './support/export-dialog.ts';
import { readGif } from './support/read-gif.ts';
import { waitForRecording } from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

const FULL = 'mrtk-2.8.3-full-5s.bin';
const FRAMES = 6;
/** The frame whose time has its own image: 3 of the 6 frames of the recording into the loop. */
const MIDDLE = 3;
const FRAME_RATE = 30;
/** The loop has a tenth of a second. */
const LOOP = { 'Frames per second': FRAME_RATE, Speed: 0.5, Range: 'loop', Camera: 'view' };
const SIZE = { Width: 160, Height: 120, Floor: false };
const CLIPBOARD = ['clipboard-read', 'clipboard-write'];

const OPTIONS = { permissions: CLIPBOARD };
const studio = useStudio();

async function openFull(link: string): Promise<Page> {
	const page = await studio.sharePage(OPTIONS, `open=samples/${FULL}&${link}`);
	await waitForRecording(page, FULL);
	await page.evaluate(watchEncoders);
	return page;
}

test('exports plots with ticks and units', async () => {
	const page = await openFull('t=2.3&hands=bones');
	const overview = (await exportFile(page, 'svg', { Width: 800, Background: 'dark' })).bytes.toString();
	expect(overview).toMatch(/^<svg [^>]*width="800"/);
	for (const text of ['speed (m/s)', 'aperture (m)', 'left tracked', '0 s', '4 s'])
		expect(overview).toContain(`>${text}<`);
	await openFull('channels=head.position.y,head.rotation.w');
	await page.locator('li[data-path="head.rotation.w"]').waitFor();
	const channels = (await exportFile(page, 'svg')).bytes.toString();
	for (const text of ['position (m)', 'value', '1.62', '0 s', '4 s']) expect(channels).toContain(`>${text}<`);
});

test('exports videos and GIF files with a frame per step of time, and images with alpha', {
	timeout: 120_000,
}, async () => {
	const page = await openFull('t=2.3&hands=bones&eye=0,10,0.6,0.7,1.38,-0.25');
	await page.keyboard.press('[');
	for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
	const middle = readPng((await exportFile(page, 'png', { ...SIZE, Background: 'light' })).bytes);
	const clearMiddle = readPng((await exportFile(page, 'png', { ...SIZE, Background: 'transparent' })).bytes);
	for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
	await page.keyboard.press(']');
	const expectMiddle = (frames: readonly Picture[], maxDifference: number): void => {
		const differences = frames.map((frame) => comparePictures(frame, middle));
		expect(differences.indexOf(Math.min(...differences))).toBe(MIDDLE);
		expect(differences[MIDDLE]).toBeLessThan(maxDifference);
		expect(differences[0]! - differences[MIDDLE]!).toBeGreaterThan(1);
	};

	for (const format of ['webm', 'mp4'] as const) {
		const dialog = await openExport(page, format, { ...LOOP, ...SIZE, Background: 'light', Quality: 'best' });
		const status = dialog.getByRole('status');
		await expect.poll(() => status.innerText()).toMatch(/up to \d/);
		expect(await status.innerText()).toContain(`${FRAMES} frames`);
		const { name, bytes } = await exportFile(page, format);
		expect(name).toBe(`mrtk-2.8.3-full-5s.${format}`);
		const video = await readVideo(bytes);
		expect(video).toMatchObject({ width: SIZE.Width, height: SIZE.Height });
		expect(video.times).toHaveLength(FRAMES);
		video.times.forEach((time, i) => {
			// WebM files have whole milliseconds.
			expect(time).toBeCloseTo(i / FRAME_RATE, 2.9);
		});
		// Codecs store colors in steps, which shifts the background a little.
		expectMiddle(await decodeVideo(page, video, video.packets), 5);
	}

	const clearDialog = await openExport(page, 'webm', { ...LOOP, ...SIZE, Background: 'transparent' });
	await clearDialog.getByText('show the transparency').waitFor();
	const clear = (await exportFile(page, 'webm')).bytes;
	const { packets } = await readVideo(clear);
	expect(packets).toHaveLength(FRAMES);
	for (const { alpha } of packets) expect(alpha?.length).toBeGreaterThan(0);
	const shown = await playVideo(page, clear, (MIDDLE + 0.5) / FRAME_RATE);
	expectCutOut(shown);
	// Dark edges would show before a bright background, bright edges before a dark background.
	for (const level of [0, 255])
		expect(comparePictures(placeBefore(shown, level), placeBefore(clearMiddle, level))).toBeLessThan(1.5);

	const gif = await exportFile(page, 'gif', { ...LOOP, ...SIZE, Background: 'light' });
	const { width, height, repeats, frames } = readGif(gif.bytes);
	expect([width, height, repeats]).toEqual([SIZE.Width, SIZE.Height, 0]);
	expect(frames.map(({ delay }) => delay)).toEqual(Array.from({ length: 2 }, () => [3, 4, 3]).flat());
	expectMiddle(await decodeGif(page, gif.bytes), 2);

	const [clearGif] = await decodeGif(
		page,
		(await exportFile(page, 'gif', { ...LOOP, ...SIZE, Background: 'transparent' })).bytes,
	);
	expectCutOut(clearGif!);
	const png = await exportFile(page, 'png', {
		...SIZE,
		Width: 301,
		Height: 201,
		Head: false,
		Skin: true,
		Background: 'transparent',
	});
	const image = readPng(png.bytes);
	expect([image.width, image.height]).toEqual([301, 201]);
	expectCutOut(image);

	await (await openExport(page, 'png')).getByRole('button', { name: 'Copy image' }).click();
	await page.getByText('Image copied').waitFor();
	const copied = await page.evaluate(async () => {
		const [item] = await navigator.clipboard.read();
		const bitmap = await createImageBitmap(await item!.getType('image/png'));
		return [bitmap.width, bitmap.height];
	});
	expect(copied).toEqual([301, 201]);
});

test('a video keeps hands and controllers in sight, unless the camera was placed', async () => {
	const page = await openFull('t=2.3&hands=bones&hide=trails,gaze,head,grid&eye=-20,15,2,9,1,0');
	const settings = { 'Frames per second': 2, Speed: 1, Range: 'all', ...SIZE, Background: 'light' };
	const countFilled = async (camera: string): Promise<number[]> => {
		const { bytes } = await exportFile(page, 'gif', { ...settings, Camera: camera });
		return (await decodeGif(page, bytes)).map(({ data, width }) => {
			let filled = 0;
			for (let i = 0; i < data.length; i += 4) {
				if (Math.abs(data[i]! - data[0]!) < 40) continue;
				filled++;
				const x = (i / 4) % width;
				expect(x > 0 && x < width - 1 && i > width * 4 && i < data.length - width * 4).toBe(true);
			}
			return filled;
		});
	};
	await openExport(page, 'gif');
	expect(await page.getByRole('combobox', { name: 'Camera' }).inputValue()).toBe('view');
	expect(Math.max(...(await countFilled('view')))).toBe(0);
	expect(Math.min(...(await countFilled('fit')))).toBeGreaterThan(40);
	await page.keyboard.press('f');
	await openExport(page, 'gif');
	expect(await page.getByRole('combobox', { name: 'Camera' }).inputValue()).toBe('fit');
	await page.keyboard.press('Escape');
});

// Headers and key frames are most of a small or slow video.
test('videos are not larger than the dialog estimates', async () => {
	// Hands that fill the picture, with axes and onion skin.
	const page = await openFull('hands=mesh&show=axes&onion=2,0.1&eye=38,18,0.7,0.05,1.4,-0.3');
	// At double speed there are fewer frames, and hands move more from frame to frame.
	for (const [format, Width, Height, frameRate, Quality, Speed] of [
		['webm', 321, 181, 10, 'good', 2],
		['mp4', 321, 181, 10, 'good', 2],
		['webm', 321, 181, 1, 'small', 1],
		['mp4', 64, 64, 1, 'small', 1],
		['webm', 16, 16, 10, 'best', 2],
	] as const) {
		const settings = {
			Range: 'all',
			Width,
			Height,
			'Frames per second': frameRate,
			Speed,
			Quality,
			Background: 'light',
		};
		const status = (await openExport(page, format, settings)).getByRole('status');
		const frames = Math.round((4.933 * frameRate) / Speed);
		await expect.poll(() => status.innerText()).toMatch(new RegExp(`^${frames} frames[^]*up to \\d`));
		const [, number, unit] = /up to ([\d.]+) (bytes|kB)/.exec(await status.innerText())!;
		const told = Number(number) * (unit === 'kB' ? 1000 : 1);
		const { bytes } = await exportFile(page, format);
		const name = `${format} ${Width} × ${Height}, ${frameRate} per second, ${Quality}`;
		expect(bytes.length, name).toBeLessThanOrEqual(told);
		expect(bytes.length, name).toBeGreaterThan(told / 6);
	}
});

// Takes encoders away from the page, so this is the last test.
test('cancels, and explains what a browser cannot do', async () => {
	const page = await openFull('hands=bones&eye=38,18,1.4,0.05,1.4,-0.3');
	const downloads: string[] = [];
	page.on('download', (file) => downloads.push(file.suggestedFilename()));
	const dialog = await openExport(page, 'webm', { Range: 'all', ...SIZE, 'Frames per second': 120 });
	const start = dialog.getByRole('button', { name: 'Export', exact: true });
	const progress = dialog.getByRole('progressbar');
	for (const [format, Background] of [
		['webm', 'light'],
		['webm', 'transparent'],
		['gif', 'light'],
	] as const) {
		await openExport(page, format, { 'Frames per second': 50, Speed: 0.1, Background });
		const workers = page.workers().length;
		await start.click();
		await expect.poll(async () => Number(await progress.getAttribute('value'))).toBeGreaterThan(0);
		// Escape must not end an export by accident.
		await page.keyboard.press('Escape');
		await dialog.getByRole('button', { name: 'Cancel' }).click();
		await start.waitFor();
		await expect.poll(() => countOpenEncoders(page)).toBe(0);
		await expect.poll(() => page.workers().length).toBeLessThanOrEqual(workers);
		expect(await dialog.getByRole('alert').count()).toBe(0);
	}
	expect(downloads).toEqual([]);

	await openExport(page, 'webm', { 'Frames per second': 30, Speed: 1 });
	await page.evaluate(() => {
		(globalThis as unknown as EncoderWatch).failAt = 5;
	});
	await start.click();
	const alert = dialog.getByRole('alert');
	await alert.waitFor();
	expect(await alert.innerText()).toMatch(
		/^Export failed: the video encoder stopped at frame \d+ of 148 \((Encoder failed|no answer)/,
	);
	expect(await countOpenEncoders(page)).toBe(0);

	await dialog.getByLabel('Width', { exact: true }).fill('12');
	await dialog.getByText('Width must be a whole number from 16 to 8192').waitFor();
	expect(await start.isDisabled()).toBe(true);
	await dialog.getByLabel('Width', { exact: true }).fill('160');
	await openExport(page, 'gif', { Speed: 0.1 });
	await start.click();
	await expect.poll(async () => Number(await progress.getAttribute('value'))).toBeGreaterThan(0);
	await page.evaluate(() => {
		for (const context of (globalThis as unknown as EncoderWatch).contexts)
			context.getExtension('WEBGL_lose_context')?.loseContext();
	});
	await dialog.getByText('Export failed: the browser stopped drawing').waitFor();
	expect(downloads).toEqual([]);
	// The next export gets another graphics context.
	expectDrawn(readPng((await exportFile(page, 'png')).bytes));

	await openExport(page, 'webm', { Background: 'transparent' });
	await page.evaluate(() => {
		VideoEncoder.isConfigSupported = async (config) => ({ config, supported: !config.codec.startsWith('vp') });
	});
	await openExport(page, 'webm', { Width: 162 });
	await dialog.getByText('This browser cannot encode transparent WebM').waitFor();
	expect(await start.isDisabled()).toBe(true);

	await openExport(page, 'png');
	await page.evaluate(() => Reflect.deleteProperty(globalThis, 'VideoEncoder'));
	await openExport(page, 'mp4');
	await dialog.getByText('This browser cannot encode video').waitFor();
	expect(await start.isDisabled()).toBe(true);
});

interface EncoderWatch {
	readonly encoders: VideoEncoder[];
	readonly contexts: WebGL2RenderingContext[];
	/** The number of the frame at which encoders fail, or 0. */
	failAt: number;
}

// Lists encoders and contexts, and lets encoders fail as Chromium's do when their process ends.
function watchEncoders(): void {
	if ('encoders' in globalThis) return;
	const watch: EncoderWatch = { encoders: [], contexts: [], failAt: 0 };
	Object.assign(globalThis, watch);
	const state = globalThis as unknown as EncoderWatch;
	const getContext = HTMLCanvasElement.prototype.getContext as (...list: unknown[]) => unknown;
	HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...list: unknown[]) {
		const context = getContext.apply(this, list);
		if (context instanceof WebGL2RenderingContext && !state.contexts.includes(context)) state.contexts.push(context);
		return context;
	} as typeof HTMLCanvasElement.prototype.getContext;
	globalThis.VideoEncoder = class extends VideoEncoder {
		readonly #fail: WebCodecsErrorCallback;
		#count = 0;

		constructor(init: VideoEncoderInit) {
			super(init);
			this.#fail = init.error;
			state.encoders.push(this);
		}

		override encode(frame: VideoFrame, options?: VideoEncoderEncodeOptions): void {
			super.encode(frame, options);
			if (++this.#count !== state.failAt) return;
			this.close();
			this.#fail(new DOMException('Encoder failed.', 'EncodingError'));
		}
	};
}

function countOpenEncoders(page: Page): Promise<number> {
	return page.evaluate(
		() => (globalThis as unknown as EncoderWatch).encoders.filter(({ state }) => state !== 'closed').length,
	);
}

function readPng(bytes: Buffer): Picture {
	return PNG.sync.read(bytes);
}

// Nothing around the hands, and something opaque.
function expectCutOut({ data, width, height }: Picture): void {
	const alphas = data.filter((_, i) => i % 4 === 3);
	for (const corner of [0, width - 1, (height - 1) * width, height * width - 1]) expect(alphas[corner]).toBe(0);
	const solid = alphas.filter((alpha) => alpha > 240).length / alphas.length;
	expect(solid).toBeGreaterThan(0.005);
	expect(solid).toBeLessThan(0.5);
}

// Two different pixels.
function expectDrawn({ data }: Picture): void {
	expect(new Set(new Uint32Array(Uint8Array.from(data).buffer)).size).toBeGreaterThan(1);
}

interface Video {
	readonly width: number;
	readonly height: number;
	readonly codec: string;
	readonly description: Uint8Array | null;
	/** In the order of decoding. */
	readonly packets: readonly VideoPacket[];
	/** Seconds, sorted. */
	readonly times: readonly number[];
}

async function readVideo(bytes: Uint8Array): Promise<Video> {
	const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
	const track = (await input.getPrimaryVideoTrack())!;
	const packets: VideoPacket[] = [];
	for await (const { timestamp, type, data, sideData } of new EncodedPacketSink(track).packets())
		packets.push({ timestamp, isKey: type === 'key', data, alpha: sideData.alpha });
	const config = (await track.getDecoderConfig())!;
	return {
		width: track.displayWidth,
		height: track.displayHeight,
		codec: config.codec,
		description: config.description === undefined ? null : new Uint8Array(config.description as ArrayBuffer),
		packets,
		times: packets.map(({ timestamp }) => timestamp).sort((a, b) => a - b),
	};
}
