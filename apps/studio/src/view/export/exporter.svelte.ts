import type { TimeSpan } from '@handreel/core';
import { formatCount, formatPlural, formatSize } from '@handreel/text';
import { explainError } from '../../state/explain-error.ts';
import {
	canBeTransparent,
	checkSettings,
	type ExportFormat,
	type ExportRemark,
	type ExportSettings,
	estimateVideoSize,
	type FramePlan,
	isMoving,
	planFrames,
} from '../../state/export-plan.ts';
import { listPlaces } from '../../state/measure-scene.ts';
import type { Studio } from '../../state/studio.svelte.ts';
import { darkScheme } from '../dark-scheme.ts';
import type { ExportJob } from './export-job.ts';
import { type ExportSource, FrameRenderer } from './frame-renderer.ts';
import { exportPage, exportPlot, runExport } from './run-export.ts';

/** What is known about a file before it is made. */
interface Facts {
	/** Such as `VP9, up to 4.2 MB`. */
	readonly text: string;
	readonly remarks: readonly ExportRemark[];
}

/** The largest size of the preview, in pixels. */
const PREVIEW = { width: 680, height: 480 } as const;

/** The choices of the last export, which the next starts with. The view is always that of the page. */
let lastChoices: Partial<ExportSettings> = {};

/** The export dialog: settings, what is known about the file, and the export in progress. */
export class Exporter {
	settings: ExportSettings = $state.raw() as ExportSettings;
	facts: Facts | null = $state.raw(null);
	/** Frames that are finished, or `null` while nothing is exported. */
	finished: number | null = $state(null);
	/** Milliseconds until the end, or `null` before it is known. */
	remaining: number | null = $state(null);
	failure: string = $state('');
	readonly isRunning: boolean = $derived(this.finished !== null);
	readonly plan: FramePlan = $derived(planFrames(this.range, this.settings));
	readonly remarks: readonly ExportRemark[] = $derived([
		...checkSettings(this.settings, this.plan),
		...(this.facts?.remarks ?? []),
	]);
	readonly isReady: boolean = $derived(this.remarks.every(({ severity }) => severity !== 'error'));
	readonly #studio: Studio;
	#renderer: FrameRenderer | null = null;
	#stop = new AbortController();

	constructor(studio: Studio) {
		this.#studio = studio;
		this.settings = {
			format: 'webm',
			width: 1280,
			height: 720,
			frameRate: 30,
			speed: 1,
			quality: 'good',
			background: darkScheme.current ? 'dark' : 'light',
			color: '#00b140',
			...lastChoices,
			...(studio.wantedFormat !== null && { format: studio.wantedFormat as ExportFormat }),
			range: studio.playback.loop === null ? 'all' : 'loop',
			view: studio.scene.view,
			fits: studio.scene.isFitted,
		};
	}

	/** Whether the camera can be moved. An image is taken from where the 3D view is. */
	get canFit(): boolean {
		const { format, view } = this.settings;
		return isMoving(format) && view.camera === 'orbit' && view.follow === null;
	}

	/** The range in seconds. An image shows the playhead. */
	get range(): TimeSpan {
		const { playback, timeline, active } = this.#studio;
		const { format, range } = this.settings;
		if (format === 'png' || active === null) return { start: playback.time, end: playback.time };
		const [start, end] = timeline.range;
		if (range === 'visible') return { start: Math.max(start, active.start), end: Math.min(end, active.end) };
		return range === 'loop' && playback.loop !== null ? playback.loop : active;
	}

	change(settings: Partial<ExportSettings>): void {
		const changed = { ...this.settings, ...settings };
		const { format, background } = changed;
		const isPossible =
			background === 'transparent' ? canBeTransparent(format) : background !== 'color' || format !== 'svg';
		this.settings = isPossible ? changed : { ...changed, background: darkScheme.current ? 'dark' : 'light' };
		this.failure = '';
	}

	/** Draws the moment of the playhead as the file would show it. Throws if the browser cannot draw. */
	async preview(target: HTMLCanvasElement): Promise<void> {
		const { settings, range } = this;
		const { width, height } = settings;
		if (!(width > 0 && height > 0)) return;
		const renderer = this.#getRenderer();
		await renderer.prepare(settings);
		if (settings !== this.settings || this.#renderer !== renderer) return;
		const scale = Math.min(PREVIEW.width / width, PREVIEW.height / height, 1);
		const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
		const time = Math.min(Math.max(this.#studio.playback.time, range.start), range.end);
		renderer.draw(this.#createSource(), settings, time, size);
		target.width = size.width;
		target.height = size.height;
		target.getContext('2d')?.drawImage(renderer.canvas, 0, 0);
	}

	/** Finds out what the file will be: its size, and whether this browser can make it. */
	async examine(signal: AbortSignal): Promise<void> {
		this.facts = null;
		if (!this.isReady) return;
		const facts = await this.#examine(signal).catch(
			(error: unknown): Facts => ({
				text: '',
				remarks: [{ severity: 'error', text: `Cannot be exported: ${explainError(error)}` }],
			}),
		);
		if (!signal.aborted) this.facts = facts;
	}

	/** Exports and downloads the file. Returns `false` if that failed or was canceled. */
	async export(): Promise<boolean> {
		const { settings } = this;
		const blob = await this.#run();
		if (blob === null) return false;
		const frames = isMoving(settings.format) ? `${formatPlural(this.plan.count, 'frame')}, ` : '';
		this.#studio.saving.download(blob, settings.format, undefined, `${frames}${formatSize(blob.size)}`);
		return true;
	}

	/** Copies the image to the clipboard. Returns `false` if that failed or was canceled. */
	async copy(): Promise<boolean> {
		const blob = await this.#run();
		if (blob === null) return false;
		try {
			await navigator.clipboard.write([new ClipboardItem({ [blob.type]: blob })]);
		} catch (error) {
			this.failure = `Could not copy: ${explainError(error)}`;
			return false;
		}
		this.#studio.say('Image copied');
		return true;
	}

	/** Stops the export in progress. */
	cancel(): void {
		this.#stop.abort();
	}

	dispose(): void {
		this.cancel();
		this.#renderer?.dispose();
		this.#renderer = null;
	}

	async #run(): Promise<Blob | null> {
		this.#stop = new AbortController();
		const { signal } = this.#stop;
		const { view: _, range: __, fits: ___, ...choices } = this.settings;
		lastChoices = choices;
		this.failure = '';
		this.finished = 0;
		this.remaining = null;
		const start = performance.now();
		try {
			return await this.#make(signal, (count) => {
				this.finished = count;
				this.remaining = ((performance.now() - start) / count) * (this.plan.count - count);
			});
		} catch (error) {
			if (!signal.aborted) this.failure = `Export failed: ${explainError(error)}`;
			return null;
		} finally {
			this.finished = null;
		}
	}

	#make(signal: AbortSignal, onFrame: (count: number) => void): Promise<Blob> {
		const { settings, range } = this;
		if (settings.format === 'svg') return exportPlot(this.#studio, settings, [range.start, range.end], signal);
		if (settings.format === 'html') return exportPage(this.#studio, range, signal);
		return runExport(this.#createJob(signal, onFrame));
	}

	async #examine(signal: AbortSignal): Promise<Facts> {
		const { settings, plan } = this;
		if (!isMoving(settings.format)) {
			const blob = await this.#make(signal, () => {});
			return { text: formatSize(blob.size), remarks: [] };
		}
		if (settings.format === 'gif') {
			const job = this.#createJob(signal, () => {});
			await job.renderer.prepare(settings);
			const { estimateGifSize } = await import('./encode-gif.ts');
			return { text: `About ${formatSize(await estimateGifSize(job))}`, remarks: [] };
		}
		const { findCodec, CODEC_NAMES } = await import('./encode-video.ts');
		const codec = await findCodec(settings);
		const isTransparent = settings.background === 'transparent';
		const name = isTransparent ? 'transparent WebM' : settings.format === 'mp4' ? 'MP4' : 'WebM';
		if (codec === null) {
			const text =
				typeof VideoEncoder === 'undefined'
					? `This browser cannot encode video. Choose GIF, or use a current version of Chrome, Edge, Firefox or Safari`
					: `This browser cannot encode ${name} at ${formatCount(settings.width)} × ${formatCount(settings.height)}. Choose another ${isTransparent ? 'background, ' : ''}size or format`;
			return { text: '', remarks: [{ severity: 'error', text }] };
		}
		const warnings: string[] = [];
		if (settings.format === 'mp4' && codec !== 'avc') {
			warnings.push(
				`This browser cannot encode H.264, so the file has ${CODEC_NAMES[codec]}, which fewer players show`,
			);
		}
		if (isTransparent)
			warnings.push('Chrome, Edge and Firefox show the transparency. Safari and some players ignore it');
		return {
			text: `${CODEC_NAMES[codec]}, ${isTransparent ? 'about' : 'up to'} ${formatSize(estimateVideoSize(settings, plan))}`,
			remarks: warnings.map((text) => ({ severity: 'warning', text })),
		};
	}

	#createJob(signal: AbortSignal, onFrame: (count: number) => void): ExportJob {
		const { settings, plan } = this;
		return { renderer: this.#getRenderer(), source: this.#createSource(), settings, plan, signal, onFrame };
	}

	// A browser may take the graphics context away. Then the next picture gets another.
	#getRenderer(): FrameRenderer {
		if (this.#renderer?.isLost) {
			this.#renderer.dispose();
			this.#renderer = null;
		}
		this.#renderer ??= new FrameRenderer();
		return this.#renderer;
	}

	#createSource(): ExportSource {
		const { active, comparing, scene } = this.#studio;
		if (active === null) throw new Error('no recording is open');
		const { settings, range, canFit } = this;
		const shown = [active, comparing.overlay].filter((recording) => recording !== null);
		const places = shown.flatMap((recording) => [...listPlaces(recording, 'hands', range)]);
		return {
			recording: active,
			ghost: comparing.overlay,
			viewAspect: scene.aspect,
			places: canFit && settings.fits && places.length > 0 ? Float32Array.from(places) : null,
			isDark: darkScheme.current,
		};
	}
}
