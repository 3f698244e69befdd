import type { Edit } from '../worker/edits.ts';
import type { EditPreview, OpenedRecording, OverlayRecording } from '../worker/protocol.ts';
import type { WorkerPool } from '../worker/worker-pool.ts';
import { explainError } from './explain-error.ts';
import {
	addSplit,
	addVersion,
	createPartHistory,
	getRedoTitle,
	getSplit,
	getUndoTitle,
	type History,
	keep,
	type SelectionChange,
	type Split,
	type Version,
} from './history.ts';
import type { OpenDocument } from './recording-state.ts';
import type { TaskList } from './task-list.svelte.ts';

/** Milliseconds without a change until an edit is measured. */
const PREVIEW_DELAY = 120;

/** An edit with its name in undo and redo. */
export interface NamedEdit {
	readonly title: string;
	readonly edit: Edit;
	/** Set for edits of selected keys. Undo and redo select them again. */
	readonly selection?: SelectionChange;
}

/** What edits need from the rest of the page. */
interface EditingSource {
	readonly documents: readonly OpenDocument[];
	readonly activeId: number | null;
	readonly active: OpenDocument | null;
	readonly workers: WorkerPool;
	readonly tasks: TaskList;
	readonly plot: { loadOther(): void };
	readonly keys: { expect(times: SelectionChange['before']): void };
	readonly playback: {
		seek(time: number): void;
		setLoop(start: number, end: number): void;
		clearLoop(): void;
	};
	replace(id: number, opened: OpenedRecording, history: History): void;
	setHistory(id: number, history: History): void;
	add(opened: OpenedRecording, fields: { readonly history: History }): unknown;
	activate(id: number): void;
	close(id: number): void;
	say(text: string): void;
}

/** Edits of the active recording, with undo and redo. */
export class Editing {
	/** Whether an edit is running. The next edit waits for it. */
	isRunning: boolean = $state(false);
	/** What the edit of {@link measure} would change; `null` while it is measured. */
	preview: EditPreview | null = $state.raw(null);
	previewFailure: string = $state('');
	/** The result of the edit that is measured, to look at. The last result stays until the next is there. */
	overlay: OverlayRecording | null = $state.raw(null);
	readonly undoTitle: string | null = $derived.by(() => {
		const { active } = this.#studio;
		return active && getUndoTitle((this.#findWhole(active) ?? active).history);
	});
	readonly redoTitle: string | null = $derived.by(
		() => this.#studio.active && getRedoTitle(this.#studio.active.history),
	);
	readonly #studio: EditingSource;
	/** The recordings that edits wait for, once per edit. */
	#pending: readonly number[] = $state.raw([]);
	#queue: Promise<unknown> = Promise.resolve();
	#measuring = new AbortController();
	/** The recording that is measured. */
	#measuredId: number | null = null;

	constructor(studio: EditingSource) {
		this.#studio = studio;
	}

	/** Ends when all edits so far have ended. */
	get ended(): Promise<unknown> {
		return this.#queue;
	}

	/** Whether an edit of a recording has not ended. */
	isPending(id: number): boolean {
		return this.#pending.includes(id);
	}

	/** Edits the active recording. `title` names the edit in undo and redo. Returns `false` if nothing changed. */
	apply(title: string, edit: Edit): Promise<boolean> {
		return this.applyPlan(async () => ({ title, edit }));
	}

	/**
	 * Edits the active recording as {@link apply} does. The edit is made when the edits before it have ended. `null` makes
	 * none.
	 */
	async applyPlan(plan: (document: OpenDocument) => Promise<NamedEdit | null>): Promise<boolean> {
		let isChanged = false;
		await this.#run(async (document) => {
			const planned = await plan(document);
			if (planned === null) return;
			const { title, edit, selection } = planned;
			const { workers, tasks } = this.#studio;
			const task = { kind: 'edit', name: document.label, address: null } as const;
			const request = { kept: keep(document), edit };
			const result = await tasks.run(task, (options) => workers.call('edit', request, options));
			if (result === null) return;
			if (result.opened === null) this.#studio.say(`${title}: nothing to change`);
			else {
				const range = edit.kind === 'trim' ? { start: edit.start, end: edit.end } : undefined;
				const version = { title, kept: keep(result.opened), range, selection };
				this.#studio.replace(document.id, result.opened, addVersion(document.history, version));
				this.#studio.say(result.remark === '' ? title : result.remark);
				isChanged = true;
			}
		});
		return isChanged;
	}

	/** Takes back the last edit. For an unchanged part of a split recording, that is the split. */
	undo(): Promise<void> {
		return this.#run(async (document) => {
			const whole = this.#findWhole(document);
			if (whole !== null) this.#studio.activate(whole.id);
			await this.#go(whole ?? document, -1);
		});
	}

	redo(): Promise<void> {
		return this.#run((document) => this.#go(document, 1));
	}

	/** Splits the active recording at times. The parts are opened as new recordings. */
	split(times: readonly number[]): Promise<void> {
		return this.#run(async (document) => {
			const { workers, tasks } = this.#studio;
			const task = { kind: 'edit', name: document.label, address: null } as const;
			const request = { kept: keep(document), times };
			const pieces = await tasks.run(task, (options) => workers.call('split', request, options));
			if (pieces === null) return;
			const split: Split = { id: `${Date.now()}:${document.id}`, times };
			this.#studio.setHistory(document.id, addSplit(document.history, split));
			this.#addParts(split, pieces);
		});
	}

	/** Shows and measures what an edit would change; `null` shows nothing. A later call replaces an earlier call. */
	async measure(edit: Edit | null): Promise<void> {
		this.#measuring.abort();
		this.#measuring = new AbortController();
		const { signal } = this.#measuring;
		const { active, workers } = this.#studio;
		this.preview = null;
		this.previewFailure = '';
		if (edit === null || active === null || active.id !== this.#measuredId) this.#showOverlay(null);
		this.#measuredId = active?.id ?? null;
		if (edit === null || active === null) return;
		await new Promise((done) => setTimeout(done, PREVIEW_DELAY));
		if (signal.aborted) return;
		try {
			this.preview = await workers.call('preview', { kept: keep(active), edit }, { signal });
			this.#showOverlay(this.preview.result);
		} catch (error) {
			if (signal.aborted) return;
			this.previewFailure = explainError(error);
			this.#showOverlay(null);
		}
	}

	#showOverlay(overlay: OverlayRecording | null): void {
		if (overlay === this.overlay) return;
		this.overlay = overlay;
		this.#studio.plot.loadOther();
	}

	async #go(document: OpenDocument, step: -1 | 1): Promise<void> {
		const { history } = document;
		const index = history.index + step;
		const [before, after] = [history.versions[history.index], history.versions[index]];
		if (before === undefined || after === undefined) return;
		const edit = step < 0 ? before : after;
		const isDone = await (edit.split === undefined
			? this.#show(document, after, { ...history, index })
			: this.#goSplit(document, edit.split, { ...history, index }, step));
		if (!isDone) return;
		if (edit.selection !== undefined) this.#studio.keys.expect(edit.selection[step < 0 ? 'before' : 'after']);
		if (edit.range !== undefined && this.#studio.activeId === document.id) {
			if (step < 0) this.#studio.playback.setLoop(edit.range.start, edit.range.end);
			else this.#studio.playback.clearLoop();
		}
		this.#studio.say(`${step < 0 ? 'Undid' : 'Redid'}: ${edit.title}`);
	}

	async #show({ id, label }: OpenDocument, { kept }: Version, history: History): Promise<boolean> {
		const { workers, tasks } = this.#studio;
		const task = { kind: 'edit', name: label, address: null } as const;
		const opened = await tasks.run(task, (options) => workers.call('show', kept, options));
		if (opened !== null) this.#studio.replace(id, opened, history);
		return opened !== null;
	}

	// Undo closes the parts that are unchanged. Redo opens the parts that are closed.
	async #goSplit(document: OpenDocument, split: Split, history: History, step: -1 | 1): Promise<boolean> {
		const { workers, tasks } = this.#studio;
		if (step < 0) {
			for (const { id, history: own } of this.#listParts(split)) if (own.versions.length === 1) this.#studio.close(id);
			this.#studio.setHistory(document.id, history);
			return true;
		}
		const task = { kind: 'edit', name: document.label, address: null } as const;
		const request = { kept: keep(document), times: split.times };
		const pieces = await tasks.run(task, (options) => workers.call('split', request, options));
		if (pieces === null) return false;
		this.#studio.setHistory(document.id, history);
		this.#addParts(split, pieces);
		return true;
	}

	#listParts({ id }: Split): OpenDocument[] {
		return this.#studio.documents.filter(({ history }) => history.partOf?.split === id);
	}

	// Opens the parts that are not open.
	#addParts(split: Split, pieces: readonly OpenedRecording[]): void {
		const open = new Set(this.#listParts(split).map(({ history }) => history.partOf?.index));
		pieces.forEach((piece, index) => {
			if (open.has(index)) return;
			this.#studio.add(piece, { history: createPartHistory(keep(piece), { split: split.id, index }) });
			this.#studio.playback.seek(0);
		});
	}

	// The recording whose split opened an unchanged part, if it was not edited since.
	#findWhole({ history: { partOf, index } }: OpenDocument): OpenDocument | null {
		if (partOf === undefined || index > 0) return null;
		return this.#studio.documents.find(({ history }) => getSplit(history)?.id === partOf.split) ?? null;
	}

	// One after the other: an edit starts from the result of the edit before.
	#run(act: (document: OpenDocument) => Promise<void>): Promise<void> {
		const { activeId } = this.#studio;
		if (activeId !== null) this.#pending = [...this.#pending, activeId];
		const done = this.#queue.then(async () => {
			const document = this.#studio.documents.find(({ id }) => id === activeId);
			if (document === undefined) return;
			if (document.isLive) {
				this.#studio.say('Takes can be edited when they have ended');
				return;
			}
			this.isRunning = true;
			await act(document).finally(() => {
				this.isRunning = false;
			});
		});
		this.#queue = done
			.catch(() => {})
			.finally(() => {
				const at = this.#pending.indexOf(activeId ?? -1);
				this.#pending = this.#pending.filter((_, i) => i !== at);
			});
		return done;
	}
}
