import { Bank, STATE_HEAD, writeShape } from './bank.ts';
import { fillCubic } from './cubic.ts';
import type { Group } from './group.ts';
import type { Place } from './timeline.ts';

const SIZE = STATE_HEAD + 4 * 4;

/** Groups with Hermite segments and steps: four coefficients for each component. */
export class CubicBank extends Bank {
	constructor(groups: readonly Group[], defaultWrap: number) {
		super(groups, SIZE, defaultWrap);
	}

	sample(time: number, out: Float32Array, base: number): void {
		const { state, shapes, offsets } = this;
		for (let g = 0, at = 0; g < shapes.length; g++, at += SIZE) {
			if (!(time >= state[at]! && time < state[at + 1]!)) this.locate(g, time);
			const s = time - state[at + 2]!;
			let x = state[at + 3]!;
			let y = state[at + 7]!;
			let z = state[at + 11]!;
			let w = state[at + 15]!;
			if (s !== 0) {
				x += ((state[at + 6]! * s + state[at + 5]!) * s + state[at + 4]!) * s;
				y += ((state[at + 10]! * s + state[at + 9]!) * s + state[at + 8]!) * s;
				z += ((state[at + 14]! * s + state[at + 13]!) * s + state[at + 12]!) * s;
				w += ((state[at + 18]! * s + state[at + 17]!) * s + state[at + 16]!) * s;
			}
			writeShape(out, base + offsets[g]!, shapes[g]!, x, y, z, w);
		}
	}

	protected fill(group: Group, place: Place, at: number): void {
		for (let c = 0; c < group.curves.length; c++) fillCubic(this.state, at + c * 4, group, c, place);
	}
}
