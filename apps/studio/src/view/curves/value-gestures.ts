import type { ValueRanges } from '../../state/value-ranges.svelte.ts';
import { Drag } from '../drag.svelte.ts';
import { GUTTER, type ValueAxis } from './plot-axes.ts';

/** Handlers of the vertical axes. Handlers that return `true` have used the event. */
export interface ValueGestures {
	start(event: PointerEvent): boolean;
	/** Whether a drag uses the moves of pointers. */
	readonly isDragging: boolean;
	wheel(event: WheelEvent): boolean;
	/** Shows all values of the axis under the pointer. */
	fit(event: MouseEvent): void;
}

/** Where the axes are. */
interface AxisPlace {
	readonly host: HTMLElement;
	readonly axes: readonly ValueAxis[];
	/** Pixels above the plot. */
	readonly top: number;
}

/** Dragging an axis moves its range, and the wheel zooms it. With Alt, the wheel zooms all axes from anywhere in the plot. */
export function createValueGestures(ranges: ValueRanges, getPlace: () => AxisPlace): ValueGestures {
	const drag = new Drag();

	const findAxis = (event: MouseEvent): ValueAxis | null => {
		const { host, axes } = getPlace();
		const x = event.clientX - host.getBoundingClientRect().left;
		if (x >= GUTTER) return null;
		return axes.find(({ left }) => x >= left) ?? axes.at(-1) ?? null;
	};
	const measure = (): { readonly top: number; readonly height: number } => {
		const { host, top } = getPlace();
		const box = host.getBoundingClientRect();
		return { top: box.top + top, height: Math.max(box.height - top, 1) };
	};
	return {
		start(event) {
			// A second finger has no part in a drag.
			if (drag.isActive) return true;
			const axis = event.button === 0 ? findAxis(event) : null;
			if (axis === null) return false;
			let y = event.clientY;
			drag.start(event, {
				isThere: () => true,
				move: ({ clientY }) => {
					ranges.pan(axis.scale, (clientY - y) / measure().height);
					y = clientY;
				},
				drop: () => {},
				cancel: () => {},
			});
			return true;
		},
		get isDragging() {
			return drag.isActive;
		},
		wheel(event) {
			const axis = findAxis(event);
			if (axis === null && !event.altKey) return false;
			event.preventDefault();
			const { top, height } = measure();
			const share = Math.min(Math.max(1 - (event.clientY - top) / height, 0), 1);
			ranges.zoom(Math.exp((event.deltaY || event.deltaX) * 0.002), axis?.scale ?? null, share);
			return true;
		},
		fit(event) {
			const axis = findAxis(event);
			if (axis !== null) ranges.fit(axis.scale);
		},
	};
}
