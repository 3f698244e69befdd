import type { Curve } from '../model/curve.ts';
import { hasKeys, type PoseCurves, type RayCurves } from '../model/recording.ts';
import { readWrapMode } from '../model/wrap-mode.ts';
import { CubicTable } from './cubic-table.ts';
import { POSE_STRIDE, type SampleOptions } from './frame-sample.ts';
import { type Group, groupCurves, type Role } from './group.ts';
import { LineTable } from './line-table.ts';
import { DEFAULT_SPACE, SPACES } from './spaces.ts';
import { WeightedTable } from './weighted-table.ts';
import {
	writeCubicPoses,
	writeCubics,
	writeLinePoses,
	writeLines,
	writeRawLinePoses,
	writeUnitVectors,
} from './write-poses.ts';

/** A pose, a ray, or the joints of a hand, compiled for sampling. */
export interface SampledPart {
	/** One entry per pose or ray: 1 if any of its curves has keys. */
	readonly present: Uint8Array;
	/** Writes which poses or rays are present. */
	writePresent(out: Uint8Array): void;
	/** Writes all values at a time; NaN for absent poses or rays. */
	sample(time: number, out: Float32Array): void;
	/** Writes a row of all values for each time. */
	bake(times: Float64Array, out: Float32Array): void;
}

/** The implementation in TypeScript. */
export class Part implements SampledPart {
	readonly present: Uint8Array;
	/** The simplest table for the curves, usually lines. */
	readonly table: LineTable | CubicTable | WeightedTable;
	/** The first outputs of rotations and directions that are brought to unit length. */
	readonly rotations: Int32Array;
	readonly directions: Int32Array;
	/** Poses have their own loops; those for cubics need the curves of each vector in lockstep. */
	readonly #hasPoses: boolean;
	readonly #isLockstep: boolean;
	readonly #isRaw: boolean;
	readonly #stride: number;

	/** Items that are `null` are absent. */
	constructor(items: ReadonlyArray<PoseCurves | RayCurves | null>, stride: number, options: SampleOptions) {
		this.present = Uint8Array.from(items, (item) => (item !== null && hasKeys(item) ? 1 : 0));
		const { axes, vector, rotation } = SPACES[options.space ?? DEFAULT_SPACE];
		const groups: Group[] = [];
		const normalized: { role: Role; offset: number }[] = [];
		items.forEach((item, i) => {
			if (item === null || this.present[i] === 0) return;
			for (const { curves, role, offset } of listVectors(item)) {
				const at = i * stride + offset;
				const moved = curves.map((_, component) => curves[axes[component]!]!);
				groups.push(...groupCurves(moved, role, at, role === 'rotation' ? rotation : vector, options));
				if (role !== 'plain' && options.raw !== true) normalized.push({ role, offset: at });
			}
		});
		const offsetsOf = (wanted: Role): Int32Array =>
			Int32Array.from(
				normalized.filter(({ role }) => role === wanted),
				({ offset }) => offset,
			);
		this.rotations = offsetsOf('rotation');
		this.directions = offsetsOf('direction');
		const defaultWrap = readWrapMode(options.defaultWrap, 'defaultWrap');
		const outputs = items.length * stride;
		this.#stride = outputs;
		const kinds = new Set(groups.map((group) => group.kind));
		if (kinds.has('weighted')) this.table = new WeightedTable(groups, outputs, defaultWrap);
		else if (kinds.has('cubic')) this.table = new CubicTable(groups, outputs, defaultWrap);
		else this.table = new LineTable(groups, outputs, defaultWrap);
		this.#hasPoses = stride === POSE_STRIDE;
		this.#isLockstep = groups.every((group) => group.curves.length > 1);
		this.#isRaw = options.raw === true;
	}

	writePresent(out: Uint8Array): void {
		out.set(this.present);
	}

	sample(clock: number, out: Float32Array): void {
		const table = this.table;
		// Non-finite times hold values, so any finite time will do. Adding 0 turns −0 into 0.
		const time = Number.isFinite(clock) ? clock + 0 : 0;
		table.seek(clock);
		if (table instanceof LineTable) {
			if (this.#hasPoses) {
				if (this.#isRaw) writeRawLinePoses(table, time, out);
				else writeLinePoses(table, time, out);
				return;
			}
			writeLines(table, time, out);
		} else if (table instanceof CubicTable) {
			if (this.#hasPoses && this.#isLockstep) writeCubicPoses(table, time, out);
			else writeCubics(table, time, out);
		} else table.write(time, out);
		writeUnitVectors(table, time, out, this.rotations, this.directions);
	}

	bake(times: Float64Array, out: Float32Array): void {
		const row = new Float32Array(this.#stride);
		for (let i = 0; i < times.length; i++) {
			this.sample(times[i]!, row);
			out.set(row, i * this.#stride);
		}
	}
}

interface Vector {
	readonly curves: readonly Curve[];
	readonly role: Role;
	readonly offset: number;
}

function listVectors(item: PoseCurves | RayCurves): [Vector, Vector] {
	if ('position' in item) {
		const { position: p, rotation: q } = item;
		return [
			{ curves: [p.x, p.y, p.z], role: 'plain', offset: 0 },
			{ curves: [q.x, q.y, q.z, q.w], role: 'rotation', offset: 3 },
		];
	}
	const { origin: o, direction: d } = item;
	return [
		{ curves: [o.x, o.y, o.z], role: 'plain', offset: 0 },
		{ curves: [d.x, d.y, d.z], role: 'direction', offset: 3 },
	];
}
