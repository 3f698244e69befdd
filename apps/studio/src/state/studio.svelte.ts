import type { Issue } from '@handreel/core';
import { isRefused, type OpenedRecording, type RepairedRecording, type SaveFormat } from '../worker/protocol.ts';
import { WorkerPool } from '../worker/worker-pool.ts';
import { CurvePlot, MAX_GROUP } from './curve-plot.svelte.ts';
import { download } from './download.ts';
import { encodePath } from './link.ts';
import { Playback } from './playback.svelte.ts';
import type { ComparisonState, OpenDocument, RefusedFile } from './recording-state.ts';
import { SceneState } from './scene-state.svelte.ts';
import { TaskList } from './task-list.svelte.ts';
import { TimelineRange } from './timeline-range.svelte.ts';

/** Milliseconds that a notice stays on screen. */
const NOTICE_TIME = 6000;

/** The state of the page. Views read it and call its methods. */
export class Studio {
	documents: readonly OpenDocument[] = $state.raw([]);
	activeId: number | null = $state(null);
	readonly active: OpenDocument | null = $derived(this.documents.find(({ id }) => id === this.activeId) ?? null);
	readonly tasks: TaskList = new TaskList((text) => this.say(text));
	/** Files that could not be opened. */
	refused: readonly RefusedFile[] = $state.raw([]);
	/** A short message, also read out by screen readers. */
	notice: string = $state('');

	readonly timeline: TimelineRange = new TimelineRange(this);
	readonly plot: CurvePlot = new CurvePlot(this);
	readonly playback: Playback = new Playback(this);
	readonly scene: SceneState = new SceneState(this);

	comparison: ComparisonState | null = $state.raw(null);
	/** The recording that is drawn over the active one. */
	readonly other: OpenDocument | null = $derived(
		this.comparison === null ? null : (this.documents.find(({ id }) => id === this.comparison?.b) ?? null),
	);
	/** Index of the last visited problem, or −1. */
	issueIndex: number = $state(-1);

	leftPanel: 'recording' | 'channels' | 'bytes' = $state('recording');
	rightPanel: 'problems' | 'compare' | null = $state('problems');
	/** Narrow windows have room for one panel. The right panel takes it while it is open. */
	isNarrow: boolean = $state(false);
	dialog: 'help' | 'save' | null = $state(null);

	readonly #workers: WorkerPool = new WorkerPool();
	/** Inspections in progress by document id. */
	readonly #inspections: Map<number, AbortController> = new Map();
	#comparing: AbortController = new AbortController();
	#nextId = 1;
	#noticeTimer: ReturnType<typeof setTimeout> | undefined;

	// Open and close

	/** Opens files in order. The last file becomes active. */
	async openFiles(files: readonly File[]): Promise<void> {
		for (const file of files) await this.#open(file.name, null, async () => file);
	}

	/** Opens a file by its path beside the page, or activates it when it is open. */
	async openAddress(address: string): Promise<void> {
		const opened = this.documents.find((entry) => entry.address === address);
		if (opened !== undefined) this.activate(opened.id);
		else if (!this.tasks.list.some((task) => task.address === address)) {
			await this.#open(address.split('/').at(-1) ?? address, address, async (signal) => {
				const response = await fetch(encodePath(address), { signal });
				if (!response.ok)
					throw new Error(response.status === 404 ? 'file not found' : `the server answered ${response.status}`);
				return response.blob();
			});
		}
	}

	async #open(name: string, address: string | null, load: (signal: AbortSignal) => Promise<Blob>): Promise<void> {
		const result = await this.tasks.run({ kind: 'open', name, address }, async (options) =>
			this.#workers.call('open', { name, blob: await load(options.signal) }, options),
		);
		if (result === null) return;
		if (isRefused(result)) this.refused = [...this.refused, { ...result, id: this.#nextId++ }];
		else this.#show(result, address);
	}

	#show(opened: OpenedRecording, address: string | null, repair: OpenDocument['repair'] = null): OpenDocument {
		const document: OpenDocument = { ...opened, id: this.#nextId++, address, issues: null, keyTimes: null, repair };
		this.documents = [...this.documents, document];
		this.activate(document.id);
		void this.#inspect(document);
		return document;
	}

	// Runs in the background: the recording can already be played.
	async #inspect({ id, file, readIssues }: OpenDocument): Promise<void> {
		const stop = new AbortController();
		this.#inspections.set(id, stop);
		const options = { signal: stop.signal, isBackground: true };
		const inspection = await this.#workers.call('inspect', { file }, options).catch(() => null);
		if (inspection === null) return;
		const { issues, keyTimes } = inspection;
		this.documents = this.documents.map((entry) =>
			entry.id === id ? { ...entry, issues: [...readIssues, ...issues], keyTimes } : entry,
		);
	}

	/** Shows an open recording. */
	activate(id: number): void {
		const document = this.documents.find((entry) => entry.id === id);
		if (document === undefined || id === this.activeId) return;
		const isFirst = this.activeId === null;
		this.activeId = id;
		this.issueIndex = -1;
		if (this.comparison !== null && this.comparison.a !== id) this.stopComparing();
		this.timeline.showAll();
		this.playback.clearLoop();
		this.playback.seek(this.playback.time);
		this.scene.fitLater(isFirst);
		this.plot.reload();
	}

	/** Shows the next (1) or previous (−1) recording. */
	activateNext(step: number): void {
		const index = this.documents.findIndex(({ id }) => id === this.activeId);
		const next = this.documents.at((index + step) % this.documents.length);
		if (next !== undefined) this.activate(next.id);
	}

	close(id: number): void {
		const index = this.documents.findIndex((entry) => entry.id === id);
		if (index < 0) return;
		this.documents = this.documents.filter((entry) => entry.id !== id);
		this.#inspections.get(id)?.abort();
		this.#inspections.delete(id);
		if (this.comparison !== null && (this.comparison.a === id || this.comparison.b === id)) this.stopComparing();
		if (id !== this.activeId) return;
		this.activeId = null;
		this.playback.pause();
		const next = this.documents[Math.min(index, this.documents.length - 1)];
		if (next !== undefined) this.activate(next.id);
	}

	dismiss(id: number): void {
		this.refused = this.refused.filter((entry) => entry.id !== id);
	}

	dismissAll(): void {
		this.refused = [];
	}

	// Panels

	showLeft(panel: Studio['leftPanel']): void {
		this.leftPanel = panel;
		if (this.isNarrow) this.rightPanel = null;
	}

	toggleRight(panel: 'problems' | 'compare'): void {
		this.rightPanel = this.rightPanel === panel ? null : panel;
	}

	/** Shows a notice for a few seconds. */
	say(text: string): void {
		this.notice = text;
		clearTimeout(this.#noticeTimer);
		this.#noticeTimer = setTimeout(() => {
			this.notice = '';
		}, NOTICE_TIME);
	}

	// Problems and repair

	/** Moves the playhead to a problem and plots its curves. */
	goToIssue(issue: Issue): void {
		this.playback.pause();
		if (issue.time !== null && issue.time !== undefined) this.playback.seek(issue.time);
		const path = issue.path.replace(/\[\d+\].*$/, '');
		const own = (this.active?.curves ?? []).filter((curve) => curve.path === path || curve.path.startsWith(`${path}.`));
		if (own.length > 0 && own.length <= MAX_GROUP) this.plot.select(own.map((curve) => curve.path));
	}

	/** Opens a repaired copy of the active recording and draws the original over it. */
	async repair(): Promise<void> {
		const { active } = this;
		if (active === null || this.tasks.isRepairing) return;
		this.rightPanel = 'problems';
		const copy = await this.#repair(active);
		if (copy === null) return;
		// MRTK loses rotations, and bones alone do not show them.
		this.scene.change({ axes: true });
		await this.compareWith(active.id);
	}

	/** Opens the readable part of a file that could not be opened. */
	async salvage(id: number): Promise<void> {
		const file = this.refused.find((entry) => entry.id === id);
		if (file === undefined || this.tasks.isRepairing) return;
		this.rightPanel = 'problems';
		if ((await this.#repair(file)) !== null) this.dismiss(id);
	}

	async #repair({ id, name, file }: OpenDocument | RefusedFile): Promise<OpenDocument | null> {
		const result: RepairedRecording | null = await this.tasks.run({ kind: 'repair', name, address: null }, (options) =>
			this.#workers.call('repair', { name, file }, options),
		);
		if (result === null) return null;
		const { copy, repaired, remaining, kept } = result;
		if (copy !== null) return this.#show(copy, null, { from: id, repaired, remaining, kept });
		this.say(`Could not repair ${name}: ${remaining[0]?.reason ?? 'nothing is readable'}`);
		return null;
	}

	// Comparison

	/** Draws another recording over the active one and measures the deviation. */
	async compareWith(id: number): Promise<void> {
		const { active } = this;
		const other = this.documents.find((entry) => entry.id === id);
		this.stopComparing();
		if (active === null || other === undefined) return;
		const pending: ComparisonState = { a: active.id, b: id, result: null, lane: null };
		this.comparison = pending;
		this.#comparing = new AbortController();
		const { signal } = this.#comparing;
		try {
			const compared = await this.#workers.call('compare', { a: active.file, b: other.file }, { signal });
			this.comparison = { ...pending, ...compared };
		} catch (error) {
			if (signal.aborted) return;
			this.comparison = null;
			this.say(`Could not compare: ${error instanceof Error ? error.message : error}`);
		}
	}

	stopComparing(): void {
		this.#comparing.abort();
		this.comparison = null;
	}

	/** Moves the playhead to the largest deviation of a channel and plots the channel. */
	goToDeviation(path: string, time: number): void {
		this.playback.pause();
		this.playback.seek(time);
		const axes = path.endsWith('.rotation') ? ['x', 'y', 'z', 'w'] : ['x', 'y', 'z'];
		this.plot.select(axes.map((axis) => `${path}.${axis}`));
	}

	// Save

	/** Saves the active recording. Returns the data that the format could not store. */
	async save(format: SaveFormat): Promise<readonly Issue[]> {
		const { active } = this;
		if (active === null) return [];
		const { bytes, extension, type, issues } = await this.#workers.call('save', { file: active.file, format });
		this.download(new Blob([bytes], { type }), extension);
		return issues;
	}

	/** Downloads a file that is named after the recording. */
	download(blob: Blob, extension: string): void {
		const name = `${(this.active?.name ?? 'recording').replace(/\.[a-z0-9]+$/i, '')}.${extension}`;
		download(blob, name);
		this.say(`Saved ${name}`);
	}
}
