// Runs in a separate page and encodes images to a WebM file with Chromium's video encoder.
import {
	BufferTarget,
	getFirstEncodableVideoCodec,
	Output,
	Quality,
	VideoSample,
	VideoSampleSource,
	WebMOutputFormat,
} from 'mediabunny';

/** The functions of the page that the command calls. */
export interface PageEncoder {
	/** Returns the codec, or `null` if the browser cannot encode VP9 or VP8. */
	start(width: number, height: number, frameRate: number): Promise<string | null>;
	/** Adds a frame: a PNG file as base64. */
	add(base64: string): Promise<void>;
	/** Finishes the file and returns its size in bytes. */
	finish(): Promise<number>;
	/** Bytes of the finished file as base64. */
	read(start: number, end: number): Promise<string>;
}

const target = new BufferTarget();
const output = new Output({ format: new WebMOutputFormat(), target });
let source: VideoSampleSource | null = null;
let interval = 0;
let count = 0;
let file = new Blob();

const encoder: PageEncoder = {
	async start(width, height, frameRate) {
		const quality = new Quality('high');
		const codec = await getFirstEncodableVideoCodec(['vp9', 'vp8'], { width, height, quality });
		if (codec === null) return null;
		source = new VideoSampleSource({ codec, quality });
		interval = 1 / frameRate;
		output.addVideoTrack(source, { frameRate });
		await output.start();
		return codec;
	},
	async add(base64) {
		const image = await fetch(`data:image/png;base64,${base64}`);
		const bitmap = await createImageBitmap(await image.blob());
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
