import type { Curve, Issue, RecordingParts, SpaceName } from '@handreel/core';
import type { ReadBudget } from '@handreel/core/internal';
import { KeyStore } from '../common/key-store.ts';
import { createClampedWraps } from '../common/wraps.ts';
import { buildParts } from '../frames/build-parts.ts';
import { type Column, getColumnSign, getFilePath } from '../frames/columns.ts';
import { SeenRows } from '../frames/seen-rows.ts';
import { placeRows, TimeColumn } from '../frames/time-column.ts';

/** Memory of a recording without keys, of a curve that is built, and of a key of a curve that grows. */
const RECORDING_BYTES = 0x1_0000;
const CURVE_BYTES = 1024;
const KEY_BYTES = 24;

interface Keys {
	readonly store: KeyStore;
	readonly column: Column;
	readonly sign: number;
}

/** Builds a recording from the rows of a table. */
export class RowBuilder {
	readonly #space: SpaceName;
	readonly #budget: ReadBudget;
	readonly #keys = new Map<Column, Keys>();
	readonly #rows = new TimeColumn();
	readonly #seen: SeenRows | null;

	/**
	 * With `derivesStates`, hands without states are tracked in the rows that have one of their joints. Throws `too-large`, as all
	 * methods do.
	 */
	constructor(space: SpaceName, budget: ReadBudget, derivesStates = false) {
		budget.chargeBytes(RECORDING_BYTES);
		this.#space = space;
		this.#seen = derivesStates ? new SeenRows() : null;
		this.#budget = budget;
	}

	/** The number of rows so far. */
	get rowCount(): number {
		return this.#rows.length;
	}

	/** Adds a row and returns its index. */
	addTime(time: number, fail: (reason: string) => never): number {
		return this.#rows.add(time, fail);
	}

	/** Adds a key. */
	addValue(column: Column, row: number, value: number): void {
		let keys = this.#keys.get(column);
		if (keys === undefined) {
			this.#budget.chargeBytes(CURVE_BYTES);
			keys = { store: new KeyStore(null, 64), column, sign: getColumnSign(column, this.#space) };
			this.#keys.set(column, keys);
		}
		this.#budget.chargeBytes(KEY_BYTES);
		keys.store.pushInteger(row);
		keys.store.pushFloat(keys.sign * value);
		this.#seen?.add(column, row, value);
	}

	/** Returns the parts that all rows make up. `fail` is called if times cannot be distinguished. */
	finish(fail: (reason: string) => never): { readonly parts: RecordingParts; readonly issues: readonly Issue[] } {
		const { times, info, issues } = this.#rows.settle((_, reason) => fail(reason));
		const curves = new Map<string, Curve>();
		for (const { store, column } of this.#keys.values()) {
			const curve = store.addCurve({ kind: column.kind, stride: 2, start: 0, ...createClampedWraps() });
			store.finish();
			placeRows(curve, times);
			curves.set(getFilePath(column, this.#space), curve);
		}
		this.#seen?.addStates(curves, times);
		return { parts: { ...buildParts(curves), info }, issues };
	}
}
