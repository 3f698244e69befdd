import { EncodedPacket, EncodedVideoPacketSource } from 'mediabunny';
import { copyAlpha, type PictureSize, spreadColors } from './split-alpha.ts';

/** Frames that wait for an encoder. More would only fill the memory. */
const MAX_WAITING = 4;

/** Levels of VP9: the largest picture and the most pixels per second. */
const VP9_LEVELS: readonly (readonly [level: number, picture: number, rate: number])[] = [
	[10, 36_864, 829_440],
	[11, 73_728, 2_764_800],
	[20, 122_880, 4_608_000],
	[21, 245_760, 9_216_000],
	[30, 552_960, 20_736_000],
	[31, 983_040, 36_864_000],
	[40, 2_228_224, 83_558_400],
	[41, 2_228_224, 160_432_128],
	[50, 8_912_896, 311_951_360],
	[51, 8_912_896, 588_251_136],
	[52, 8_912_896, 1_176_502_272],
	[60, 35_651_584, 1_176_502_272],
	[61, 35_651_584, 2_353_004_544],
];
const HIGHEST_VP9_LEVEL = 62;

/** Codecs whose transparency WebM files can hold. */
export type TransparentCodec = 'vp9' | 'vp8';

/** How transparent videos are encoded. */
export interface TransparentEncoderOptions extends PictureSize {
	readonly codec: TransparentCodec;
	/** Frames per second. */
	readonly frameRate: number;
	/** Bits per second of colors, and of transparency. */
	readonly bitrate: number;
	readonly alphaBitrate: number;
	/** How coarse alpha values are, from 0 to 63. Replaces the bit rate where the browser can. */
	readonly alphaQuantizer: number;
}

/** The name of a codec for WebCodecs. */
export function nameCodec({ codec, width, height, frameRate }: TransparentEncoderOptions): string {
	if (codec === 'vp8') return 'vp8';
	const size = width * height;
	const [level] = VP9_LEVELS.find(([, picture, rate]) => size <= picture && size * frameRate <= rate) ?? [
		HIGHEST_VP9_LEVEL,
	];
	return `vp09.00.${level}.08`;
}

// Live encoders may drop frames, and then colors and alpha values would not match.
function describeEncoder(options: TransparentEncoderOptions): VideoEncoderConfig {
	const { width, height, frameRate } = options;
	return { codec: nameCodec(options), width, height, framerate: frameRate, latencyMode: 'quality' };
}

/**
 * Encodes transparent frames. No browser encodes an alpha channel, but WebM files can hold a second picture per frame whose gray
 * values are the alpha values. The encoder of these pictures gets its frames when the colors are encoded, because both must have
 * their key frames at the same times.
 */
export class TransparentEncoder {
	/** For the track of the file. */
	readonly source: EncodedVideoPacketSource;
	readonly #size: PictureSize;
	readonly #context: OffscreenCanvasRenderingContext2D;
	readonly #colors: VideoEncoder;
	readonly #alphas: VideoEncoder;
	readonly #alphaFrames: VideoFrame[] = [];
	readonly #chunks: { chunk: EncodedVideoChunk; meta: EncodedVideoChunkMetadata | undefined }[] = [];
	// Encodes a gray picture.
	readonly #alphaOptions: VideoEncoderEncodeOptions;
	#count = 0;
	#written: Promise<void> = Promise.resolve();
	#fail: (error: unknown) => void = () => {};
	// Rejects when an encoder fails, and never resolves.
	readonly #failure = new Promise<never>((_, reject) => {
		this.#fail = reject;
	});

	private constructor(options: TransparentEncoderOptions, hasQuantizer: boolean) {
		const { width, height, codec } = options;
		this.#size = { width, height };
		this.source = new EncodedVideoPacketSource(codec);
		const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
		if (context === null) throw new Error('the browser has no memory for this size');
		this.#context = context;
		this.#failure.catch(() => {});
		const error = (reason: DOMException): void => this.#fail(reason);
		this.#colors = new VideoEncoder({ output: (chunk, meta) => this.#addColors(chunk, meta), error });
		this.#alphas = new VideoEncoder({ output: (chunk) => this.#addAlphas(chunk), error });
		const config = describeEncoder(options);
		this.#colors.configure({ ...config, bitrate: options.bitrate });
		this.#alphas.configure(
			hasQuantizer ? { ...config, bitrateMode: 'quantizer' } : { ...config, bitrate: options.alphaBitrate },
		);
		this.#alphaOptions = hasQuantizer ? { [codec]: { quantizer: options.alphaQuantizer } } : {};
	}

	/** Starts the encoders. */
	static async create(options: TransparentEncoderOptions): Promise<TransparentEncoder> {
		const { supported = false } = await VideoEncoder.isConfigSupported({
			...describeEncoder(options),
			bitrateMode: 'quantizer',
		});
		return new TransparentEncoder(options, supported);
	}

	/** The number of frames in the file. */
	get count(): number {
		return this.#count;
	}

	/** Adds the content of a canvas. Times are in seconds. Resolves when the next frame can be added. */
	async add(canvas: HTMLCanvasElement, time: number, duration: number, isKey: boolean): Promise<void> {
		const { width, height } = this.#size;
		this.#context.clearRect(0, 0, width, height);
		this.#context.drawImage(canvas, 0, 0);
		const pixels = this.#context.getImageData(0, 0, width, height).data as Uint8ClampedArray<ArrayBuffer>;
		const common = {
			codedWidth: width,
			codedHeight: height,
			timestamp: Math.round(time * 1e6),
			duration: Math.round(duration * 1e6),
		};
		this.#alphaFrames.push(new VideoFrame(copyAlpha(pixels, this.#size), { ...common, format: 'I420' }));
		spreadColors(pixels, this.#size);
		const colors = new VideoFrame(pixels, { ...common, format: 'RGBX' });
		try {
			this.#colors.encode(colors, { keyFrame: isKey });
		} finally {
			colors.close();
		}
		for (const encoder of [this.#colors, this.#alphas]) await this.#waitFor(encoder);
		await Promise.race([this.#written, this.#failure]);
	}

	/** Waits until all frames are in the file. */
	async finish(): Promise<void> {
		// The last colors are passed on to the other encoder.
		for (const encoder of [this.#colors, this.#alphas]) await Promise.race([encoder.flush(), this.#failure]);
		await Promise.race([this.#written, this.#failure]);
	}

	/** Stops the encoders. */
	close(): void {
		for (const encoder of [this.#colors, this.#alphas]) if (encoder.state !== 'closed') encoder.close();
		for (const frame of this.#alphaFrames.splice(0)) frame.close();
	}

	async #waitFor(encoder: VideoEncoder): Promise<void> {
		while (encoder.encodeQueueSize >= MAX_WAITING) {
			const next = new Promise((resolve) => encoder.addEventListener('dequeue', resolve, { once: true }));
			await Promise.race([next, this.#failure]);
		}
	}

	#addColors(chunk: EncodedVideoChunk, meta: EncodedVideoChunkMetadata | undefined): void {
		const frame = this.#alphaFrames.shift();
		if (frame === undefined || this.#alphas.state !== 'configured') return;
		this.#chunks.push({ chunk, meta });
		try {
			this.#alphas.encode(frame, { ...this.#alphaOptions, keyFrame: chunk.type === 'key' });
		} finally {
			frame.close();
		}
	}

	#addAlphas(alphas: EncodedVideoChunk): void {
		const colors = this.#chunks.shift();
		if (colors === undefined) return;
		const alpha = new Uint8Array(alphas.byteLength);
		alphas.copyTo(alpha);
		const packet = EncodedPacket.fromEncodedChunk(colors.chunk, { alpha });
		this.#written = this.#written.then(() => this.source.add(packet, colors.meta));
		this.#written.then(
			() => this.#count++,
			(error: unknown) => this.#fail(error),
		);
	}
}
