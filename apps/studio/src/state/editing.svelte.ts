import type { Edit } from '../worker/edits.ts';
import type { EditPreview, OpenedRecording } from '../worker/protocol.ts';
import type { WorkerPool } from '../worker/worker-pool.ts';
import { explainError } from './explain-error.ts';
import { addVersion, createHistory, getRedoTitle, getUndoTitle, type History, keep } from './history.ts';
import type { OpenDocument } from './recording-state.ts';
import type { TaskList } from './task-list.svelte.ts';

/** Milliseconds without a change until an edit is measured. */
const PREVIEW_DELAY = 120;

/** What edits need from the rest of the page. */
interface EditingSource {
	readonly documents: readonly OpenDocument[];
	readonly activeId: number | null;
	readonly active: OpenDocument | null;
	readonly workers: WorkerPool;
	readonly tasks: TaskList;
	replace(id: number, opened: OpenedRecording, history: History): void;
	add(opened: OpenedRecording, fields: { readonly history: History }): unknown;
	say(text: string): void;
}

/** Edits of the active recording, with undo and redo. */
export class Editing {
	/** Whether an edit is running. The next edit waits for it. */
	isRunning: boolean = $state(false);
	/** What the edit of {@link measure} would change; `null` while it is measured. */
	preview: EditPreview | null = $state.raw(null);
	previewFailure: string = $state('');
	readonly undoTitle: string | null = $derived.by(
		() => this.#studio.active && getUndoTitle(this.#studio.active.history),
	);
	readonly redoTitle: string | null = $derived.by(
		() => this.#studio.active && getRedoTitle(this.#studio.active.history),
	);
	readonly #studio: EditingSource;
	#queue: Promise<unknown> = Promise.resolve();
	#measuring = new AbortController();

	constructor(studio: EditingSource) {
		this.#studio = studio;
	}

	/** Edits the active recording. `title` names the edit in undo and redo. Returns `false` if nothing changed. */
	async apply(title: string, edit: Edit): Promise<boolean> {
		let isChanged = false;
		await this.#run(async (document) => {
			const { workers, tasks } = this.#studio;
			const task = { kind: 'edit', name: document.label, address: null } as const;
			const request = { kept: keep(document), edit };
			const result = await tasks.run(task, (options) => workers.call('edit', request, options));
			if (result === null) return;
			if (result.opened === null) this.#studio.say(`${title}: nothing to change`);
			else {
				const version = { title, kept: keep(result.opened) };
				this.#studio.replace(document.id, result.opened, addVersion(document.history, version));
				this.#studio.say(result.remark === '' ? title : result.remark);
				isChanged = true;
			}
		});
		return isChanged;
	}

	undo(): Promise<void> {
		return this.#go(-1);
	}

	redo(): Promise<void> {
		return this.#go(1);
	}

	/** Splits the active recording at times. The pieces are opened as new recordings. */
	split(times: readonly number[]): Promise<void> {
		return this.#run(async (document) => {
			const { workers, tasks } = this.#studio;
			const task = { kind: 'edit', name: document.label, address: null } as const;
			const request = { kept: keep(document), times };
			const pieces = await tasks.run(task, (options) => workers.call('split', request, options));
			for (const piece of pieces ?? []) this.#studio.add(piece, { history: createHistory(keep(piece), false) });
		});
	}

	/** Measures what an edit would change. A later call replaces an earlier call. */
	async measure(edit: Edit | null): Promise<void> {
		this.#measuring.abort();
		this.#measuring = new AbortController();
		const { signal } = this.#measuring;
		const { active, workers } = this.#studio;
		this.preview = null;
		this.previewFailure = '';
		if (edit === null || active === null) return;
		await new Promise((done) => setTimeout(done, PREVIEW_DELAY));
		if (signal.aborted) return;
		try {
			this.preview = await workers.call('preview', { stored: active.stored, edit }, { signal });
		} catch (error) {
			if (!signal.aborted) this.previewFailure = explainError(error);
		}
	}

	#go(step: -1 | 1): Promise<void> {
		return this.#run(async (document) => {
			const { workers, tasks } = this.#studio;
			const { history } = document;
			const index = history.index + step;
			const version = history.versions[index];
			if (version === undefined) return;
			const task = { kind: 'edit', name: document.label, address: null } as const;
			const opened = await tasks.run(task, (options) => workers.call('show', version.kept, options));
			if (opened === null) return;
			this.#studio.replace(document.id, opened, { ...history, index });
			const title = step < 0 ? history.versions[history.index]?.title : version.title;
			this.#studio.say(`${step < 0 ? 'Undid' : 'Redid'}: ${title}`);
		});
	}

	// One after the other: an edit starts from the result of the edit before.
	#run(act: (document: OpenDocument) => Promise<void>): Promise<void> {
		const { activeId } = this.#studio;
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
		this.#queue = done.catch(() => {});
		return done;
	}
}
