import { WRAP_DEFAULT } from '../curves/wrap.ts';
import type { Curve } from '../model/curve.ts';
import type { PoseCurves, RayCurves } from '../model/recording.ts';
import { CubicBank } from './cubic-bank.ts';
import { type Group, groupCurves, type Role } from './group.ts';
import { hasKeys } from './has-keys.ts';
import { LineTable } from './line-table.ts';
import { writeDirection, writeRotation } from './normalize.ts';
import type { SampleOptions } from './options.ts';
import { POSE_STRIDE } from './scratch.ts';
import { WeightedBank } from './weighted-bank.ts';
import { writePoses, writeRawPoses, writeRay } from './write-lines.ts';

const UNITY_SIGNS: readonly number[] = [1, 1, 1, 1];
const WEBXR_VECTOR_SIGNS: readonly number[] = [1, 1, -1];
const WEBXR_ROTATION_SIGNS: readonly number[] = [-1, -1, 1, 1];

/** Some of a recording compiled for sampling: a pose, a ray, or the joints of a hand. */
export class Part {
	/** One entry a pose or ray: 1 if any of its curves has keys. */
	readonly present: Uint8Array;
	readonly #stride: number;
	readonly #isRaw: boolean;
	readonly #lines: LineTable;
	readonly #cubics: CubicBank;
	readonly #weighted: WeightedBank;
	/** Rotations and directions whose curves are not in lockstep: normalised after all components are there. */
	readonly #ragged: ReadonlyArray<{ readonly role: Role; readonly offset: number }>;

	constructor(items: ReadonlyArray<PoseCurves | RayCurves>, stride: number, options: SampleOptions) {
		const groups: Group[] = [];
		const ragged: { role: Role; offset: number }[] = [];
		this.#stride = stride;
		this.#isRaw = options.raw === true;
		this.present = Uint8Array.from(items, (item) => (hasKeys(item) ? 1 : 0));
		items.forEach((item, i) => {
			if (this.present[i] === 0) return;
			for (const { curves, role, offset } of listVectors(item)) {
				const at = i * stride + offset;
				const own = groupCurves(curves, role, at, signsFor(role, options), options);
				groups.push(...own);
				if (own.length > 1 && role !== 'plain' && options.raw !== true) ragged.push({ role, offset: at });
			}
		});
		const ofKind = (kind: Group['kind']): Group[] => sortByRole(groups.filter((group) => group.kind === kind));
		const { defaultWrap = WRAP_DEFAULT } = options;
		this.#lines = new LineTable(ofKind('line'), items.length * stride, defaultWrap);
		this.#cubics = new CubicBank(ofKind('cubic'), defaultWrap);
		this.#weighted = new WeightedBank(ofKind('weighted'), defaultWrap);
		this.#ragged = ragged;
	}

	/** Writes all values at a time from `base` on; NaN for what is absent. */
	sample(time: number, out: Float32Array, base: number): void {
		const lines = this.#lines;
		lines.seek(time);
		if (this.#stride !== POSE_STRIDE) writeRay(lines.values, lines.slopes, time, out, base, this.#isRaw);
		else if (this.#isRaw) writeRawPoses(lines.values, lines.slopes, time, out, base);
		else writePoses(lines.values, lines.slopes, time, out, base);
		this.#cubics.sample(time, out, base);
		this.#weighted.sample(time, out, base);
		for (let i = 0; i < this.#ragged.length; i++) {
			const { role, offset } = this.#ragged[i]!;
			const at = base + offset;
			if (role === 'rotation') writeRotation(out, at, out[at]!, out[at + 1]!, out[at + 2]!, out[at + 3]!);
			else writeDirection(out, at, out[at]!, out[at + 1]!, out[at + 2]!);
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

function signsFor(role: Role, { space }: SampleOptions): readonly number[] {
	if (space !== 'webxr') return UNITY_SIGNS;
	return role === 'rotation' ? WEBXR_ROTATION_SIGNS : WEBXR_VECTOR_SIGNS;
}

// Equal shapes side by side make the branches of the sampling loop predictable.
function sortByRole(groups: readonly Group[]): Group[] {
	return groups.toSorted((a, b) => a.role.localeCompare(b.role));
}
