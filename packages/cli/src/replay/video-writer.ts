import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { PageEncoder } from './encode-in-page.ts';
import { limitTime } from './open-page.ts';

/** How to write a video. */
export interface VideoOptions {
	readonly width: number;
	readonly height: number;
	readonly frameRate: number;
	/** Milliseconds per frame. */
	readonly timeout: number;
}

/** A finished video. */
export interface EncodedVideo {
	readonly bytes: Uint8Array;
	readonly codec: string;
	readonly frames: number;
	/** Seconds. */
	readonly duration: number;
}

declare const encoder: PageEncoder;

/** Video encoders need a secure context. No request reaches the network: all are answered below. */
const ADDRESS = 'https://encoder.handreel.invalid/';
/** Bytes per transfer. */
const CHUNK = 4 * 1024 * 1024;

/** Encodes images to a WebM file in a browser. */
export class VideoWriter {
	readonly #page: Page;
	readonly #options: VideoOptions;
	readonly #codec: string;
	#frames = 0;
	#pending: Promise<void> = Promise.resolve();

	private constructor(page: Page, options: VideoOptions, codec: string) {
		this.#page = page;
		this.#options = options;
		this.#codec = codec;
	}

	/** Throws an `Error` if the browser can encode neither VP9 nor VP8. */
	static async open(browser: Browser, options: VideoOptions): Promise<VideoWriter> {
		const page = await browser.newPage();
		await page.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
		await page.goto(ADDRESS);
		await page.addScriptTag({ path: join(__dirname, 'encode-in-page.js') });
		const { width, height, frameRate } = options;
		const codec = await page.evaluate(([w, h, f]) => encoder.start(w, h, f), [width, height, frameRate] as const);
		if (codec === null)
			throw new Error('this browser cannot encode WebM video (VP9 or VP8); choose another with --chromium');
		return new VideoWriter(page, options, codec);
	}

	/** Adds a PNG file. Waits for the previous frame only, so that both pages of the browser work at once. */
	async add(png: Buffer): Promise<void> {
		await this.#pending;
		this.#frames++;
		this.#pending = this.#limit(this.#page.evaluate((base64) => encoder.add(base64), png.toString('base64')));
		// The next call throws the error.
		this.#pending.catch(() => {});
	}

	/** Finishes the file. Returns `null` if there are no frames. */
	async finish(): Promise<EncodedVideo | null> {
		await this.#pending;
		if (this.#frames === 0) return null;
		const size = await this.#limit(this.#page.evaluate(() => encoder.finish()));
		const bytes = new Uint8Array(size);
		for (let start = 0; start < size; start += CHUNK) {
			const range = [start, Math.min(size, start + CHUNK)] as const;
			bytes.set(Buffer.from(await this.#page.evaluate(([from, to]) => encoder.read(from, to), range), 'base64'), start);
		}
		return { bytes, codec: this.#codec, frames: this.#frames, duration: this.#frames / this.#options.frameRate };
	}

	#limit<T>(work: Promise<T>): Promise<T> {
		const { timeout } = this.#options;
		return limitTime(work, timeout, `the video encoder took longer than ${timeout / 1000} s`);
	}
}
