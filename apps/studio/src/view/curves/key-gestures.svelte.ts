import type { Curve } from '@handreel/core';
import type uPlot from 'uplot';
import type { PlottedCurve } from '../../state/curve-plot.svelte.ts';
import type { PlottedKey } from '../../state/key-selection.svelte.ts';
import { moveTimes, type SelectedTimes } from '../../state/key-times.ts';
import type { Studio } from '../../state/studio.svelte.ts';
import { type CurveKeys, changeKeys, type KeyEntry } from '../../worker/key-edits.ts';
import { Drag, holdVersion } from '../drag.svelte.ts';
import { areKeysApart } from './draw-keys.ts';
import { dragHandle, type Handle, listHandles } from './key-handles.ts';
import { forEachKey } from './series.ts';

/** Pixels around a key or handle in which it is hit. */
const REACH = 7;
/** Pixels from which on a pointer is dragged. */
const MIN_DRAG = 3;

/** A rectangle in pixels inside of the axes. */
export interface Box {
	readonly left: number;
	readonly top: number;
	readonly width: number;
	readonly height: number;
}

/** Where keys are dragged from, in pixels inside of the axes and of the window. */
interface DragStart {
	/** The curves that were plotted. */
	readonly curves: readonly PlottedCurve[];
	readonly x: number;
	readonly y: number;
	readonly clientX: number;
	readonly clientY: number;
	isMoved: boolean;
}

type KeyDrag = DragStart &
	(
		| { readonly kind: 'box'; readonly adds: boolean }
		| { readonly kind: 'keys'; readonly key: PlottedKey; readonly scale: string; readonly adds: boolean }
		| { readonly kind: 'handle'; readonly handle: Handle }
	);

/** The change of keys that a drag would make. */
interface Change {
	readonly verb: string;
	/** The keys, if they are others than the selected keys. */
	readonly chosen?: readonly CurveKeys[];
	readonly entries: readonly KeyEntry[];
	/** The changed curves by path. */
	readonly curves: ReadonlyMap<string, Curve>;
	readonly times: SelectedTimes;
}

/**
 * Selecting and dragging keys in the plot. Dragging a key moves the selected keys, dragging a handle sets a slope. With Ctrl
 * (⌘ on a Mac), or while box selection is on, dragging selects the keys in a box. Handlers that return `true` have used the
 * event.
 */
export class KeyGestures {
	box: Box | null = $state.raw(null);
	/** What is shown until the edited curves arrive. */
	change: Change | null = $state.raw(null);
	readonly #studio: Studio;
	readonly #getPlot: () => uPlot | null;
	readonly #pointer: Drag = new Drag();
	#drag: KeyDrag | null = null;

	constructor(studio: Studio, getPlot: () => uPlot | null) {
		this.#studio = studio;
		this.#getPlot = getPlot;
	}

	/** The curve that is shown for a curve. */
	readonly find = (path: string, curve: Curve): Curve => this.change?.curves.get(path) ?? curve;

	/** The selection that is shown. */
	get selected(): SelectedTimes {
		return this.change?.times ?? this.#studio.keys.times;
	}

	listHandles(plot: uPlot): Handle[] {
		const isMoving = this.#drag?.kind === 'keys' && this.#drag.isMoved;
		return isMoving ? [] : listHandles(plot, this.#studio.plot.lines, this.#studio.keys.places, this.find);
	}

	/** Drops what is shown of an edit. */
	clear(): void {
		this.change = null;
		this.#studio.plot.ranges.isHeld = false;
	}

	start(event: PointerEvent): boolean {
		const plot = this.#getPlot();
		const { keys, plot: shown } = this.#studio;
		if (plot === null || event.button !== 0 || shown.showsSpeed || this.change !== null) return false;
		// A second finger has no part in a drag.
		if (this.#pointer.isActive) return true;
		const { clientX, clientY } = event;
		const { left, top } = plot.over.getBoundingClientRect();
		const [x, y] = [clientX - left, clientY - top];
		const isInside = x >= 0 && y >= 0 && x <= plot.over.clientWidth && y <= plot.over.clientHeight;
		if (!isInside) return false;
		const hasModifier = event.ctrlKey || event.metaKey;
		const handle = this.#findHandle(plot, x, y);
		const key = handle === null ? this.#findKey(plot, x, y) : null;
		// A number that is being entered is meant for the keys that are selected now.
		if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
		const base = { curves: shown.curves, x, y, clientX, clientY, isMoved: false };
		let drag: KeyDrag | null = null;
		if (handle !== null) drag = { ...base, kind: 'handle', handle };
		else if (key !== null) {
			const adds = event.shiftKey || hasModifier;
			if (adds) keys.toggle(key);
			else if (!keys.isSelected(key)) keys.select(key);
			const scale = shown.lines.find(({ path }) => path === key.path)?.scale ?? '';
			// A key that was removed from the selection is not dragged.
			if (keys.isSelected(key)) drag = { ...base, kind: 'keys', key, scale, adds };
		} else if (keys.isBoxing || hasModifier) {
			drag = { ...base, kind: 'box', adds: event.shiftKey || (keys.isBoxing && hasModifier) };
		} else return false;
		event.preventDefault();
		if (drag !== null) this.#start(event, drag);
		return true;
	}

	/** Whether a drag uses the moves of pointers. */
	get isDragging(): boolean {
		return this.#pointer.isActive;
	}

	#start(event: PointerEvent, drag: KeyDrag): void {
		const isVersion = holdVersion(this.#studio);
		this.#drag = drag;
		this.#pointer.start(event, {
			// The handle may be that of another key when other curves are plotted.
			isThere: () => isVersion() && (drag.kind !== 'handle' || drag.curves === this.#studio.plot.curves),
			move: (moved) => this.#move(drag, moved),
			drop: () => this.#drop(drag),
			cancel: () => {
				this.#drag = null;
				this.box = null;
				this.clear();
			},
		});
	}

	#move(drag: KeyDrag, event: PointerEvent): void {
		const plot = this.#getPlot();
		if (plot === null) return;
		// The plot itself may have moved, when the selection of a key showed its numbers.
		const [x, y] = [drag.x + event.clientX - drag.clientX, drag.y + event.clientY - drag.clientY];
		drag.isMoved ||= Math.hypot(x - drag.x, y - drag.y) >= MIN_DRAG;
		if (!drag.isMoved) return;
		if (drag.kind === 'box') this.box = spanBox(plot, drag, x, y);
		else if (drag.kind === 'keys') this.#moveKeys(plot, drag, x, y, !event.altKey);
		else this.#moveHandle(plot, drag.handle, x, y, !event.altKey);
	}

	#drop(drag: KeyDrag): void {
		const { keys } = this.#studio;
		this.#drag = null;
		if (drag.kind === 'box') {
			const plot = this.#getPlot();
			if (this.box !== null && plot !== null) this.#select(plot, this.box, drag.adds);
			else if (!drag.adds) keys.clear();
			this.box = null;
		}
		// A click on one of several selected keys selects it alone.
		if (drag.kind === 'keys' && !drag.isMoved && !drag.adds) keys.select(drag.key);
		if (this.change === null) return;
		const { verb, entries, chosen } = this.change;
		void keys.change(verb, entries, chosen).then((isChanged) => {
			if (!isChanged) this.clear();
		});
	}

	// Times snap to frames.
	#moveKeys(plot: uPlot, drag: KeyDrag & { kind: 'keys' }, x: number, y: number, snaps: boolean): void {
		const { frameTime } = this.#studio.playback;
		const seconds = plot.posToVal(x, 'x') - plot.posToVal(drag.x, 'x');
		const time = snaps ? Math.round(seconds / frameTime) * frameTime : seconds;
		const value = plot.posToVal(y, drag.scale) - plot.posToVal(drag.y, drag.scale);
		const entries: KeyEntry[] = [
			{ field: 'time', operation: 'add', number: time },
			{ field: 'value', operation: 'add', number: Math.abs(y - drag.y) < MIN_DRAG ? 0 : value },
		];
		const changes = entries.filter(({ number }) => number !== 0);
		this.#show('Move', changes);
	}

	#moveHandle(plot: uPlot, handle: Handle, x: number, y: number, joins: boolean): void {
		const keys = [{ path: handle.path, indices: Uint32Array.of(handle.index) }];
		this.#show('Change tangents of', dragHandle(plot, handle, x, y, joins && handle.isSmooth), keys);
	}

	#show(verb: string, entries: readonly KeyEntry[], chosen?: readonly CurveKeys[]): void {
		const { plot, keys: selection } = this.#studio;
		const keys = chosen ?? selection.places;
		if (entries.length === 0 || keys.length === 0) {
			this.clear();
			return;
		}
		// Otherwise the scale would move under the pointer.
		plot.ranges.isHeld = true;
		const curves = new Map(
			plot.curves.flatMap(({ path, curve }) => {
				const indices = keys.find((entry) => entry.path === path)?.indices;
				return indices === undefined ? [] : [[path, changeKeys(curve, indices, entries)] as const];
			}),
		);
		const times = moveTimes(selection.times, entries);
		this.change = { verb, chosen, entries, curves, times };
	}

	#select(plot: uPlot, { left, top, width, height }: Box, adds: boolean): void {
		const scales = new Map(this.#studio.plot.lines.map(({ path, scale }) => [path, scale]));
		this.#studio.keys.selectBox(
			[plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x')],
			(path) => {
				const scale = scales.get(path);
				return scale === undefined ? null : [plot.posToVal(top + height, scale), plot.posToVal(top, scale)];
			},
			adds,
		);
	}

	#findHandle(plot: uPlot, x: number, y: number): Handle | null {
		const handles = this.listHandles(plot);
		// A handle on its key would hide the key.
		const isApart = (handle: Handle): boolean => Math.hypot(handle.x - handle.keyX, handle.y - handle.keyY) > REACH;
		return handles.find((handle) => Math.hypot(handle.x - x, handle.y - y) <= REACH && isApart(handle)) ?? null;
	}

	// The key at a place, if keys are drawn there.
	#findKey(plot: uPlot, x: number, y: number): PlottedKey | null {
		const reach: [number, number] = [plot.posToVal(x - REACH, 'x'), plot.posToVal(x + REACH, 'x')];
		let found: PlottedKey | null = null;
		let nearest = Number.POSITIVE_INFINITY;
		for (const line of this.#studio.plot.lines) {
			if (!('curve' in line) || !areKeysApart(plot, line.curve, this.#studio.timeline.range)) continue;
			forEachKey(line.curve, reach, (time, value) => {
				const [dx, dy] = [plot.valToPos(time, 'x') - x, plot.valToPos(value, line.scale) - y];
				const distance = Math.hypot(dx, dy);
				if (Math.abs(dy) > REACH || distance >= nearest) return;
				nearest = distance;
				found = { path: line.path, time };
			});
		}
		return found;
	}
}

function spanBox(plot: uPlot, from: { readonly x: number; readonly y: number }, x: number, y: number): Box {
	const { clientWidth, clientHeight } = plot.over;
	const [endX, endY] = [Math.min(Math.max(x, 0), clientWidth), Math.min(Math.max(y, 0), clientHeight)];
	const [left, top] = [Math.min(from.x, endX), Math.min(from.y, endY)];
	return { left, top, width: Math.max(from.x, endX) - left, height: Math.max(from.y, endY) - top };
}
