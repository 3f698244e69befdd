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

/** Codecs in the order of preference: those that most players know come first. Transparency needs VP9 or VP8. */
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
	const isTransparent = settings.background === 'transparent';
	const codecs: readonly VideoCodec[] = CODECS[settings.format === 'mp4' ? 'mp4' : 'webm'];
	return getFirstEncodableVideoCodec(
		codecs.filter((codec) => !isTransparent || codec === 'vp9' || codec === 'vp8'),
		{ ...getExportSize(settings), frameRate: settings.frameRate, quality: createQuality(settings) },
	);
}

/** Encodes a video frame by frame, however long a frame takes. */
export async function encodeVideo(job: ExportJob): Promise<Blob> {
	const { settings, plan, signal, renderer } = job;
	const codec = await findCodec(settings);
	if (codec === null) throw new Error('this browser has no encoder for this video');
	const target = new BufferTarget();
	const format = settings.format === 'mp4' ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat();
	const output = new Output({ format, target });
	const source = new CanvasSource(renderer.canvas, {
		codec,
		quality: createQuality(settings),
		keyFrameInterval: KEY_FRAME_INTERVAL,
		alpha: settings.background === 'transparent' ? 'keep' : 'discard',
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
		signal.throwIfAborted();
	} catch (error) {
		// A broken encoder may refuse to stop, too.
		await output.cancel().catch(() => {});
		throw error;
	}
	return new Blob([target.buffer ?? new ArrayBuffer(0)], {
		type: settings.format === 'mp4' ? 'video/mp4' : 'video/webm',
	});

	function guard(work: Promise<void>): Promise<void> {
		return work.catch((error: unknown) => {
			const reason = error instanceof Error ? error.message : String(error);
			throw new Error(
				`the video encoder stopped at frame ${Math.min(frame + 1, plan.count)} of ${plan.count} (${reason})`,
			);
		});
	}
}

function createQuality(settings: ExportSettings): Quality {
	return new Quality({ bitrate: getBitrate(settings), bitrateMode: 'variable' });
}
