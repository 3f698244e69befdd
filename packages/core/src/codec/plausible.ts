import type { ByteView } from '../bytes/view.ts';
import type { Layout } from '../model/layout.ts';
import type { Slots } from '../model/order.ts';
import { CURVE_HEADER_SIZE, FULL_KEY_SIZE, slotKeySize } from './header.ts';

// Values that no recorder writes show which of two readings is wrong (FORMAT.md, "Which layout is this?"): wrap modes
// outside 0–15, weighted modes outside 0–3, key times that decrease. Only files that fit both layouts or none get here, so
// looking at every key costs little.

const MAX_WRAP_MODE = 15;
const MAX_WEIGHTED_MODE = 3;

/** The curves of a file when it is read with one key size. */
export interface CurveRun {
	readonly keys: Layout['keys'];
	readonly slots: Slots;
	/** The offset of the first curve. */
	readonly start: number;
	/** The number of curves that fit. */
	readonly reached: number;
	/** The offset after them. */
	readonly end: number;
}

/** A value that no recorder writes. */
export interface Implausible {
	readonly byteOffset: number;
	readonly what: string;
}

/**
 * Returns the offset at which a reading stops making sense. Unlike {@link findImplausible} it counts times and weights that
 * are small integers read as floats: in the wrong reading headers look like that, and a cut file has few other signs.
 */
export function findNonsense(view: ByteView, run: CurveRun): number | null {
	let first: number | null = null;
	visitImplausible(
		view,
		run,
		0,
		(found) => {
			first = found.byteOffset;
			return false;
		},
		isSmallInteger,
	);
	return first;
}

/** Finds the first implausible value in the curves that fit and the curve after them, or in the latter only. */
export function findImplausible(view: ByteView, run: CurveRun, onlyAfter = false): Implausible | null {
	let first: Implausible | null = null;
	visitImplausible(view, onlyAfter ? { ...run, start: run.end } : run, onlyAfter ? run.reached : 0, (found) => {
		first = found;
		return false;
	});
	return first;
}

/** Counts the implausible values of the curves. */
export function countImplausible(view: ByteView, run: CurveRun): number {
	let count = 0;
	visitImplausible(view, run, 0, () => {
		count++;
		return true;
	});
	return count;
}

// Continues while `visit` returns true.
function visitImplausible(
	view: ByteView,
	run: CurveRun,
	firstSlot: number,
	visit: (found: Implausible) => boolean,
	isOdd?: (value: number) => boolean,
): void {
	const { keys, slots, reached } = run;
	let start = run.start;
	for (let slot = firstSlot; slot <= reached && slot < slots.count; slot++) {
		const keysStart = start + CURVE_HEADER_SIZE;
		if (keysStart > view.byteLength) return;
		for (let i = 0; i < 2; i++) {
			const mode = view.getInt32(start + i * 4, true);
			const isWrong = mode < 0 || mode > MAX_WRAP_MODE;
			if (isWrong && !visit({ byteOffset: start + i * 4, what: `wrap mode ${mode}` })) return;
		}
		const keySize = slotKeySize(slots, keys, slot);
		const count = Math.min(view.getInt32(start + 8, true), Math.floor((view.byteLength - keysStart) / keySize));
		let lastTime = Number.NEGATIVE_INFINITY;
		for (let i = 0; i < count; i++) {
			const offset = keysStart + i * keySize;
			const time = view.getFloat32(offset, true);
			if (!(time >= lastTime) && !visit({ byteOffset: offset, what: `key time ${time} after ${lastTime}` })) return;
			if (!Number.isNaN(time)) lastTime = time;
			if (isOdd?.(time) && !visit({ byteOffset: offset, what: `key time ${time}` })) return;
			if (keySize === FULL_KEY_SIZE) {
				for (const at of isOdd === undefined ? [] : [offset + 16, offset + 20]) {
					const weight = view.getFloat32(at, true);
					if (isOdd?.(weight) && !visit({ byteOffset: at, what: `weight ${weight}` })) return;
				}
				const mode = view.getInt32(offset + 24, true);
				const isWrong = mode < 0 || mode > MAX_WEIGHTED_MODE;
				if (isWrong && !visit({ byteOffset: offset + 24, what: `weighted mode ${mode}` })) return;
			}
		}
		start = keysStart + count * keySize;
	}
}

// Below the smallest normal float, and not 0.
function isSmallInteger(value: number): boolean {
	return value !== 0 && Math.abs(value) < 2 ** -126;
}
