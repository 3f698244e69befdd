import { type Curve, createCurve, SIDES, type Side } from '@handreel/core';
import type { Column } from './columns.ts';

/**
 * The rows of a table in which a hand has joints. Tables of other programs rarely have a state of tracking, and leave the cells
 * of lost hands empty.
 */
export class SeenRows {
	readonly #rows: Readonly<Record<Side, boolean[]>> = { left: [], right: [] };

	/** Takes note of a value. */
	add({ source }: Column, row: number, value: number): void {
		if (source.section === 'joint' && Number.isFinite(value)) this.#rows[source.side][row] = true;
	}

	/** Adds the state of hands that have no such curve: a key at each change. */
	addStates(curves: Map<string, Curve>, times: Float32Array): void {
		for (const side of SIDES) {
			const path = `hands.${side}.tracked`;
			const rows = this.#rows[side];
			if (rows.length === 0 || curves.has(path)) continue;
			const keys: number[] = [];
			times.forEach((time, row) => {
				const state = Number(rows[row] ?? false);
				if (keys.at(-1) !== state) keys.push(time, state);
			});
			curves.set(path, createCurve(keys, { kind: 'boolean' }));
		}
	}
}
