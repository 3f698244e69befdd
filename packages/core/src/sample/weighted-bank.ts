import { curveSegmentKind, leftWeight, rightWeight } from '../curves/segment.ts';
import { bernstein, solveWeightedNear } from '../curves/weighted.ts';
import {
	keyInTangent,
	keyInWeight,
	keyOutTangent,
	keyOutWeight,
	keyTime,
	keyValue,
	keyWeightedMode,
} from '../model/curve.ts';
import { Bank, STATE_HEAD, writeShape } from './bank.ts';
import { fillCubic } from './cubic.ts';
import { type Group, keySign } from './group.ts';
import type { Place } from './timeline.ts';

// For each component: whether it is weighted, four coefficients or control values, two weights, the last u.
const COMPONENT = 8;
const FIRST_COMPONENT = STATE_HEAD + 1;
const SIZE = FIRST_COMPONENT + 4 * COMPONENT;

/** Groups with weighted segments: where in its Bézier a component is has to be solved for each sample. */
export class WeightedBank extends Bank {
	constructor(groups: readonly Group[], defaultWrap: number) {
		super(groups, SIZE, defaultWrap);
	}

	sample(time: number, out: Float32Array, base: number): void {
		const { state, shapes, offsets } = this;
		for (let g = 0, at = 0; g < shapes.length; g++, at += SIZE) {
			if (!(time >= state[at]! && time < state[at + 1]!)) this.locate(g, time);
			const s = time - state[at + 2]!;
			const fraction = s / state[at + STATE_HEAD]!;
			const first = at + FIRST_COMPONENT;
			const x = this.#component(first, s, fraction);
			const y = this.#component(first + COMPONENT, s, fraction);
			const z = this.#component(first + 2 * COMPONENT, s, fraction);
			const w = this.#component(first + 3 * COMPONENT, s, fraction);
			writeShape(out, base + offsets[g]!, shapes[g]!, x, y, z, w);
		}
	}

	protected fill(group: Group, place: Place, at: number): void {
		const { state } = this;
		const { key, isHeld } = place;
		const [first] = group.curves;
		const dx = isHeld ? 1 : keyTime(first!, key + 1) - keyTime(first!, key);
		state[at] = dx;
		for (let c = 0; c < group.curves.length; c++) {
			const curve = group.curves[c]!;
			const component = at + 1 + c * COMPONENT;
			const isWeighted = !isHeld && curveSegmentKind(curve, key) === 'weighted';
			state[component] = isWeighted ? 1 : 0;
			if (!isWeighted) {
				fillCubic(state, component + 1, group, c, place);
				continue;
			}
			const sign = keySign(group, c, key);
			const nextSign = keySign(group, c, key + 1);
			const outWeight = leftWeight(keyOutWeight(curve, key), keyWeightedMode(curve, key));
			const inWeight = rightWeight(keyInWeight(curve, key + 1), keyWeightedMode(curve, key + 1));
			const y0 = keyValue(curve, key) * sign;
			const y1 = keyValue(curve, key + 1) * nextSign;
			state[component + 1] = y0;
			state[component + 2] = y0 + outWeight * dx * keyOutTangent(curve, key) * sign;
			state[component + 3] = y1 - inWeight * dx * keyInTangent(curve, key + 1) * nextSign;
			state[component + 4] = y1;
			state[component + 5] = outWeight;
			state[component + 6] = inWeight;
			state[component + 7] = 0.5;
		}
	}

	#component(at: number, s: number, fraction: number): number {
		const { state } = this;
		const c0 = state[at + 1]!;
		if (s === 0) return c0;
		if (state[at] === 0) return ((state[at + 4]! * s + state[at + 3]!) * s + state[at + 2]!) * s + c0;
		const u = solveWeightedNear(fraction, state[at + 5]!, state[at + 6]!, state[at + 7]!);
		state[at + 7] = u;
		return bernstein(u, c0, state[at + 2]!, state[at + 3]!, state[at + 4]!);
	}
}
