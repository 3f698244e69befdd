import { describe, expect, it } from 'vitest';
import { chooseTolerances, parseTolerance } from '../../src/commands/tolerance-options.ts';

describe('--tolerance', () => {
	it.each([
		['1mm', { mm: 1 }],
		['0.2deg', { degrees: 0.2 }],
		['1mm,0.2deg', { mm: 1, degrees: 0.2 }],
		['.5 °, 2e-1 mm', { mm: 0.2, degrees: 0.5 }],
		['0mm', { mm: 0 }],
	])('%s is accepted', (text, sizes) => {
		expect(parseTolerance(text)).toEqual(sizes);
	});

	it.each(['', '1', 'mm', '-1mm', '1mm,2mm', '1m', '1mm,', '1..2mm', '1mm 2deg'])('%j is refused', (text) => {
		expect(() => parseTolerance(text)).toThrow(/^Must be/);
	});

	it('sets --mm and --degrees, which come first', () => {
		const [joint, head, gaze] = [0.002, 0.002, 0.002];
		const positions = { jointPosition: joint, headPosition: head, gazeOrigin: gaze };
		const angles = { jointRotationDegrees: 0.5, headRotationDegrees: 0.5, gazeDirectionDegrees: 0.5 };
		expect(chooseTolerances({ tolerance: { mm: 2, degrees: 0.5 } })).toEqual({ ...positions, ...angles });
		expect(chooseTolerances({ tolerance: { mm: 7, degrees: 0.5 }, mm: 2 })).toEqual({ ...positions, ...angles });
	});
});
