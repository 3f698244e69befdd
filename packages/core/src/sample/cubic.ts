import { curveSegmentKind, hermiteLength, type SegmentKind } from '../curves/segment.ts';
import { FULL_STRIDE } from '../model/curve.ts';
import { type Group, keySign } from './group.ts';
import type { Place } from './timeline.ts';

/** Writes the segment of one component as a cubic in the seconds since its left key: four coefficients from `at` on. */
export function fillCubic(state: Float64Array, at: number, group: Group, component: number, place: Place): void {
	const curve = group.curves[component]!;
	const { floats, start, stride, count } = curve;
	const { key, isHeld, isNowhere } = place;
	const left = start + key * stride;
	const right = left + stride;
	const sign = keySign(group, component, key);
	const y0 = isNowhere ? Number.NaN : count === 0 ? 0 : floats[left + 1]! * sign;
	if (isHeld) {
		writeCubic(state, at, 'left', y0, 0, y0, 0, 1);
		return;
	}
	const nextSign = keySign(group, component, key + 1);
	const y1 = floats[right + 1]! * nextSign;
	const dx = floats[right]! - floats[left]!;
	if (stride !== FULL_STRIDE) writeCubic(state, at, 'line', y0, 0, y1, 0, dx);
	else {
		const kind = curveSegmentKind(curve, key);
		writeCubic(state, at, kind, y0, floats[left + 3]! * sign, y1, floats[right + 2]! * nextSign, dx);
	}
}

function writeCubic(
	state: Float64Array,
	at: number,
	kind: SegmentKind,
	y0: number,
	m0: number,
	y1: number,
	m1: number,
	dx: number,
): void {
	state[at] = kind === 'nan' ? Number.NaN : kind === 'right' ? y1 : y0;
	state[at + 1] = 0;
	state[at + 2] = 0;
	state[at + 3] = 0;
	if (kind === 'line') state[at + 1] = (y1 - y0) / dx;
	else if (kind === 'hermite') {
		const length = hermiteLength(dx);
		const chord = (y1 - y0) / length;
		state[at + 1] = m0;
		state[at + 2] = (3 * chord - 2 * m0 - m1) / length;
		state[at + 3] = (m0 + m1 - 2 * chord) / (length * length);
	}
}
