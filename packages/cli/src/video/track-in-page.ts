// Runs in a page without network: reads the frames of a video one by one, and finds hands in them.
import type { HandLandmarker, HandLandmarkerResult } from '@mediapipe/tasks-vision';
import { ALL_FORMATS, BlobSource, Input, type VideoSample, VideoSampleSink } from 'mediabunny';

/** A video that can be read. */
export interface OpenedVideo {
	readonly width: number;
	readonly height: number;
	/** Seconds. */
	readonly duration: number;
	/** Its name for programs, such as `avc`; `null` if it is unknown. */
	readonly codec: string | null;
	/** Whether this browser decodes it. */
	readonly canDecode: boolean;
}

/** A frame of a video with what the tracker found. */
export interface TrackedFrame {
	/** Seconds, as the video has them. */
	readonly time: number;
	readonly result: Pick<HandLandmarkerResult, 'landmarks' | 'worldLandmarks' | 'handedness'>;
}

/** The functions of the page that the command calls. */
export interface PageTracker {
	/** Loads the tracker. */
	load(): Promise<void>;
	/** Opens the file of the input element. Returns `null` if it is not a video. */
	open(): Promise<OpenedVideo | null>;
	/** Returns the next frames, at most so many; none after the last. */
	next(count: number): Promise<TrackedFrame[]>;
}

/** What the page imports: MediaPipe's tasks. */
declare const vision: Promise<typeof import('@mediapipe/tasks-vision')>;

let landmarker: HandLandmarker | null = null;
let frames: AsyncGenerator<VideoSample, void, unknown> | null = null;
const canvas = new OffscreenCanvas(1, 1);
const context = canvas.getContext('2d', { willReadFrequently: false });

const tracker: PageTracker = {
	async load() {
		const { HandLandmarker: Landmarker } = await vision;
		landmarker = await Landmarker.createFromOptions(
			{ wasmLoaderPath: '/wasm.js', wasmBinaryPath: '/wasm.wasm' },
			{ baseOptions: { modelAssetPath: '/hand.task', delegate: 'CPU' }, runningMode: 'VIDEO', numHands: 2 },
		);
	},
	async open() {
		const [file] = document.querySelector('input')?.files ?? [];
		if (file === undefined) return null;
		const input = new Input({ source: new BlobSource(file), formats: ALL_FORMATS });
		if (!(await input.canRead())) return null;
		const track = await input.getPrimaryVideoTrack();
		if (track === null) return null;
		const canDecode = await track.canDecode();
		if (canDecode) frames = new VideoSampleSink(track).samples();
		canvas.width = track.displayWidth;
		canvas.height = track.displayHeight;
		const { displayWidth: width, displayHeight: height, codec } = track;
		return { width, height, duration: await track.computeDuration(), codec, canDecode };
	},
	async next(count) {
		const found: TrackedFrame[] = [];
		while (found.length < count) {
			const next = await frames?.next();
			if (next === undefined || next.done) break;
			const sample = next.value;
			context?.clearRect(0, 0, canvas.width, canvas.height);
			sample.draw(context as OffscreenCanvasRenderingContext2D, 0, 0, canvas.width, canvas.height);
			const time = sample.timestamp;
			sample.close();
			const { landmarks, worldLandmarks, handedness } = landmarker!.detectForVideo(
				canvas as unknown as HTMLCanvasElement,
				1000 * time,
			);
			found.push({ time, result: { landmarks, worldLandmarks, handedness } });
		}
		return found;
	},
};
Object.assign(globalThis, { tracker });
