import type { DopeSheet } from '../../state/dope-sheet.svelte.ts';
import { findFrom } from '../../state/dope-sheet.svelte.ts';
import type { SheetRow } from '../../state/sheet-rows.ts';
import type { Studio } from '../../state/studio.svelte.ts';
import { type Drag, holdVersion } from '../drag.svelte.ts';

/** Pixels around a key in which it is hit. */
const REACH = 7;
/** Pixels from which on a pointer is dragged. */
const MIN_DRAG = 3;
const MIN_FACTOR = 0.01;

/** How selected keys are shown while they are dragged. */
export interface SheetMove {
	readonly seconds: number;
	readonly factor: number;
	readonly pivot: number;
}

/** A rectangle in pixels of the rows. */
export interface SheetBox {
	readonly left: number;
	readonly top: number;
	readonly width: number;
	readonly height: number;
}

/** What gestures need from the panel. */
export interface SheetView {
	readonly studio: Studio;
	readonly sheet: DopeSheet;
	readonly drag: Drag;
	timeAt(clientX: number): number;
	/** Pixels from the first row, of a vertical position in the window. */
	yAt(clientY: number): number;
	rowAt(y: number): SheetRow | null;
	/** Rows that a range of heights touches. */
	rowsIn(top: number, bottom: number): readonly SheetRow[];
	/** Seconds per pixel. */
	readonly perPixel: () => number;
	showMove(move: SheetMove | null): void;
	showBox(box: SheetBox | null): void;
	leftOf(clientX: number): number;
}

/**
 * Starts the drag of the selected keys if one of them is under the pointer, and otherwise of a box: keys may be so close that every place
 * is that of a key. A click selects a key, or nothing.
 */
export function dragRows(event: PointerEvent, view: SheetView): void {
	const { sheet } = view;
	const row = view.rowAt(view.yAt(event.clientY));
	const time = row === null ? null : findKey(view, row, event.clientX);
	const adds = event.shiftKey || event.ctrlKey || event.metaKey;
	if (row !== null && time !== null && !adds && sheet.isSelected(row, time)) {
		dragSelection(event, view, 'move');
		return;
	}
	dragBox(event, view, adds, () => {
		if (row !== null && time !== null) sheet.select([row], time, time, adds);
		else if (!adds) sheet.clear();
	});
}

/** Starts a drag that moves the selected keys, or that scales them from one end. */
export function dragSelection(event: PointerEvent, view: SheetView, part: 'move' | 'start' | 'end'): void {
	const { sheet, studio, drag } = view;
	const { span } = sheet;
	if (span === null) return;
	const { playback } = studio;
	const [start, end] = span;
	const from = view.timeAt(event.clientX);
	const isVersion = holdVersion(studio);
	const { boxes } = sheet;
	let move: SheetMove | null = null;
	drag.start(event, {
		isThere: () => isVersion() && sheet.boxes === boxes,
		move: ({ clientX, altKey }) => {
			if (move === null && Math.abs(clientX - event.clientX) < MIN_DRAG) return;
			const wanted = view.timeAt(clientX) - from;
			const seconds = altKey ? wanted : Math.round(wanted / playback.frameTime) * playback.frameTime;
			if (part === 'move') move = { seconds, factor: 1, pivot: start };
			else {
				const length = Math.max(end - start, 1e-6);
				const change = part === 'end' ? seconds : -seconds;
				move = {
					seconds: 0,
					factor: Math.max((length + change) / length, MIN_FACTOR),
					pivot: part === 'end' ? start : end,
				};
			}
			view.showMove(move);
		},
		drop: () => {
			const done = move;
			if (done === null) view.showMove(null);
			// Keys stay where they were dropped until the edited recording is there.
			else void sheet.move(done.seconds, done.factor, done.pivot).finally(() => view.showMove(null));
		},
		cancel: () => view.showMove(null),
	});
}

function dragBox(event: PointerEvent, view: SheetView, adds: boolean, click: () => void): void {
	const { sheet, drag, studio } = view;
	const [x, y] = [view.leftOf(event.clientX), view.yAt(event.clientY)];
	let box: SheetBox | null = null;
	const isVersion = holdVersion(studio);
	drag.start(event, {
		isThere: isVersion,
		move: ({ clientX, clientY }) => {
			const [toX, toY] = [view.leftOf(clientX), view.yAt(clientY)];
			if (box === null && Math.hypot(toX - x, toY - y) < MIN_DRAG) return;
			box = { left: Math.min(x, toX), top: Math.min(y, toY), width: Math.abs(toX - x), height: Math.abs(toY - y) };
			view.showBox(box);
		},
		drop: () => {
			view.showBox(null);
			if (box === null) {
				click();
				return;
			}
			const start = view.timeAt(event.clientX) + (box.left - x) * view.perPixel();
			sheet.select(view.rowsIn(box.top, box.top + box.height), start, start + box.width * view.perPixel(), adds);
		},
		cancel: () => view.showBox(null),
	});
}

// The time of the key of a row that is nearest to the pointer.
function findKey({ sheet, timeAt, perPixel }: SheetView, { id }: SheetRow, clientX: number): number | null {
	const times = sheet.times.get(id);
	if (times === undefined || times.length === 0) return null;
	const at = timeAt(clientX);
	const next = findFrom(times, at);
	const [before, after] = [times[next - 1] ?? Number.NEGATIVE_INFINITY, times[next] ?? Number.POSITIVE_INFINITY];
	const nearest = at - before < after - at ? before : after;
	return Math.abs(nearest - at) <= REACH * perPixel() ? nearest : null;
}
