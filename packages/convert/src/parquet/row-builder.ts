import type { Curve, RecordingParts, SpaceName } from '@handreel/core';
import { KeyStore } from '../common/key-store.ts';
import { createClampedWraps } from '../common/wraps.ts';
import { buildParts } from '../frames/build-parts.ts';
import { type Column, getColumnSign } from '../frames/columns.ts';

interface Keys {
	readonly store: KeyStore;
	readonly column: Column;
	readonly sign: number;
}

/** Builds a recording from the rows of a table. */
export class RowBuilder {
	readonly #space: SpaceName;
	readonly #keys = new Map<Column, Keys>();
	#lastTime = Number.NEGATIVE_INFINITY;

	constructor(space: SpaceName) {
		this.#space = space;
	}

	/** Checks the time of the next row. */
	addTime(time: number, fail: (reason: string) => never): void {
		if (!Number.isFinite(Math.fround(time))) fail(`${time} is not a time`);
		if (!(time > this.#lastTime)) fail(`${time} does not come after ${this.#lastTime}`);
		this.#lastTime = time;
	}

	/** Adds a key. */
	addValue(column: Column, time: number, value: number): void {
		let keys = this.#keys.get(column);
		if (keys === undefined) {
			keys = { store: new KeyStore(64), column, sign: getColumnSign(column, this.#space) };
			this.#keys.set(column, keys);
		}
		keys.store.pushFloat(Math.fround(time));
		keys.store.pushFloat(keys.sign * value);
	}

	/** Returns the parts that all rows make up. */
	finish(): RecordingParts {
		const curves = new Map<string, Curve>();
		for (const { store, column } of this.#keys.values()) {
			const curve = store.addCurve({ kind: column.kind, stride: 2, start: 0, ...createClampedWraps() });
			store.finish();
			curves.set(column.path, curve);
		}
		return buildParts(curves);
	}
}
