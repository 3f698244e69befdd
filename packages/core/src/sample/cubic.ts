import { hermiteLength, type SegmentKind, segmentKind } from '../curves/segment.ts';
import { FULL_STRIDE } from '../model/curve.ts';
import { type Group, keySign } from './group.ts';
import type { Place } from './timeline.ts';

/** Writes the segment of one component as a cubic in the seconds since its left key: four coefficients from `at` on. */
export function fillCubic(state: Float64Array, at: number, group: Group, component: number, place: Place): void {
	const { keys, words, stride } = group.curves[component]!;
	const { key, isHeld, isNowhere } = place;
	const left = key * stride;
	const right = left + stride;
	const sign = keySign(group, component, key);
	const y0 = isNowhere ? Number.NaN : (keys[left + 1] ?? 0) * sign;
	if (isHeld) {
		writeCubic(state, at, 'left', y0, 0, y0, 0, 1);
		return;
	}
	const nextSign = keySign(group, component, key + 1);
	const y1 = keys[right + 1]! * nextSign;
	const dx = keys[right]! - keys[left]!;
	if (stride !== FULL_STRIDE) {
		writeCubic(state, at, 'line', y0, 0, y1, 0, dx);
		return;
	}
	const m0 = keys[left + 3]!;
	const m1 = keys[right + 2]!;
	const kind = segmentKind(m0, keys[left + 5]!, words[left + 6]!, m1, keys[right + 4]!, words[right + 6]!);
	writeCubic(state, at, kind, y0, m0 * sign, y1, m1 * nextSign, dx);
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
