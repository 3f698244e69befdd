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
	await dialog.evaluate(fillForm, settings);
	return dialog;
}

// Runs in the page. All at once, because the preview is drawn again after each change.
function fillForm(dialog: Element, settings: DialogSettings): void {
	const name = (label: HTMLLabelElement): string => (label.querySelector('span') ?? label).textContent.trim();
	for (const [title, value] of Object.entries(settings)) {
		const label = [...dialog.querySelectorAll('label')].find((entry) => name(entry) === title);
		const field = label?.control as HTMLInputElement | HTMLSelectElement | null | undefined;
		if (!field?.checkVisibility() || field.matches(':disabled')) throw new Error(`no field for ${title}`);
		if (typeof value === 'boolean') {
			if ((field as HTMLInputElement).checked !== value) field.click();
			continue;
		}
		field.value = String(value);
		if (field.value !== String(value)) throw new Error(`${title} cannot be ${value}`);
		for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
	}
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

/** An encoded frame of a video. */
export interface VideoPacket {
	/** Seconds. */
	readonly timestamp: number;
	readonly isKey: boolean;
	readonly data: Uint8Array;
	/** The encoded alpha channel. */
	readonly alpha?: Uint8Array | undefined;
}

/** Decodes the frames of a video with the decoder of the browser. `description` has the parameters of H.264. */
export async function decodeVideo(
	page: Page,
	{ codec, description }: { readonly codec: string; readonly description: Uint8Array | null },
	packets: readonly VideoPacket[],
): Promise<Picture[]> {
	const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
	const decoded = await page.evaluate(
		async ({ codec, description, packets }) => {
			const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
				Uint8Array.from(atob(text), (c) => c.charCodeAt(0)) as Uint8Array<ArrayBuffer>;
			const frames: { timestamp: number; width: number; height: number; text: string }[] = [];
			const failures: string[] = [];
			const decoder = new VideoDecoder({
				output(frame) {
					const { timestamp, displayWidth: width, displayHeight: height } = frame;
					const context = new OffscreenCanvas(width, height).getContext('2d')!;
					context.drawImage(frame, 0, 0);
					frame.close();
					let text = '';
					for (const byte of context.getImageData(0, 0, width, height).data) text += String.fromCharCode(byte);
					frames.push({ timestamp, width, height, text: btoa(text) });
				},
				error: (error) => failures.push(String(error)),
			});
			decoder.configure({ codec, ...(description === null ? {} : { description: toBytes(description) }) });
			for (const { timestamp, isKey, data } of packets) {
				const type = isKey ? 'key' : 'delta';
				decoder.decode(new EncodedVideoChunk({ type, timestamp: timestamp * 1e6, data: toBytes(data) }));
			}
			await decoder.flush();
			if (failures.length > 0) throw new Error(failures.join('\n'));
			return frames.sort((a, b) => a.timestamp - b.timestamp);
		},
		{
			codec,
			description: description === null ? null : toText(description),
			packets: packets.map(({ timestamp, isKey, data }) => ({ timestamp, isKey, data: toText(data) })),
		},
	);
	return decoded.map(({ text, ...size }) => ({ ...size, data: Buffer.from(text, 'base64') }));
}

/** Plays a video in an empty page, and returns what it shows at a time in seconds. */
export async function playVideo(page: Page, bytes: Uint8Array, time: number): Promise<Picture> {
	const player = await page.context().newPage();
	const { text, ...size } = await player.evaluate(
		async ([url, time]) => {
			const video = document.createElement('video');
			video.muted = true;
			document.body.append(video);
			// A video may have found a time before it can draw the frame.
			const present = (act: () => void): Promise<void> =>
				new Promise((resolve, reject) => {
					video.requestVideoFrameCallback(() => resolve());
					video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true });
					act();
				});
			await present(() => {
				video.src = url;
			});
			await present(() => {
				video.currentTime = time;
			});
			const { videoWidth: width, videoHeight: height } = video;
			const context = new OffscreenCanvas(width, height).getContext('2d')!;
			context.drawImage(video, 0, 0);
			let text = '';
			for (const byte of context.getImageData(0, 0, width, height).data) text += String.fromCharCode(byte);
			return { width, height, text: btoa(text) };
		},
		[`data:video/webm;base64,${Buffer.from(bytes).toString('base64')}`, time] as const,
	);
	await player.close();
	return { ...size, data: Buffer.from(text, 'base64') };
}

/** A transparent picture before a gray background. */
export function placeBefore({ data, ...size }: Picture, level: number): Picture {
	const mixed = data.map((value, i) => {
		const alpha = data[i - (i % 4) + 3]! / 255;
		return i % 4 === 3 ? 255 : Math.round(value * alpha + level * (1 - alpha));
	});
	return { ...size, data: mixed };
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
