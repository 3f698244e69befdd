import {
	BufferTarget,
	CanvasSource,
	getFirstEncodableVideoCodec,
	Mp4OutputFormat,
	Output,
	Quality,
	type VideoCodec,
	type VideoSource,
	WebMOutputFormat,
} from 'mediabunny';
import {
	ALPHA_QUALITIES,
	type ExportSettings,
	getAlphaBitrate,
	getBitrate,
	getExportSize,
	KEY_FRAME_INTERVAL,
} from '../../state/export-plan.ts';
import { drawFrame, type ExportJob, yieldToPage } from './export-job.ts';
import { type TransparentCodec, TransparentEncoder } from './transparent-encoder.ts';

/** Milliseconds after which an encoder that does not answer is given up. Encoders that a browser takes away stay silent. */
const PATIENCE = 20_000;

/** Codecs in the order of preference: those that most players know come first. */
const CODECS = {
	webm: ['vp9', 'vp8', 'av1'],
	mp4: ['avc', 'hevc', 'av1', 'vp9'],
	transparent: ['vp9', 'vp8'] satisfies readonly TransparentCodec[],
} as const satisfies Record<string, readonly VideoCodec[]>;

/** The names of codecs. */
export const CODEC_NAMES: Readonly<Record<VideoCodec, string>> = {
	avc: 'H.264',
	hevc: 'H.265',
	vp9: 'VP9',
	vp8: 'VP8',
	av1: 'AV1',
	prores: 'ProRes',
};

/** The codec that this browser would encode a video with, or `null` if it has none for this size. */
export async function findCodec(settings: ExportSettings): Promise<VideoCodec | null> {
	if (typeof VideoEncoder === 'undefined') return null;
	const isTransparent = settings.background === 'transparent';
	const codecs: readonly VideoCodec[] =
		CODECS[isTransparent ? 'transparent' : settings.format === 'mp4' ? 'mp4' : 'webm'];
	const quality = createQuality(settings);
	return getFirstEncodableVideoCodec([...codecs], {
		...getExportSize(settings),
		frameRate: settings.frameRate,
		quality,
	});
}

/** Encodes a video frame by frame, however long a frame takes. */
export async function encodeVideo(job: ExportJob): Promise<Blob> {
	const { settings, plan, signal } = job;
	const codec = await findCodec(settings);
	if (codec === null) throw new Error('this browser has no encoder for this video');
	const target = new BufferTarget();
	const format = settings.format === 'mp4' ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat();
	const output = new Output({ format, target });
	const encoder = await createEncoder(job, codec);
	const isTransparent = settings.background === 'transparent';
	output.addVideoTrack(encoder.source, { frameRate: plan.frameRate, canBeTransparent: isTransparent });
	let frame = 0;
	try {
		await output.start();
		for (; frame < plan.count; frame++) {
			signal.throwIfAborted();
			drawFrame(job, frame);
			await guard(encoder.add(frame));
			job.onFrame(frame + 1);
			await yieldToPage();
		}
		await guard(encoder.finish());
		await guard(output.finalize());
		// A browser may take an encoder away, together with the frames in it.
		const lost = plan.count - encoder.count;
		if (lost !== 0) throw new Error(`the video encoder lost ${lost} of ${plan.count} frames`);
		signal.throwIfAborted();
	} catch (error) {
		// A broken encoder may not even stop, so nothing waits for it.
		output.cancel().catch(() => {});
		throw error;
	} finally {
		encoder.close();
	}
	return new Blob([target.buffer ?? new ArrayBuffer(0)], {
		type: settings.format === 'mp4' ? 'video/mp4' : 'video/webm',
	});

	async function guard(work: Promise<void>): Promise<void> {
		let timer: ReturnType<typeof setTimeout> | undefined;
		const settled = new AbortController();
		const silence = new Promise<never>((_, reject) => {
			signal.addEventListener('abort', () => reject(signal.reason), { signal: settled.signal });
			timer = setTimeout(() => reject(new Error(`no answer for ${PATIENCE / 1000} seconds`)), PATIENCE);
		});
		try {
			await Promise.race([work, silence]);
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			const reached = Math.min(frame + 1, plan.count);
			throw new Error(`the video encoder stopped at frame ${reached} of ${plan.count} (${reason})`);
		} finally {
			clearTimeout(timer);
			settled.abort();
		}
	}
}

/** Encodes the frames that a job has drawn. */
interface FrameEncoder {
	readonly source: VideoSource;
	/** The number of encoded frames. */
	readonly count: number;
	add(frame: number): Promise<void>;
	finish(): Promise<void>;
	close(): void;
}

async function createEncoder({ settings, plan, renderer }: ExportJob, codec: VideoCodec): Promise<FrameEncoder> {
	const { frameRate } = plan;
	if (settings.background !== 'transparent') {
		let count = 0;
		const source = new CanvasSource(renderer.canvas, {
			codec,
			quality: createQuality(settings),
			keyFrameInterval: KEY_FRAME_INTERVAL,
			onEncodedPacket: () => {
				count++;
			},
		});
		return {
			source,
			get count() {
				return count;
			},
			add: (frame) => source.add(frame / frameRate, 1 / frameRate),
			// The file closes the source.
			finish: () => Promise.resolve(),
			close() {},
		};
	}
	const encoder = await TransparentEncoder.create({
		...getExportSize(settings),
		codec: codec === 'vp8' ? 'vp8' : 'vp9',
		frameRate,
		bitrate: getBitrate(settings),
		alphaBitrate: getAlphaBitrate(settings),
		alphaQuantizer: ALPHA_QUALITIES[settings.quality].quantizer,
	});
	const keyDistance = Math.max(1, Math.round(KEY_FRAME_INTERVAL * frameRate));
	return {
		source: encoder.source,
		get count() {
			return encoder.count;
		},
		add: (frame) => encoder.add(renderer.canvas, frame / frameRate, 1 / frameRate, frame % keyDistance === 0),
		finish: () => encoder.finish(),
		close: () => encoder.close(),
	};
}

function createQuality(settings: ExportSettings): Quality {
	return new Quality({ bitrate: getBitrate(settings), bitrateMode: 'variable' });
}
