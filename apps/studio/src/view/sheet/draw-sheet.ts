import { findFrom, listSelected } from '../../state/dope-sheet.svelte.ts';
import type { ShownRow } from '../../state/sheet-rows.ts';
import type { KeyBox } from '../../worker/sheet-edits.ts';

/** Height of a row in CSS pixels. */
export const ROW = 20;
/** Height of the bar over the rows that spans the selected keys. */
export const BAR = 18;

/** Everything that the dope sheet shows. */
export interface SheetInput {
	readonly width: number;
	readonly height: number;
	/** Pixels by which the rows are scrolled. */
	readonly top: number;
	readonly range: readonly [start: number, end: number];
	readonly rows: readonly ShownRow[];
	readonly times: ReadonlyMap<string, Float32Array>;
	readonly boxes: readonly KeyBox[];
	/** Where selected keys are shown while they are dragged. */
	readonly move: (time: number) => number;
	readonly color: (name: string) => string;
}

/** Draws the rows in sight: a mark per key, or per pixel with keys. The result depends on the input only. */
export function drawSheet(context: CanvasRenderingContext2D, input: SheetInput): void {
	const { width, height, top, rows, color } = input;
	context.clearRect(0, 0, width, height);
	const first = Math.max(Math.floor((top - BAR) / ROW), 0);
	const last = Math.min(Math.ceil((top + height - BAR) / ROW), rows.length);
	for (let i = first; i < last; i++) {
		const y = BAR + i * ROW - top;
		context.fillStyle = color(rows[i]!.level === 1 ? '--hover' : '--lane');
		context.fillRect(0, y + 1, width, ROW - 2);
		drawRow(context, input, rows[i]!, y);
	}
}

function drawRow(context: CanvasRenderingContext2D, input: SheetInput, row: ShownRow, y: number): void {
	const { times, boxes, range, move, color } = input;
	const own = times.get(row.id);
	if (own === undefined) return;
	const selected = listSelected(row, boxes);
	const isPicked = (time: number): boolean => selected.some(([start, end]) => time >= start && time <= end);
	const hue = /left/i.test(row.id) ? '--left' : /right/i.test(row.id) ? '--right' : '--muted';
	const size = row.level === 1 ? 4 : 3;
	context.fillStyle = color(hue);
	drawMarks(
		context,
		input,
		own,
		findFrom(own, range[0]),
		(time) => (time > range[1] ? null : isPicked(time) ? Number.NaN : time),
		y,
		size,
	);
	context.fillStyle = color('--text');
	for (const [start, end] of selected) {
		drawMarks(context, input, own, findFrom(own, start), (time) => (time > end ? null : move(time)), y, size + 1);
	}
}

// Diamonds where there is room, and a bar per pixel where there is not. `place` returns NaN for a time that is not drawn, `null` at the end.
function drawMarks(
	context: CanvasRenderingContext2D,
	{ range, width }: SheetInput,
	times: Float32Array,
	from: number,
	place: (time: number) => number | null,
	y: number,
	size: number,
): void {
	const scale = width / (range[1] - range[0]);
	const middle = y + ROW / 2;
	let last = Number.NEGATIVE_INFINITY;
	let pending: number | null = null;
	const flush = (next: number): void => {
		if (pending === null) return;
		const isAlone = pending - last > size && next - pending > size;
		if (isAlone) {
			context.beginPath();
			context.moveTo(pending, middle - size);
			context.lineTo(pending + size, middle);
			context.lineTo(pending, middle + size);
			context.lineTo(pending - size, middle);
			context.fill();
		} else context.fillRect(pending - 1, middle - size, 2, size * 2);
		last = pending;
	};
	for (let i = from; i < times.length; i++) {
		const time = place(times[i]!);
		if (time === null) break;
		const x = Math.round((time - range[0]) * scale);
		if (Number.isNaN(x) || x < -size || x > width + size || x === pending) continue;
		flush(x);
		pending = x;
	}
	flush(Number.POSITIVE_INFINITY);
}
