import { type CaptureWatcher, type HeadsetState, type WatchedTake, watchCapture } from '@handreel/capture/client';
import type { FrameSample } from '@handreel/core';
import { createHistory, isUnsaved, keep } from '../state/history.ts';
import type { Studio } from '../state/studio.svelte.ts';
import type { ViewState } from '../state/view-state.ts';
import { isRefused, type OpenedRecording } from '../worker/protocol.ts';
import { LiveTake } from './live-take.ts';

/** Milliseconds between updates of curves, timeline and problems. Hands move with every frame. */
const UPDATE_MS = 700;
/** An update waits this many times as long as the last update took, so that long takes leave time for the page. */
const REST = 3;
/** Seconds at the start of a take in which the camera looks for the hands in any case. */
const SETTLE_SECONDS = 3;
/** Milliseconds between updates of the live bar. */
const STATUS_MS = 500;
/** A take as the live bar shows it. */
export interface LiveStatus {
	readonly id: string;
	readonly name: string;
	readonly device: string;
	/** The frames per second that arrive, whole. */
	readonly frameRate: number;
	readonly tracked: readonly string[];
	/** In the older part of a long take, curves and timeline show one of this many frames. */
	readonly every: number;
}

/** Shows the takes of a capture server while they are recorded, and opens them when they end. */
export class Live {
	isConnected: boolean = $state(false);
	/** Whether there was a connection before. */
	wasConnected: boolean = $state(false);
	headsets: readonly HeadsetState[] = $state.raw([]);
	/** Takes in progress. */
	takes: readonly LiveStatus[] = $state.raw([]);
	readonly #studio: Studio;
	readonly #watcher: CaptureWatcher;
	readonly #takes = new Map<string, LiveTake>();
	/** Frames at the last update of the live bar, by take. */
	#counts: ReadonlyMap<string, number> = new Map();
	/** Recordings that were opened by this class: a new take may replace them on screen. */
	readonly #own = new Set<number>();
	/** The view as it was left. */
	#view: ViewState | null = null;
	#onFrame: (() => void) | null = null;
	#isClosed = false;

	constructor(studio: Studio, url: string) {
		this.#studio = studio;
		this.#watcher = watchCapture({
			url,
			onChange: (isConnected) => this.#setConnected(isConnected),
			onHeadsets: (headsets) => {
				this.headsets = headsets;
			},
			onTake: (take) => this.#start(take),
			onFrame: ({ id }, frame) => this.#push(id, frame),
			onSaved: ({ take }) => void this.#tryLoad(take),
			onDiscarded: (take) => this.#discard(take),
		});
		const timer = setInterval(() => this.#updateStatus(), STATUS_MS);
		this.close = () => {
			this.#isClosed = true;
			clearInterval(timer);
			this.#watcher.close();
		};
	}

	readonly close: () => void;

	/** Sets a function that is called with every new frame of the take on screen. */
	set onFrame(onFrame: (() => void) | null) {
		this.#onFrame = onFrame;
	}

	/** The take on screen, if it is in progress. */
	get activeTake(): LiveTake | null {
		const { activeId } = this.#studio;
		if (activeId === null) return null;
		for (const take of this.#takes.values()) if (take.documentId === activeId) return take;
		return null;
	}

	/** Whether the playhead is at the end of a take in progress: then the 3D view shows the newest frame. */
	get isFollowing(): boolean {
		const { active, playback } = this.#studio;
		return active?.isLive === true && playback.time >= active.end && !playback.isPlaying;
	}

	/** Fills a frame for the 3D view with the newest frame; `null` if it shows the frame at the playhead. */
	get sample(): ((out: FrameSample) => FrameSample) | null {
		const take = this.isFollowing ? this.activeTake : null;
		return take === null || take.frameCount === 0 ? null : (out) => take.sampleNewest(out);
	}

	/** Moves the playhead to the end of the take on screen. */
	follow(): void {
		const { active, playback } = this.#studio;
		if (active === null) return;
		playback.pause();
		playback.seek(active.end);
	}

	#setConnected(isConnected: boolean): void {
		this.isConnected = isConnected;
		if (!isConnected) {
			this.headsets = [];
			return;
		}
		this.wasConnected = true;
		// Takes may have ended while there was no connection.
		for (const id of this.#takes.keys()) void this.#tryLoad(id);
	}

	#start(watched: WatchedTake): void {
		if (this.#takes.has(watched.id)) return;
		this.#takes.set(watched.id, new LiveTake(watched));
		this.#updateStatus();
		void this.#growLater(watched.id, 0);
	}

	#push(id: string, frame: FrameSample): void {
		const take = this.#takes.get(id);
		if (take === undefined) return;
		take.push(frame);
		if (take === this.activeTake) this.#onFrame?.();
	}

	async #growLater(id: string, wait: number): Promise<void> {
		await new Promise((resolve) => setTimeout(resolve, wait));
		if (this.#isClosed || !this.#takes.has(id)) return;
		const start = performance.now();
		await this.#tryLoad(id);
		void this.#growLater(id, Math.max(UPDATE_MS, REST * (performance.now() - start)));
	}

	// Loads what is new of a take: more of its journal, or its file.
	async #load(id: string): Promise<void> {
		const take = this.#takes.get(id);
		if (take === undefined || !this.isConnected) return;
		const from = take.byteLength;
		const loaded = await this.#watcher.loadTake(id, from);
		if (!this.#takes.has(id) || take.byteLength !== from) return;
		if (loaded === null) this.#discard(id);
		else if (loaded.state === 'saved') await this.#open(take, loaded.file, loaded.bytes);
		else if (loaded.bytes.size > 0) {
			await take.append(loaded);
			if (!take.isDismissed) await this.#show(take);
		}
	}

	async #show(take: LiveTake): Promise<void> {
		const opened = await this.#read(`${take.name}.hrj`, take.toFile());
		// A journal without frames is refused.
		if (opened === null || !this.#takes.has(take.id)) return;
		// A journal in progress has no end, which is not a problem.
		const readIssues = opened.readIssues.filter(({ code }) => code !== 'journal-cut');
		this.#place(take, { ...opened, name: take.name, readIssues }, true);
	}

	// The take has ended: its file replaces the journal.
	async #open(take: LiveTake, file: string, bytes: Blob): Promise<void> {
		this.#takes.delete(take.id);
		this.#updateStatus();
		if (take.isDismissed) return;
		const opened = await this.#read(file, bytes);
		if (opened === null) this.#studio.say(`Could not open ${file}`);
		else {
			this.#place(take, opened, false);
			this.#studio.say(`Saved ${file} on the computer that captures`);
		}
	}

	// Without a connection the take waits for the next.
	async #tryLoad(id: string): Promise<void> {
		await this.#load(id).catch(() => {});
	}

	#discard(id: string): void {
		const take = this.#takes.get(id);
		this.#takes.delete(id);
		this.#updateStatus();
		if (take === undefined || take.documentId === null) return;
		this.#studio.close(take.documentId);
		this.#studio.say(`${take.name} was discarded`);
	}

	async #read(name: string, blob: Blob): Promise<OpenedRecording | null> {
		const result = await this.#studio.workers.call('open', { name, blob }, { fileSize: blob.size }).catch(() => null);
		return result === null || isRefused(result) ? null : result;
	}

	// Shows a recording in the place of its earlier part.
	#place(take: LiveTake, opened: OpenedRecording, isLive: boolean): void {
		const studio = this.#studio;
		const before = studio.documents.find(({ id }) => id === take.documentId);
		const history = createHistory(keep(opened), true);
		if (before === undefined) {
			if (take.documentId !== null) take.isDismissed = true;
			else take.documentId = this.#add(opened, isLive);
			return;
		}
		const isActive = before.id === studio.activeId;
		const isFollowing = isActive && studio.playback.time >= before.end;
		const isWhole = isActive && studio.timeline.range[1] - studio.timeline.range[0] >= before.end - before.start;
		studio.replace(before.id, opened, history, isLive);
		if (isWhole) studio.timeline.showAll();
		if (isFollowing && isLive) studio.playback.seek(opened.end);
		if (isActive && isLive) this.#reveal(opened.end);
	}

	// Hands may come into sight after the start. A person who moves the camera keeps it there.
	#reveal(end: number): void {
		const { scene } = this.#studio;
		if (end > SETTLE_SECONDS && scene.view !== this.#view) return;
		scene.reveal();
		this.#view = scene.view;
	}

	// Somebody who works on another recording is not interrupted.
	#add(opened: OpenedRecording, isLive: boolean): number {
		const studio = this.#studio;
		const { active } = studio;
		const isFree = active === null || (this.#own.has(active.id) && !isUnsaved(active.history));
		const { id } = studio.add(opened, { isLive, isHidden: !isFree });
		this.#own.add(id);
		if (isFree && isLive) studio.playback.seek(opened.end);
		return id;
	}

	#updateStatus(): void {
		const takes = [...this.#takes.values()];
		this.takes = takes.map((take) => {
			const { id, name, device, frameCount, every } = take;
			const frameRate = Math.round(((frameCount - (this.#counts.get(id) ?? frameCount)) * 1000) / STATUS_MS);
			return { id, name, device, frameRate, tracked: take.listTracked(), every };
		});
		this.#counts = new Map(takes.map(({ id, frameCount }) => [id, frameCount]));
	}
}
