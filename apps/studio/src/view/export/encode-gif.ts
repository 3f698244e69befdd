import { type FramePlan, getExportSize, listGifDelays } from '../../state/export-plan.ts';
import type { GifAnswer, GifRequest } from '../../worker/gif-worker.ts';
import { drawFrame, type ExportJob, yieldToPage } from './export-job.ts';

/** Frames that the palette is made from. */
const SAMPLE_FRAMES = 8;
/** Frames that the size is estimated from. */
const TRIAL_FRAMES = 6;

/** Encodes a GIF file in a worker. */
export async function encodeGif(job: ExportJob): Promise<Blob> {
	return new Blob([await runWorker(job, listGifDelays(job.plan))], { type: 'image/gif' });
}

/** Estimates the size of a GIF file in bytes: encodes some frames from the middle, and extrapolates. */
export async function estimateGifSize(job: ExportJob): Promise<number> {
	const { plan } = job;
	const count = Math.min(TRIAL_FRAMES, plan.count);
	const first = Math.floor((plan.count - count) / 2);
	const trial = (length: number): FramePlan => ({ ...plan, count: length, start: plan.start + first * plan.step });
	const sizes: number[] = [];
	for (const length of count > 1 ? [1, count] : [1]) {
		const part = { ...job, plan: trial(length), onFrame: () => {} };
		sizes.push((await runWorker(part, listGifDelays(part.plan))).length);
	}
	const [one = 0, all = one] = sizes;
	return Math.round(one + ((all - one) / Math.max(1, count - 1)) * (plan.count - 1));
}

async function runWorker(job: ExportJob, delays: readonly number[]): Promise<Uint8Array<ArrayBuffer>> {
	const { plan, settings, signal } = job;
	const size = getExportSize(settings);
	const worker = new Worker(new URL('../../worker/gif-worker.ts', import.meta.url), { type: 'module', name: 'gif' });
	const read = createReader(job, size);
	try {
		const count = Math.min(SAMPLE_FRAMES, plan.count);
		const samples: Uint8ClampedArray<ArrayBuffer>[] = [];
		for (let i = 0; i < count; i++) {
			samples.push(read(Math.floor(((i + 0.5) / count) * plan.count)));
			await yieldToPage();
			signal.throwIfAborted();
		}
		const isTransparent = settings.background === 'transparent';
		let answer = ask(worker, { kind: 'start', start: { ...size, isTransparent, samples } }, samples, signal);
		for (const [frame, delay] of delays.entries()) {
			// The next frame is drawn while the worker encodes the last.
			const pixels = read(frame);
			await answer;
			answer = ask(worker, { kind: 'frame', pixels, delay }, [pixels], signal);
			job.onFrame(frame + 1);
			await yieldToPage();
		}
		await answer;
		const { file = new Uint8Array() } = await ask(worker, { kind: 'finish' }, [], signal);
		return file;
	} finally {
		worker.terminate();
	}
}

function createReader(job: ExportJob, { width, height }: { readonly width: number; readonly height: number }) {
	const canvas = new OffscreenCanvas(width, height);
	const context = canvas.getContext('2d', { willReadFrequently: true });
	if (context === null) throw new Error('the browser has no memory for this size');
	return (frame: number): Uint8ClampedArray<ArrayBuffer> => {
		drawFrame(job, frame);
		context.clearRect(0, 0, width, height);
		context.drawImage(job.renderer.canvas, 0, 0);
		return context.getImageData(0, 0, width, height).data as Uint8ClampedArray<ArrayBuffer>;
	};
}

function ask(
	worker: Worker,
	request: GifRequest,
	pixels: readonly Uint8ClampedArray<ArrayBuffer>[],
	signal: AbortSignal,
): Promise<GifAnswer> {
	const settled = new AbortController();
	const answer = new Promise<GifAnswer>((resolve, reject) => {
		signal.throwIfAborted();
		signal.addEventListener('abort', () => reject(signal.reason), { signal: settled.signal });
		worker.onmessage = ({ data }: MessageEvent<GifAnswer>) =>
			data.error === undefined ? resolve(data) : reject(new Error(`the GIF encoder stopped (${data.error})`));
		worker.onerror = (event) => reject(new Error(`the GIF encoder stopped (${event.message || 'out of memory'})`));
		worker.postMessage(
			request,
			pixels.map(({ buffer }) => buffer),
		);
	});
	// The next frame is drawn before the answer is read, so a failure may wait.
	answer.catch(() => {}).finally(() => settled.abort());
	return answer;
}
