import { createFrameSample } from '@handreel/core';
import { createVariants, PERFORMER_DEFAULTS, Performer } from '@handreel/core/perform';
import { describe, expect, it } from 'vitest';
import { playEverything } from '../support/performed-scripts.ts';

describe('a performer refuses', () => {
	const { left, right } = new Performer();
	it.each<[string, () => unknown, RegExp]>([
		[
			'points out of reach',
			() => right.reach([0, 1, 3]),
			/^reach: \[0, 1, 3\] is out of reach at 0\.12 s: the right wrist .* forward is \+z/,
		],
		[
			'arguments that are not points',
			() => right.reach([1, 2] as never),
			/^reach: expected a point \[x, y, z\] .* got \[1, 2\]/,
		],
		['NaN', () => left.moveTo([Number.NaN, 1, 1]), /^moveTo: expected a point/],
		['buttons without a controller', () => right.press('trigger'), /^down: the right side has no controller at/],
		[
			'hands that are hidden',
			() => new Performer().right.hide().pinch(),
			/^pinch: the right side has no hand .* show\(\)/,
		],
		[
			'unknown buttons',
			() => new Performer({ input: 'controllers' }).right.press('fire' as never),
			/^down: 'fire' is not one of trigger/,
		],
		['sticks beyond 1', () => new Performer({ input: 'controllers' }).right.stick(0, 2), /^stick: y is 2/],
		['unknown options', () => new Performer({ hight: 2 } as never), /^hight is not an option/],
		['bad numbers', () => new Performer({ eyeHeight: -1 }), /^eyeHeight: -1 is not a number from 0\.3 to 3/],
		['bad choices', () => new Performer({ space: 'gltf' as never }), /^space: 'gltf' is not one of unity, webxr/],
		['bad seeds', () => new Performer({ seed: 0.5 }), /^seed: 0\.5 is not an integer/],
		['parts that do not reach', () => right.reach([0.2, 1.2, 0.4], { with: 'toe' as never }), /^with: 'toe'/],
		['waiting backwards', () => right.wait(-1), /^wait: -1/],
		['times that are not finite', () => new Performer().sampleAt(Number.NaN, createFrameSample()), /^time: NaN/],
	])('%s', (_, run, message) => {
		expect(run).toThrow(message);
	});
});

describe('createVariants', () => {
	it('starts with the script as it is written and varies the rest', () => {
		const variants = createVariants(20, { seed: 7, space: 'webxr' });
		expect(variants).toHaveLength(20);
		expect(variants[0]).toEqual({ seed: 7, space: 'webxr' });
		for (const key of ['speed', 'handSize', 'eyeHeight', 'noise'] as const) {
			expect(new Set(variants.slice(1).map((options) => options[key])).size).toBe(19);
		}
		expect(variants.slice(1).every(({ space }) => space === 'webxr')).toBe(true);
		expect(variants.filter(({ leftHanded }) => leftHanded).length).toBeGreaterThan(0);
		expect(variants.filter(({ leftHanded }) => leftHanded).length).toBeLessThan(10);
	});

	it('takes undefined for an option as its default', () => {
		const [, given] = createVariants(2, { seed: undefined, speed: undefined, handSize: undefined });
		expect(given).toEqual(createVariants(2)[1]);
	});

	it('depends on the seed alone', () => {
		expect(createVariants(5, { seed: 2 })).toEqual(createVariants(5, { seed: 2 }));
		expect(createVariants(5, { seed: 2 })).not.toEqual(createVariants(5, { seed: 3 }));
	});

	it('lists the known performers', () => {
		for (const options of createVariants(12, { seed: 1 })) {
			const performer = new Performer(options);
			playEverything(performer);
			expect(performer.duration).toBeGreaterThan(5);
			expect(performer.settings.eyeHeight).toBeGreaterThan(PERFORMER_DEFAULTS.eyeHeight * 0.9);
		}
	});

	it('refuses invalid counts', () => {
		expect(() => createVariants(0)).toThrow('count: 0');
		expect(() => createVariants(1.5)).toThrow('count: 1.5 is not an integer');
	});
});
