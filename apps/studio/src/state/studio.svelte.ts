import type { Issue } from '@handreel/core';
import {
	type ByteMap,
	isRefused,
	type KeptRecording,
	type OpenedRecording,
	type RepairSource,
} from '../worker/protocol.ts';
import { WorkerPool } from '../worker/worker-pool.ts';
import { Comparing } from './comparing.svelte.ts';
import { CurvePlot, MAX_GROUP } from './curve-plot.svelte.ts';
import type { DopeSheet } from './dope-sheet.svelte.ts';
import { Editing } from './editing.svelte.ts';
import { findHandle, type WritableHandle } from './file-handles.ts';
import { createHistory, type History, isUnsaved, keep } from './history.ts';
import { KeySelection } from './key-selection.svelte.ts';
import { Labeling } from './labeling.svelte.ts';
import { encodePath } from './link.ts';
import { Panels } from './panels.svelte.ts';
import { Picking } from './picking.svelte.ts';
import { Playback } from './playback.svelte.ts';
import { Posing } from './posing.svelte.ts';
import {
	makeLabel,
	type OpenDocument,
	type RefusedFile,
	type RepairReport,
	type SavePlace,
} from './recording-state.ts';
import { getSaveFormat, Saving } from './saving.ts';
import { SceneState } from './scene-state.svelte.ts';
import { TaskList } from './task-list.svelte.ts';
import { theme } from './theme.svelte.ts';
import { TimelineRange } from './timeline-range.svelte.ts';
import { Tour } from './tour.svelte.ts';

/** Milliseconds that a notice stays on screen. */
const NOTICE_TIME = 6000;

/** What a document has beside its recording. */
interface DocumentFields {
	readonly address?: string | null;
	/** The file that the recording was read from, if the page may write it. */
	readonly handle?: WritableHandle | null;
	readonly repair?: RepairReport | null;
	/** Default: a saved recording. */
	readonly history?: History;
	/** Default: not live. */
	readonly isLive?: boolean;
	/** Whether the recording on screen stays there. */
	readonly isHidden?: boolean;
}

/** The state of the page. Views read it and call its methods. */
export class Studio {
	documents: readonly OpenDocument[] = $state.raw([]);
	activeId: number | null = $state(null);
	readonly active: OpenDocument | null = $derived(this.documents.find(({ id }) => id === this.activeId) ?? null);
	readonly hasUnsaved: boolean = $derived.by(
		() => this.documents.some(({ history }) => isUnsaved(history)) || this.editing.isRunning,
	);
	readonly tasks: TaskList = new TaskList((text) => this.say(text));
	/** Files that could not be opened. */
	refused: readonly RefusedFile[] = $state.raw([]);
	/** A short message, also read out by screen readers. */
	notice: string = $state('');
	dialog: 'help' | 'save' | 'export' | 'palette' | null = $state(null);
	/** The format that the next dialog to save or export starts with; `null` for its own choice. */
	wantedFormat: string | null = $state(null);
	/** The text in the command palette. */
	paletteText: string = $state('');
	/** Whether a catalog of recordings is open. */
	hasLibrary: boolean = $state(false);
	/** Whether the library covers the recordings. */
	showsLibrary: boolean = $state(false);
	/** The unsaved recording that a dialog asks about before it is closed. */
	closingId: number | null = $state(null);
	/** Opens a copy of a recording beside the page when the server is gone. Returns `false` without a copy. */
	openCopy: ((address: string) => Promise<boolean>) | null = null;
	/** Called with every local file that was opened. */
	onOpened: ((name: string, blob: Blob) => void) | null = null;
	/** Index of the last visited problem, or −1. */
	issueIndex: number = $state(-1);

	readonly workers: WorkerPool = new WorkerPool();
	readonly panels: Panels = new Panels();
	readonly timeline: TimelineRange = new TimelineRange(this);
	readonly comparing: Comparing = new Comparing(this as Studio, this.workers);
	readonly plot: CurvePlot = new CurvePlot(this as Studio);
	readonly playback: Playback = new Playback(this as Studio);
	readonly scene: SceneState = new SceneState(this as Studio);
	readonly editing: Editing = new Editing(this as Studio);
	readonly keys: KeySelection = new KeySelection(this as Studio);
	/** The dope sheet, while it is open. */
	sheet: DopeSheet | null = $state.raw(null);
	readonly labeling: Labeling = new Labeling(this as Studio);
	readonly picking: Picking = new Picking(this as Studio);
	readonly posing: Posing = new Posing(this as Studio);
	readonly saving: Saving = new Saving(this as Studio);
	readonly theme: typeof theme = theme;
	readonly tour: Tour = new Tour(this as Studio);

	/** Inspections in progress by document id. */
	readonly #inspections: Map<number, AbortController> = new Map();
	#nextId = 1;
	#noticeTimer: ReturnType<typeof setTimeout> | undefined;

	// Open and close

	/** Opens files in order. The last file becomes active. */
	async openFiles(files: readonly File[]): Promise<void> {
		for (const file of files) await this.#open(file.name, null, async () => file);
	}

	/** Opens a file by its path beside the page, or activates it when it is open. Returns `null` if that fails. */
	async openAddress(address: string): Promise<OpenDocument | null> {
		const find = (): OpenDocument | null => this.documents.find((entry) => entry.address === address) ?? null;
		const opened = find();
		if (opened !== null) this.activate(opened.id);
		else if (!this.tasks.list.some((task) => task.address === address)) {
			await this.#open(address.split('/').at(-1) ?? address, address, async (signal) => {
				const response = await fetch(encodePath(address), { signal });
				if (!response.ok)
					throw new Error(response.status === 404 ? 'file not found' : `the server answered ${response.status}`);
				return response.blob();
			});
		}
		return find();
	}

	async #open(name: string, address: string | null, load: (signal: AbortSignal) => Promise<Blob>): Promise<void> {
		const result = await this.tasks.run({ kind: 'open', name, address }, async (options) => {
			const blob = await load(options.signal).catch(async (error: unknown) => {
				const isCopied = !options.signal.aborted && address !== null && (await this.openCopy?.(address));
				if (isCopied) return null;
				throw error;
			});
			return blob && this.workers.call('open', { name, blob }, { ...options, fileSize: blob.size });
		});
		if (result === null) return;
		if (isRefused(result)) this.refused = [...this.refused, { ...result, id: this.#nextId++ }];
		else {
			const file = address === null ? await load(new AbortController().signal) : null;
			this.add(result, { address, handle: file && findHandle(file) });
			if (file !== null) this.onOpened?.(name, file);
		}
	}

	/** Opens a recording of an earlier session. Returns `null` if that fails. */
	async reopen(kept: KeptRecording, fields: DocumentFields): Promise<OpenDocument | null> {
		const task = { kind: 'open', name: kept.name, address: fields.address ?? null } as const;
		const opened = await this.tasks.run(task, (options) => this.workers.call('show', kept, options));
		return opened && this.add(opened, fields);
	}

	/** Adds a recording and shows it, unless it is hidden. */
	add(
		opened: OpenedRecording,
		{ address = null, handle = null, repair = null, history, isLive = false, isHidden = false }: DocumentFields,
	): OpenDocument {
		const document: OpenDocument = {
			...opened,
			id: this.#nextId++,
			label: makeLabel(
				opened.name,
				this.documents.map(({ label }) => label),
			),
			address,
			place: handle && { handle, format: getSaveFormat(opened) },
			issues: null,
			keyTimes: null,
			repair,
			history: history ?? createHistory(keep(opened), true),
			isLive,
		};
		this.documents = [...this.documents, document];
		if (!isHidden) this.activate(document.id);
		void this.#inspect(document);
		return document;
	}

	/** Replaces the recording of a document after an edit. A live document keeps its problems until the next are known. */
	replace(id: number, opened: OpenedRecording, history: History, isLive = false): void {
		const before = this.documents.find((entry) => entry.id === id);
		if (before === undefined) return;
		const others = this.documents.filter((entry) => entry !== before).map(({ label }) => label);
		const changed: OpenDocument = {
			...before,
			...opened,
			label: before.isLive ? makeLabel(opened.name, others) : before.label,
			issues: isLive ? before.issues : null,
			keyTimes: isLive ? before.keyTimes : null,
			history,
			isLive,
		};
		this.documents = this.documents.map((entry) => (entry === before ? changed : entry));
		// A take grows before it is inspected.
		if (!isLive || !this.#inspections.has(id)) void this.#inspect(changed);
		this.comparing.refresh(id);
		if (id !== this.activeId) return;
		this.issueIndex = -1;
		if (isLive || before.isLive) this.timeline.setRange(...this.timeline.range);
		else this.timeline.follow(before);
		if ((this.playback.loop?.end ?? 0) > changed.end) this.playback.clearLoop();
		this.playback.settle();
		this.plot.refresh();
		this.picking.reload();
	}

	/** Keeps where a recording was saved. */
	setPlace(id: number, place: SavePlace): void {
		this.documents = this.documents.map((entry) => (entry.id === id ? { ...entry, place } : entry));
	}

	/** Changes what undo and redo know of a recording. */
	setHistory(id: number, history: History): void {
		this.documents = this.documents.map((entry) => (entry.id === id ? { ...entry, history } : entry));
	}

	// Runs in the background: the recording can already be played.
	async #inspect({ id, bin, stored, readIssues, fileSize }: OpenDocument): Promise<void> {
		this.#inspections.get(id)?.abort();
		const stop = new AbortController();
		this.#inspections.set(id, stop);
		const options = { signal: stop.signal, isBackground: true, fileSize: fileSize ?? undefined };
		const inspection = await this.workers.call('inspect', { bin, stored }, options).catch(() => null);
		if (this.#inspections.get(id) === stop) this.#inspections.delete(id);
		if (inspection === null) return;
		const issues = [...readIssues, ...inspection.issues];
		this.documents = this.documents.map((entry) =>
			entry.id === id ? { ...entry, issues, keyTimes: inspection.keyTimes } : entry,
		);
		this.#offerProblems();
	}

	#offerProblems(): void {
		const { active } = this;
		const hasProblems = active?.issues?.some(({ severity }) => severity !== 'info') ?? null;
		if (active !== null) this.panels.offerProblems(active.id, hasProblems);
	}

	/** Shows an open recording. */
	activate(id: number): void {
		const document = this.documents.find((entry) => entry.id === id);
		if (document === undefined) return;
		this.showsLibrary = false;
		if (id === this.activeId) return;
		if (this.activeId !== null) this.scene.leave(this.activeId);
		this.activeId = id;
		this.issueIndex = -1;
		if (this.comparing.state !== null && this.comparing.state.a !== id) this.comparing.stop();
		this.timeline.showAll();
		this.playback.clearLoop();
		this.playback.seek(this.playback.time);
		this.keys.clear();
		this.labeling.selected = null;
		this.scene.enter(document.repair?.from ?? null);
		this.plot.reload();
		this.picking.reload();
		this.#offerProblems();
	}

	/** Shows the library instead of the active recording. */
	showLibrary(): void {
		this.playback.pause();
		this.showsLibrary = this.hasLibrary;
	}

	/** Shows the next (1) or previous (−1) recording. */
	activateNext(step: number): void {
		const index = this.documents.findIndex(({ id }) => id === this.activeId);
		const next = this.documents.at((index + step) % this.documents.length);
		if (next !== undefined) this.activate(next.id);
	}

	/** Closes a recording. Asks first if it has unsaved changes. */
	requestClose(id: number): void {
		const document = this.documents.find((entry) => entry.id === id);
		if (document === undefined) return;
		if (isUnsaved(document.history) || this.editing.isPending(id)) this.closingId = id;
		else this.close(id);
	}

	/** Closes a recording. Unsaved changes are lost. */
	close(id: number): void {
		const index = this.documents.findIndex((entry) => entry.id === id);
		if (index < 0) return;
		this.closingId = null;
		this.documents = this.documents.filter((entry) => entry.id !== id);
		this.#inspections.get(id)?.abort();
		this.#inspections.delete(id);
		const { state } = this.comparing;
		if (state !== null && (state.a === id || state.b === id)) this.comparing.stop();
		if (id === this.activeId) {
			this.activeId = null;
			this.playback.pause();
			const next = this.documents[Math.min(index, this.documents.length - 1)];
			const { showsLibrary } = this;
			if (next !== undefined) this.activate(next.id);
			if (next === undefined || showsLibrary) this.showLibrary();
		}
		this.scene.forget(id);
	}

	dismiss(id: number): void {
		this.refused = this.refused.filter((entry) => entry.id !== id);
	}

	dismissAll(): void {
		this.refused = [];
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
		this.plotPath(issue.path.replace(/\[\d+\].*$/, ''));
	}

	/** Plots the curves at and below a path, unless they are too many. */
	plotPath(path: string): void {
		const paths = (this.active?.stored.curves ?? [])
			.filter((curve) => curve.path === path || curve.path.startsWith(`${path}.`))
			.map((curve) => curve.path);
		if (paths.length > 0 && paths.length <= MAX_GROUP) this.plot.select(paths);
	}

	/** Opens a repaired copy of the active recording, draws the original over it, and shows where the repair changed most. */
	async repair(): Promise<void> {
		const { active } = this;
		if (active === null || this.tasks.isRepairing) return;
		this.panels.showRight('problems');
		const { id, name, bin, stored, format } = active;
		const copy = await this.#repair(id, name, bin === null ? { stored, format } : { file: bin });
		if (copy === null) return;
		// MRTK loses rotations, and bones alone do not show them.
		this.scene.change({ axes: true });
		await this.comparing.start(id);
		if (this.activeId !== copy.id) return;
		// A single frame may differ most, and a channel that differs all the time is what can be seen.
		const [largest] = (this.comparing.state?.result?.channels ?? []).toSorted((a, b) => b.mean - a.mean);
		if (largest) this.playback.seek(largest.time);
	}

	/** Opens the readable part of a file that could not be opened. */
	async salvage(id: number): Promise<void> {
		const entry = this.refused.find((file) => file.id === id);
		if (entry === undefined || this.tasks.isRepairing) return;
		const copy = await this.#repair(null, entry.name, { file: entry.file });
		if (copy === null) return;
		this.panels.showRight('problems');
		this.dismiss(id);
	}

	async #repair(from: number | null, name: string, source: RepairSource): Promise<OpenDocument | null> {
		const result = await this.tasks.run({ kind: 'repair', name, address: null }, (options) =>
			this.workers.call(
				'repair',
				{ name, source },
				{ ...options, fileSize: 'file' in source ? source.file.size : undefined },
			),
		);
		if (result === null) return null;
		const { copy, repaired, remaining, kept } = result;
		if (copy !== null) {
			return this.add(copy, {
				repair: { from, repaired, remaining, kept },
				history: createHistory(keep(copy), false),
			});
		}
		this.say(`Could not repair ${name}: ${remaining[0]?.reason ?? 'nothing is readable'}`);
		return null;
	}

	/** Moves the playhead to the largest deviation of a channel and plots the channel. */
	goToDeviation(path: string, time: number): void {
		this.playback.pause();
		this.playback.seek(time);
		this.plotPath(path);
	}

	/** The meaning of each byte of a recording as a .bin file. */
	mapBytes({ bin, stored }: OpenDocument, signal: AbortSignal): Promise<ByteMap> {
		return this.workers.call('map', { bin, stored }, { signal });
	}
}
