import { onDestroy, untrack } from 'svelte';
import type { Studio } from '../state/studio.svelte.ts';

/** What a drag does. */
export interface DragActions {
	readonly move: (event: PointerEvent) => void;
	/** The pointer was released: the drag takes effect. */
	readonly drop: () => void;
	/** The drag ends without effect. */
	readonly cancel: () => void;
	/** Whether what is dragged is still the same. */
	readonly isThere: () => boolean;
}

/**
 * Drags of one pointer at a time, which the pressed element captures. Escape, a canceled pointer, a release that was lost and
 * another recording or version under the pointer end a drag without effect, and so does the end of the component, in whose
 * script this is created.
 */
export class Drag {
	#listeners: AbortController | null = null;
	#actions: DragActions | null = null;

	constructor() {
		onDestroy(() => this.cancel());
	}

	get isActive(): boolean {
		return this.#actions !== null;
	}

	start(event: PointerEvent, actions: DragActions): void {
		this.cancel();
		const element = event.currentTarget as HTMLElement;
		const { pointerId } = event;
		this.#actions = actions;
		this.#listeners = new AbortController();
		const { signal } = this.#listeners;
		const listen = (type: 'pointermove' | 'pointerup' | 'pointercancel' | 'lostpointercapture', act: Listener): void =>
			element.addEventListener(type, (sent) => sent.pointerId === pointerId && act(sent), { signal });
		listen('pointermove', (sent) => {
			if (sent.buttons === 0 || !actions.isThere()) this.cancel();
			else actions.move(sent);
		});
		listen('pointerup', () => {
			if (actions.isThere()) this.#stop()?.drop();
			else this.cancel();
		});
		listen('pointercancel', () => this.cancel());
		// The element is gone, or another takes the pointer.
		listen('lostpointercapture', () => this.cancel());
		addEventListener('keydown', (sent) => this.#onKey(sent), { signal, capture: true });
		element.setPointerCapture(pointerId);
		const unwatch = $effect.root(() => {
			$effect(() => {
				if (!actions.isThere()) untrack(() => this.cancel());
			});
		});
		signal.addEventListener('abort', unwatch);
	}

	/** Ends the drag, if there is one, without effect. */
	cancel(): void {
		this.#stop()?.cancel();
	}

	#onKey(event: KeyboardEvent): void {
		if (event.key !== 'Escape') return;
		this.cancel();
		event.preventDefault();
		event.stopImmediatePropagation();
	}

	#stop(): DragActions | null {
		const actions = this.#actions;
		this.#actions = null;
		this.#listeners?.abort();
		return actions;
	}
}

type Listener = (event: PointerEvent) => void;

/**
 * Returns a function that returns whether the active recording is still the same and its present version was not undone. Takes
 * in progress have no versions.
 */
export function holdVersion(studio: Studio): () => boolean {
	const { active } = studio;
	const version = active?.history.versions[active.history.index];
	return () => {
		const now = studio.active;
		if (now === null || now.id !== active?.id || version === undefined) return false;
		if (active.isLive) return true;
		const place = now.history.versions.indexOf(version);
		return place >= 0 && place <= now.history.index;
	};
}
