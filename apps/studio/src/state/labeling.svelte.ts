import type { Recording, Span, SpanTrack } from '@handreel/core';
import type { Editing } from './editing.svelte.ts';
import type { OpenDocument } from './recording-state.ts';

/** The track of the first label of a recording. */
const FIRST_TRACK = 'labels';
/** Labels that have a key. */
export const MAX_KEYS = 9;

/** What labels need from the rest of the page. */
interface LabelingSource {
	readonly active: OpenDocument | null;
	readonly editing: Pick<Editing, 'applyPlan'>;
	readonly playback: {
		readonly time: number;
		readonly isPlaying: boolean;
		readonly loop: { readonly start: number; readonly end: number } | null;
	};
	say(text: string): void;
}

/** A span that grows while the recording plays. */
export interface GrowingSpan {
	readonly id: number;
	readonly track: string;
	readonly label: string;
	readonly start: number;
}

/** The tracks of a recording that have labels. */
export function listSpanTracks({ tracks }: Recording): SpanTrack[] {
	return tracks.filter((track) => track.kind === 'spans');
}

/** Labels on spans of time. */
export class Labeling {
	/** The span that is selected, by track and index. */
	selected: { readonly track: string; readonly index: number } | null = $state.raw(null);
	growing: GrowingSpan | null = $state.raw(null);
	#wanted: string | null = $state(null);
	/** Labels in the order of their keys, once one was used. */
	#vocabulary: readonly string[] = $state.raw([]);
	readonly #source: LabelingSource;
	readonly tracks: readonly SpanTrack[] = $derived.by(() => {
		const { active } = this.#source;
		return active === null ? [] : listSpanTracks(active.stored.skeleton);
	});
	/** The name of the track that new labels go to. */
	readonly track: string = $derived.by(() => this.#wanted ?? this.tracks[0]?.name ?? FIRST_TRACK);
	readonly spans: readonly Span[] = $derived(this.tracks.find(({ name }) => name === this.track)?.spans ?? []);
	/** All labels, in the order of their keys and colors. */
	readonly names: readonly string[] = $derived.by(() => {
		const used = this.tracks.flatMap(({ spans }) => spans.map(({ label }) => label));
		return [...new Set([...this.#vocabulary, ...used])].filter((name) => name !== '');
	});

	constructor(source: LabelingSource) {
		this.#source = source;
	}

	/** Chooses the track that new labels go to. Dots would divide its name. */
	chooseTrack(name: string): void {
		const text = name.trim().replaceAll('.', ' ');
		this.#wanted = text === '' ? null : text;
		this.selected = null;
	}

	/** Adds a label to the keys. */
	learn(label: string): void {
		if (label !== '' && !this.#vocabulary.includes(label)) this.#vocabulary = [...new Set([...this.names, label])];
	}

	/** Labels the selected range. */
	add(label: string): void {
		const { loop } = this.#source.playback;
		if (loop === null) this.#source.say('Select a range first, or play and press the key of a label');
		else this.#add(this.track, { start: loop.start, end: loop.end, label });
	}

	/** The key or button of a label: it begins and ends a span during playback, and labels the selected range otherwise. */
	press(label: string): void {
		const { active, playback } = this.#source;
		if (active === null) return;
		if (!playback.isPlaying) {
			this.add(label);
			return;
		}
		const ended = this.growing?.label === label;
		this.finish();
		this.learn(label);
		if (!ended) this.growing = { id: active.id, track: this.track, label, start: playback.time };
	}

	/** Ends the span that grows. */
	finish(): void {
		const { growing } = this;
		const { active, playback } = this.#source;
		this.growing = null;
		if (growing === null || active?.id !== growing.id) return;
		const { track, label, start } = growing;
		// A loop ends a span.
		const end = playback.time >= start ? playback.time : Math.max(playback.loop?.end ?? active.end, start);
		if (end > start) this.#add(track, { start, end, label });
	}

	/** Changes a span, or removes it (`null`). */
	change(title: string, track: string, span: Span, changed: Partial<Span> | null): void {
		void this.#plan(title, track, (spans) => {
			const at = findSpan(spans, span);
			if (at < 0) return null;
			return changed === null ? spans.toSpliced(at, 1) : spans.with(at, { ...span, ...changed });
		});
		if (changed === null) this.selected = null;
		else if (changed.label !== undefined) this.learn(changed.label);
	}

	/** Removes the selected span. Returns `false` if none is. */
	removeSelected(): boolean {
		const { selected } = this;
		const span = this.tracks.find(({ name }) => name === selected?.track)?.spans[selected?.index ?? -1];
		if (selected === null || span === undefined) return false;
		this.change('Delete label', selected.track, span, null);
		return true;
	}

	#add(track: string, span: Span): void {
		this.learn(span.label);
		void this.#plan('Add label', track, (spans) => [...spans, span]);
	}

	// Edits wait for others, so the spans are those that the edit before has left.
	#plan(title: string, track: string, edit: (spans: readonly Span[]) => readonly Span[] | null): Promise<boolean> {
		return this.#source.editing.applyPlan(async ({ stored }) => {
			const given = stored.skeleton.tracks.find(({ name }) => name === track);
			if (given !== undefined && given.kind !== 'spans') {
				this.#source.say(`There is another track named ${track}`);
				return null;
			}
			const spans = edit(given?.spans ?? []);
			return spans && { title, edit: { kind: 'set-spans', track, spans } };
		});
	}
}

function findSpan(spans: readonly Span[], { start, end, label }: Span): number {
	return spans.findIndex((span) => span.start === start && span.end === end && span.label === label);
}
