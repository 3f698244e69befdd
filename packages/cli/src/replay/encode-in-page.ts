// Runs in a page of its own, where Chromium's encoder is: pictures become a WebM file.
import {
	BufferTarget,
	getFirstEncodableVideoCodec,
	Output,
	Quality,
	VideoSample,
	VideoSampleSource,
	WebMOutputFormat,
} from 'mediabunny';

/** What the page offers to the command. */
export interface PageEncoder {
	/** Gets ready; returns the codec, or `null` if this browser can encode none. */
	start(width: number, height: number, fps: number): Promise<string | null>;
	/** Adds a picture: a PNG file as base64. */
	add(base64: string): Promise<void>;
	/** Ends the file and returns how many bytes it has. */
	finish(): Promise<number>;
	/** A part of the finished file as base64. */
	read(start: number, end: number): Promise<string>;
}

const target = new BufferTarget();
const output = new Output({ format: new WebMOutputFormat(), target });
let source: VideoSampleSource | null = null;
let interval = 0;
let count = 0;
let file = new Blob();

const encoder: PageEncoder = {
	async start(width, height, fps) {
		const quality = new Quality('high');
		const codec = await getFirstEncodableVideoCodec(['vp9', 'vp8'], { width, height, quality });
		if (codec === null) return null;
		source = new VideoSampleSource({ codec, quality });
		interval = 1 / fps;
		output.addVideoTrack(source, { frameRate: fps });
		await output.start();
		return codec;
	},
	async add(base64) {
		const picture = await fetch(`data:image/png;base64,${base64}`);
		const bitmap = await createImageBitmap(await picture.blob());
		const sample = new VideoSample(bitmap, { timestamp: count++ * interval, duration: interval });
		await source?.add(sample);
		sample.close();
		bitmap.close();
	},
	async finish() {
		await output.finalize();
		file = new Blob([target.buffer ?? new ArrayBuffer(0)]);
		return file.size;
	},
	read(start, end) {
		return new Promise((resolve, reject) => {
			const reader = new FileReader();
			reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
			reader.onerror = () => reject(reader.error);
			reader.readAsDataURL(file.slice(start, end));
		});
	},
};
Object.assign(globalThis, { encoder });
