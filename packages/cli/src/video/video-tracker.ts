import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { TRACKER_FILES } from '../tracker/tracker-files.ts';
import type { OpenedVideo, PageTracker, TrackedFrame } from './track-in-page.ts';

declare const tracker: PageTracker;

/** Decoders need a secure context. No request reaches the network: all are answered below. */
const ORIGIN = 'https://tracker.handreel.invalid';
const PAGE = '<!doctype html><input type="file"><script>vision = import("/vision.js")</script>';
/** Frames per call: few enough to stop soon. */
const BATCH = 8;

/** Finds hands in the frames of a video, in a page of a browser. */
export class VideoTracker {
	readonly #page: Page;
	/** The addresses that the page asked for and did not get. */
	readonly refused: string[];

	private constructor(page: Page, refused: string[]) {
		this.#page = page;
		this.refused = refused;
	}

	/** Opens a page with the files of a tracker. */
	static async open(browser: Browser, folder: string): Promise<VideoTracker> {
		const page = await browser.newPage();
		const refused: string[] = [];
		await page.route('**', async (route) => {
			const url = new URL(route.request().url());
			const name = url.pathname.slice(1);
			if (url.origin === ORIGIN && name === '') return route.fulfill({ contentType: 'text/html', body: PAGE });
			if (url.origin === ORIGIN && Object.hasOwn(TRACKER_FILES, name)) {
				const contentType = TRACKER_FILES[name as keyof typeof TRACKER_FILES];
				return route.fulfill({ contentType, body: readFileSync(join(folder, name)) });
			}
			refused.push(url.href);
			return route.abort();
		});
		await page.goto(ORIGIN);
		await page.addScriptTag({ path: join(__dirname, 'track-in-page.js') });
		return new VideoTracker(page, refused);
	}

	/** Opens a video. Throws an `Error` if it is not one that the browser decodes. */
	async openVideo(path: string): Promise<OpenedVideo> {
		// The page reads the parts of the file that it needs.
		await this.#page.setInputFiles('input', path);
		const video = await this.#page.evaluate(() => tracker.open());
		if (video === null)
			throw new Error(
				`${path}: not a video that is known (MP4, MOV, WebM, Matroska, MPEG-TS)${adviseConversion(path)}`,
			);
		if (!video.canDecode) {
			const codec = video.codec === null ? 'its codec' : `the codec ${video.codec}`;
			throw new Error(`${path}: this browser cannot decode ${codec}${adviseConversion(path)}`);
		}
		return video;
	}

	/** Yields the frames of the video. */
	async *listFrames(): AsyncGenerator<TrackedFrame> {
		await this.#page.evaluate(() => tracker.load());
		for (;;) {
			const frames = await this.#page.evaluate((count) => tracker.next(count), BATCH);
			if (frames.length === 0) return;
			yield* frames;
		}
	}
}

/** The line that converts a video into one that every Chromium decodes. */
export function adviseConversion(path: string): string {
	const quoted = /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
	const output = quoted.replace(/(\.\w+)?('?)$/, '.webm$2');
	return `; convert it with\n  ffmpeg -i ${quoted} -c:v libvpx-vp9 -crf 30 -an ${output}`;
}
