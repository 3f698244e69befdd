import type { Locator, Page } from 'playwright-core';
import { download, type Saved } from './studio-page.ts';

/** Settings of the export dialog by their labels. Numbers and choices are filled in, booleans are checked. */
export type DialogSettings = Readonly<Record<string, string | number | boolean>>;

/** Opens the export dialog and chooses a format and settings. */
export async function openExport(page: Page, format: string, settings: DialogSettings = {}): Promise<Locator> {
	const dialog = page.getByRole('dialog', { name: /^Export/ });
	if (!(await dialog.isVisible())) await page.keyboard.press('Shift+E');
	await dialog.waitFor();
	await dialog.locator(`input[type=radio][value=${format}]`).check();
	for (const [label, value] of Object.entries(settings)) {
		const find = (role: 'checkbox' | 'spinbutton' | 'combobox'): Locator =>
			dialog.getByRole(role, { name: label, exact: true });
		if (typeof value === 'boolean') await find('checkbox').setChecked(value);
		else if (typeof value === 'number') await find('spinbutton').fill(String(value));
		else await find('combobox').selectOption(value);
	}
	return dialog;
}

/** Exports a file with the dialog, and returns it. */
export async function exportFile(page: Page, format: string, settings: DialogSettings = {}): Promise<Saved> {
	const dialog = await openExport(page, format, settings);
	const saved = await download(page, () => dialog.getByRole('button', { name: 'Export', exact: true }).click());
	await dialog.waitFor({ state: 'detached' });
	return saved;
}

/** A decoded picture: red, green, blue and alpha per pixel. */
export interface Picture {
	readonly width: number;
	readonly height: number;
	readonly data: Uint8Array;
}

/** Plays a video in an empty page and returns the pictures at times in seconds. */
export async function decodeVideo(page: Page, bytes: Uint8Array, type: string, times: number[]): Promise<Picture[]> {
	const player = await page.context().newPage();
	const decoded = await player.evaluate(
		async ({ base64, type, times }) => {
			const video = document.createElement('video');
			const loaded = new Promise((resolve, reject) => {
				video.onloadeddata = resolve;
				video.onerror = () => reject(new Error(video.error?.message));
			});
			video.src = URL.createObjectURL(new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], { type }));
			await loaded;
			const { videoWidth: width, videoHeight: height } = video;
			const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
			const pictures: string[] = [];
			for (const time of times) {
				const arrived = new Promise((resolve) => {
					video.onseeked = resolve;
				});
				video.currentTime = time;
				await arrived;
				context.clearRect(0, 0, width, height);
				context.drawImage(video, 0, 0);
				let text = '';
				for (const byte of context.getImageData(0, 0, width, height).data) text += String.fromCharCode(byte);
				pictures.push(btoa(text));
			}
			return { width, height, pictures };
		},
		{ base64: Buffer.from(bytes).toString('base64'), type, times },
	);
	await player.close();
	const { width, height, pictures } = decoded;
	return pictures.map((text) => ({ width, height, data: Buffer.from(text, 'base64') }));
}

/** Decodes the frames of a GIF file with the decoder of the browser. */
export async function decodeGif(page: Page, bytes: Uint8Array): Promise<Picture[]> {
	const decoded = await page.evaluate(async (base64) => {
		const data = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
		const decoder = new ImageDecoder({ data, type: 'image/gif' });
		await Promise.all([decoder.tracks.ready, decoder.completed]);
		const frames: { width: number; height: number; text: string }[] = [];
		for (let frameIndex = 0; frameIndex < (decoder.tracks.selectedTrack?.frameCount ?? 0); frameIndex++) {
			const { image } = await decoder.decode({ frameIndex });
			const { displayWidth: width, displayHeight: height } = image;
			const context = new OffscreenCanvas(width, height).getContext('2d')!;
			context.drawImage(image, 0, 0);
			image.close();
			let text = '';
			for (const byte of context.getImageData(0, 0, width, height).data) text += String.fromCharCode(byte);
			frames.push({ width, height, text: btoa(text) });
		}
		return frames;
	}, Buffer.from(bytes).toString('base64'));
	return decoded.map(({ text, ...size }) => ({ ...size, data: Buffer.from(text, 'base64') }));
}

/** The mean difference of two pictures per color, from 0 to 255. */
export function comparePictures(a: Picture, b: Picture): number {
	let sum = 0;
	for (let i = 0; i < a.data.length; i++) if (i % 4 < 3) sum += Math.abs(a.data[i]! - b.data[i]!);
	return sum / (a.width * a.height * 3);
}
