import type { Studio } from '../../state/studio.svelte.ts';

/** What an element listens to so that pointers on it move through time. */
export interface TimeGestures {
	readonly onpointerdown: (event: PointerEvent) => void;
	readonly onpointermove: (event: PointerEvent) => void;
	readonly onpointerup: (event: PointerEvent) => void;
	readonly onpointercancel: (event: PointerEvent) => void;
	readonly onwheel: (event: WheelEvent) => void;
}

/**
 * Dragging scrubs, with Shift it sets the loop; two fingers zoom. The wheel zooms, sideways or with Shift it shifts.
 *
 * `timeAt` tells the time at a horizontal place of the window. Playback waits while somebody scrubs.
 */
export function createTimeGestures(studio: Studio, timeAt: (clientX: number) => number): TimeGestures {
	/** Where the pointers are that are down. */
	const pointers = new Map<number, number>();
	/** Where a drag began; `null` after a second finger came, until all are lifted. */
	let dragFrom: number | null = null;
	let isLoop = false;

	const release = (event: PointerEvent): void => {
		pointers.delete(event.pointerId);
		dragFrom = null;
		studio.playback.isScrubbing = false;
	};
	return {
		onpointerdown(event) {
			if (event.button !== 0) return;
			// Fingers must not leave a pointer behind that hovers.
			if (event.pointerType !== 'mouse') event.preventDefault();
			(event.currentTarget as Element).setPointerCapture(event.pointerId);
			pointers.set(event.pointerId, event.clientX);
			dragFrom = pointers.size === 1 ? timeAt(event.clientX) : null;
			isLoop = event.shiftKey;
			studio.playback.isScrubbing = dragFrom !== null && !isLoop;
			if (dragFrom !== null && !isLoop) studio.playback.seek(dragFrom);
		},
		onpointermove(event) {
			const before = pointers.get(event.pointerId);
			if (before === undefined) return;
			pointers.set(event.pointerId, event.clientX);
			const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
			if (other !== undefined) {
				// What lies below the other finger stays there.
				const far = (x: number): number => Math.max(Math.abs(x - other), 8);
				studio.timeline.zoom(far(before) / far(event.clientX), timeAt(other));
			} else if (dragFrom !== null) {
				if (isLoop) studio.playback.setLoop(dragFrom, timeAt(event.clientX));
				else studio.playback.seek(timeAt(event.clientX));
			}
		},
		onpointerup: release,
		onpointercancel: release,
		onwheel(event) {
			event.preventDefault();
			const shift = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
			if (event.shiftKey || Math.abs(shift) > Math.abs(event.deltaY)) {
				const seconds = timeAt(shift) - timeAt(0);
				studio.timeline.setRange(studio.timeline.range[0] + seconds, studio.timeline.range[1] + seconds);
			} else studio.timeline.zoom(Math.exp(event.deltaY * 0.002), timeAt(event.clientX));
		},
	};
}
