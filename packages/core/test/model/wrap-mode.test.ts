import { createCurve, evaluateCurve, WRAP_MODES, type WrapMode } from '@handreel/core';
import { isRepeatingWrap, repeatKeyTime } from '@handreel/core/internal';
import { describe, expect, it } from 'vitest';
import { readWrapMode } from '../../src/model/wrap-mode.ts';

describe('wrap modes', () => {
	it('have the integers of the file', () => {
		for (const [name, mode] of Object.entries(WRAP_MODES)) {
			const curve = createCurve([0, 1], { preWrap: name as WrapMode, postWrap: mode });
			expect(curve).toMatchObject({ preWrap: mode, postWrap: mode });
		}
		expect(createCurve([])).toMatchObject({ preWrap: 8, postWrap: 8 });
	});

	it('are options by name and by number', () => {
		const curve = createCurve([0, 0, 1, 1], { preWrap: 'default', postWrap: 'default' });
		expect(evaluateCurve(curve, 1.25, { defaultWrap: 'ping-pong' })).toBe(0.75);
		expect(evaluateCurve(curve, 1.25, { defaultWrap: 'clamp-forever' })).toBe(1);
		expect(evaluateCurve(curve, 1.25, { defaultWrap: 'loop' })).toBe(evaluateCurve(curve, 1.25, { defaultWrap: 2 }));
		expect(evaluateCurve(curve, 1.25)).toBe(0.25);
		expect(readWrapMode(undefined, 'wrap')).toBe(0);
		expect(readWrapMode(13, 'wrap')).toBe(13);
	});

	it('repeat if they are Loop or PingPong, or Default without another default', () => {
		const modes = Object.values(WRAP_MODES);
		expect(modes.filter((mode) => isRepeatingWrap(mode))).toEqual([0, 2, 4]);
		expect(modes.filter((mode) => isRepeatingWrap(mode, WRAP_MODES.once))).toEqual([2, 4]);
		expect(isRepeatingWrap(13)).toBe(false);
	});

	it('play keys again in each pass', () => {
		expect([-1, 0, 1].map((pass) => repeatKeyTime(1, 0, 3, WRAP_MODES.loop, pass))).toEqual([-2, 1, 4]);
		expect([-1, 0, 1].map((pass) => repeatKeyTime(1, 0, 3, WRAP_MODES['ping-pong'], pass))).toEqual([-1, 1, 5]);
	});

	it('that do not exist are refused', () => {
		for (const mode of ['pingpong', 'toString']) {
			expect(() => createCurve([], { preWrap: mode as WrapMode })).toThrow(
				`preWrap: '${mode}' is not a wrap mode (default, once, loop, ping-pong, clamp-forever)`,
			);
		}
	});
});
