import { findAxesMap, isUsual } from '../axes/find-convention.ts';
import { type MeasuredAxes, measureAxes } from '../axes/measure-axes.ts';
import { undoAxesMap } from '../axes/turn-axes.ts';
import type { Check } from './support/check.ts';

const PATH = 'hands';
/** A guess: two conventions may explain the same axes. */
const UNKNOWN_CONFIDENCE = 0.5;
const KNOWN_CONFIDENCE = 0.9;

/**
 * Converted data often keeps the axes of where it comes from. The anatomy of hands shows them: bones lie along an axis of their joints, fingers
 * bend toward the palm, which distinguishes a left hand from a right one, and hands have a size. Known conventions are named, each
 * with its source, in `axes/conventions.ts`. Hands that hardly bend, and joints whose axes do not lie along bones, show nothing.
 */
export const foreignAxes: Check = {
	code: 'foreign-axes',
	severity: 'warning',
	meaning: 'Joints have other axes, units or sides than those of OpenXR.',
	rule: 'in 64 frames at most, the bones of fingers lie along another axis of their joints than +z (−z in WebXR), or another one than +y points out of the back of the hand, within 32° on average; or a hand has the shape of the other one; or hands are as large as hands in centimeters or millimeters. The four fingers must be bent by 9° on average',
	remains: 'the axes of both hands have no common cause',
	find({ recording }, report) {
		const measured = recording.hands === null ? null : measureAxes(recording);
		if (measured === null || isUsual(measured)) return;
		const found = findAxesMap(measured);
		const name = found === null ? 'no convention explains them' : (found.convention?.title ?? 'no known convention');
		report({ path: PATH, text: `${describe(measured)}; ${name}` });
	},
	fix: {
		scope: 'vectors',
		does: 'turns joints, and all of the recording if its space is another one, scales it to meters, and swaps hands that are confused, with a confidence',
		how: 'axes, unit and sides were changed to those of OpenXR',
		fixRecording(recording, issues) {
			const measured = measureAxes(recording);
			const found = measured === null || isUsual(measured) ? null : findAxesMap(measured);
			if (found === null) return { recording, confidences: new Map() };
			const isSure = found.convention !== null && !found.isSwapped;
			const confidence = isSure ? KNOWN_CONFIDENCE : UNKNOWN_CONFIDENCE;
			return {
				recording: undoAxesMap(recording, found),
				confidences: new Map(issues.map(({ path }) => [path, confidence])),
			};
		},
	},
};

// In WebXR's space, which most software that reads hands has.
function describe({ unit, sides }: MeasuredAxes): string {
	const parts = Object.entries(sides).map(([side, { joints, isMirrored }]) => {
		const axes = joints === null ? 'no rotations' : `bones along ${joints[0]}, backs along ${joints[1]}`;
		return `${side} hand: ${axes}${isMirrored ? ', the shape of the other hand' : ''}`;
	});
	return `${parts.join('; ')}${unit === 'm' ? '' : `; lengths in ${unit}`} (in WebXR: -z, y)`;
}
