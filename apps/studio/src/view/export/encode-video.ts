import {
	BufferTarget,
	CanvasSource,
	getFirstEncodableVideoCodec,
	Mp4OutputFormat,
	Output,
	Quality,
	type VideoCodec,
	WebMOutputFormat,
} from 'mediabunny';
import { type ExportSettings, getBitrate, getExportSize } from '../../state/export-plan.ts';
import { drawFrame, type ExportJob, yieldToPage } from './export-job.ts';

/** Seconds between frames that can be decoded by themselves, which players seek to. */
const KEY_FRAME_INTERVAL = 1;

/** Milliseconds after which an encoder that does not answer is given up. Encoders that a browser takes away stay silent. */
const PATIENCE = 20_000;

/** Codecs in the order of preference: those that most players know come first. */
const CODECS = {
	webm: ['vp9', 'vp8', 'av1'],
	mp4: ['avc', 'hevc', 'av1', 'vp9'],
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
	const codecs: readonly VideoCodec[] = CODECS[settings.format === 'mp4' ? 'mp4' : 'webm'];
	const quality = createQuality(settings);
	return getFirstEncodableVideoCodec([...codecs], {
		...getExportSize(settings),
		frameRate: settings.frameRate,
		quality,
	});
}

/** Encodes a video frame by frame, however long a frame takes. */
export async function encodeVideo(job: ExportJob): Promise<Blob> {
	const { settings, plan, signal, renderer } = job;
	const codec = await findCodec(settings);
	if (codec === null) throw new Error('this browser has no encoder for this video');
	const target = new BufferTarget();
	const format = settings.format === 'mp4' ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat();
	const output = new Output({ format, target });
	let encoded = 0;
	const source = new CanvasSource(renderer.canvas, {
		codec,
		quality: createQuality(settings),
		keyFrameInterval: KEY_FRAME_INTERVAL,
		onEncodedPacket: () => {
			encoded++;
		},
	});
	output.addVideoTrack(source, { frameRate: plan.frameRate });
	let frame = 0;
	try {
		await output.start();
		for (; frame < plan.count; frame++) {
			signal.throwIfAborted();
			drawFrame(job, frame);
			await guard(source.add(frame / plan.frameRate, 1 / plan.frameRate));
			job.onFrame(frame + 1);
			await yieldToPage();
		}
		await guard(output.finalize());
		// A browser may take an encoder away, together with the frames in it.
		if (encoded !== plan.count)
			throw new Error(`the video encoder lost ${plan.count - encoded} of ${plan.count} frames`);
		signal.throwIfAborted();
	} catch (error) {
		// A broken encoder may not even stop, so nothing waits for it.
		output.cancel().catch(() => {});
		throw error;
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

function createQuality(settings: ExportSettings): Quality {
	return new Quality({ bitrate: getBitrate(settings), bitrateMode: 'variable' });
}
