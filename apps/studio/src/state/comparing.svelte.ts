import type { CompareSettings, OverlayRecording } from '../worker/protocol.ts';
import type { WorkerPool } from '../worker/worker-pool.ts';
import type { CurvePlot } from './curve-plot.svelte.ts';
import { explainError } from './explain-error.ts';
import type { ComparisonState, OpenDocument } from './recording-state.ts';

const NO_SETTINGS: CompareSettings = { offset: 0, isAligned: false };

/** What a comparison needs from the rest of the page. */
interface ComparingSource {
	readonly documents: readonly OpenDocument[];
	readonly active: OpenDocument | null;
	readonly plot: Pick<CurvePlot, 'loadOther'>;
	readonly scene: { reveal(): void };
	readonly editing: { readonly overlay: OverlayRecording | null };
	say(text: string): void;
}

/** The comparison of the active recording with another recording, which is drawn over it. */
export class Comparing {
	state: ComparisonState | null = $state.raw(null);
	/** The other recording. */
	readonly document: OpenDocument | null = $derived.by(() => {
		const id = this.state?.b;
		return this.#source.documents.find((entry) => entry.id === id) ?? null;
	});
	/** What is drawn over the active recording: the preview of an edit, or the other recording. */
	readonly overlay: OverlayRecording | null = $derived.by(
		() => this.#source.editing.overlay ?? this.state?.moved ?? this.document,
	);
	/** Whether the overlay is the preview of an edit. */
	readonly isPreview: boolean = $derived.by(() => this.#source.editing.overlay !== null);
	readonly #source: ComparingSource;
	readonly #workers: WorkerPool;
	#job: AbortController = new AbortController();

	constructor(source: ComparingSource, workers: WorkerPool) {
		this.#source = source;
		this.#workers = workers;
	}

	/** Draws another recording over the active recording and measures the deviation. */
	async start(id: number, settings: CompareSettings = NO_SETTINGS): Promise<void> {
		const { active, documents } = this.#source;
		const other = documents.find((entry) => entry.id === id);
		const before = this.state?.b === id ? this.state : null;
		this.#job.abort();
		if (active === null || other === undefined) {
			this.stop();
			return;
		}
		// The old overlay stays until the new overlay is there.
		const pending: ComparisonState = {
			...(before ?? { moved: null }),
			a: active.id,
			b: id,
			settings,
			result: null,
			lane: null,
		};
		this.state = pending;
		this.#job = new AbortController();
		const { signal } = this.#job;
		if (before === null) {
			this.#source.scene.reveal();
			this.#source.plot.loadOther();
		}
		try {
			const request = { a: active.stored, b: other.stored, settings };
			const compared = await this.#workers.call('compare', request, { signal });
			this.state = { ...pending, ...compared };
			this.#source.plot.loadOther();
		} catch (error) {
			if (signal.aborted) return;
			this.state = null;
			this.#source.plot.loadOther();
			this.#source.say(`Could not compare: ${explainError(error)}`);
		}
	}

	/** Compares again with other settings. */
	change(settings: Partial<CompareSettings>): void {
		if (this.state !== null) void this.start(this.state.b, { ...this.state.settings, ...settings });
	}

	/** Compares again after one of the recordings changed. */
	refresh(id: number): void {
		const { state } = this;
		if (state !== null && (state.a === id || state.b === id)) void this.start(state.b, state.settings);
	}

	stop(): void {
		this.#job.abort();
		if (this.state === null) return;
		this.state = null;
		this.#source.plot.loadOther();
	}
}
