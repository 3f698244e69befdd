const SLOTS = 256;
const LAST_SLOT = SLOTS - 1;
/** Slots that a typical segment takes: the wheel turns once while all but the longest end. */
const SLOTS_PER_SEGMENT = 64;

/**
 * Groups filed by the time at which their segments end, so that playback looks only at those whose time comes. Time goes
 * round a wheel of slots; each has a list of the groups that end in it, now or some turns later.
 */
export class EndWheel {
	/** The first group of each slot, −1 for none. */
	readonly #heads: Int32Array = new Int32Array(SLOTS).fill(-1);
	/** The group after each group in its slot. */
	readonly #nexts: Int32Array;
	readonly #slotsPerSecond: number;

	/** For so many groups with segments of about so many seconds. */
	constructor(groups: number, segment: number) {
		this.#nexts = new Int32Array(groups).fill(-1);
		this.#slotsPerSecond = SLOTS_PER_SEGMENT / segment;
	}

	/** Files a group. */
	add(g: number, end: number): void {
		const slot = this.slotAt(end) & LAST_SLOT;
		this.#nexts[g] = this.#heads[slot]!;
		this.#heads[slot] = g;
	}

	/** Forgets all groups. */
	clear(): void {
		this.#heads.fill(-1);
	}

	/** The number of the slot of a time, counted on from turn to turn. */
	slotAt(time: number): number {
		return Math.floor(time * this.#slotsPerSecond);
	}

	/** How many slots to look into from one to another: at most all of them. */
	countSlots(from: number, to: number): number {
		return to - from < LAST_SLOT ? to - from + 1 : SLOTS;
	}

	/** Empties a slot and gives its first group or −1; those that do not end yet have to be added again. */
	take(slot: number): number {
		const at = slot & LAST_SLOT;
		const g = this.#heads[at]!;
		this.#heads[at] = -1;
		return g;
	}

	/** The group after another in its slot, or −1. Ask before adding the other again. */
	after(g: number): number {
		return this.#nexts[g]!;
	}
}
