import type { Layout } from '../model/layout.ts';
import type { Slots } from '../model/order.ts';

/** Pre-wrap mode, post-wrap mode, number of keys (FORMAT.md, "Curves"). */
export const CURVE_HEADER_SIZE = 12;
/** Time and value. */
export const SIMPLE_KEY_SIZE = 8;
/** Time, value, two tangents, two weights, weighted mode. */
export const FULL_KEY_SIZE = 28;

/** Whether a slot holds a boolean curve. */
export function isBooleanSlot(slots: Slots, slot: number): boolean {
	return slot >= slots.firstBoolean && slot < slots.endBoolean;
}

/** Bytes of a key in the given slot. */
export function slotKeySize(slots: Slots, keys: Layout['keys'], slot: number): number {
	return keys === 'simple' || isBooleanSlot(slots, slot) ? SIMPLE_KEY_SIZE : FULL_KEY_SIZE;
}
