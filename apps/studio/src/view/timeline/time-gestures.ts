import type { Studio } from '../../state/studio.svelte.ts';
import { Drag, holdVersion } from '../drag.svelte.ts';

/** Pixels from which on a range is dragged. */
const MIN_DRAG = 3;

/** Event handlers of an element with a time axis. */
export interface TimeGestures {
	readonly onpointerdown: (event: PointerEvent) => void;
	readonly onpointermove: (event: PointerEvent) => void;
	readonly onpointerup: (event: PointerEvent) => void;
	readonly onpointercancel: (event: PointerEvent) => void;
	readonly onwheel: (event: WheelEvent) => void;
}

/**
 * Dragging scrubs, with Shift it sets the loop, at frames unless Alt is pressed. Two fingers zoom. The wheel zooms; sideways or with Shift it scrolls.
 *
 * `timeAt` converts a horizontal position in the window to a time. Playback waits during scrubbing.
 */
export function createTimeGestures(studio: Studio, timeAt: (clientX: number) => number): TimeGestures {
	/** Horizontal positions of the pressed pointers by id. */
	const pointers = new Map<number, number>();
	/** The start time of a drag; `null` after a second finger is down, until all are lifted. */
	let dragFrom: number | null = null;
	const loopDrag = new Drag();

	const release = (event: PointerEvent): void => {
		pointers.delete(event.pointerId);
		dragFrom = null;
		studio.playback.isScrubbing = false;
	};
	const dragLoop = (event: PointerEvent): void => {
		const { playback } = studio;
		const { loop, isLooping } = playback;
		const place = (sent: PointerEvent): number => {
			const time = timeAt(sent.clientX);
			return sent.altKey ? time : playback.snap(time);
		};
		const from = place(event);
		const isVersion = holdVersion(studio);
		let isMoved = false;
		loopDrag.start(event, {
			isThere: isVersion,
			move: (sent) => {
				isMoved ||= Math.abs(sent.clientX - event.clientX) >= MIN_DRAG;
				if (isMoved) playback.setLoop(from, place(sent));
			},
			drop: () => {},
			cancel: () => {
				// Another recording or version has its own range.
				if (isMoved && isVersion()) playback.restoreLoop(loop, isLooping);
			},
		});
	};
	return {
		onpointerdown(event) {
			// A second finger has no part in the drag of a range.
			if (event.button !== 0 || loopDrag.isActive) return;
			// Otherwise the browser sends mouse events after a touch, and the plot shows a hover.
			if (event.pointerType !== 'mouse') event.preventDefault();
			if (event.shiftKey && pointers.size === 0) {
				dragLoop(event);
				return;
			}
			(event.currentTarget as Element).setPointerCapture(event.pointerId);
			pointers.set(event.pointerId, event.clientX);
			dragFrom = pointers.size === 1 ? timeAt(event.clientX) : null;
			studio.playback.isScrubbing = dragFrom !== null;
			if (dragFrom !== null) studio.playback.seek(dragFrom);
		},
		onpointermove(event) {
			const before = pointers.get(event.pointerId);
			if (before === undefined) return;
			pointers.set(event.pointerId, event.clientX);
			const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
			if (other !== undefined) {
				// The time under the other finger stays in place.
				const far = (x: number): number => Math.max(Math.abs(x - other), 8);
				studio.timeline.zoom(far(before) / far(event.clientX), timeAt(other));
			} else if (dragFrom !== null) studio.playback.seek(timeAt(event.clientX));
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
