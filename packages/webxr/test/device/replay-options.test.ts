import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { JITTER_DEFAULTS } from '../../src/device/mutations.ts';
import { checkOptions, REPLAY_DEFAULTS } from '../../src/device/replay-options.ts';

function readSource(path: string): string {
	return readFileSync(new URL(`../../src/${path}.ts`, import.meta.url), 'utf8');
}

describe('options', () => {
	it.each([
		[{ frameRate: 0 }, 'frameRate: 0'],
		[{ frameRate: Number.POSITIVE_INFINITY }, 'frameRate: Infinity'],
		[{ mutations: { trackingFrameRate: 0 } }, 'mutations.trackingFrameRate: 0'],
		[{ fieldOfViewDegrees: 180 }, 'fieldOfViewDegrees: 180'],
		[{ radii: [0.01] }, 'radii: expected 25 numbers, one per joint, got 1'],
	])('%j are refused by name', (options, text) => {
		const check = (): void => checkOptions(options);
		expect(check).toThrow(RangeError);
		expect(check).toThrow(text);
	});

	it.each([
		[{}],
		[REPLAY_DEFAULTS],
		[{ frameRate: 72, fieldOfViewDegrees: 100, radii: Array(25).fill(0.01), mutations: { trackingFrameRate: 30 } }],
		[{ frameRate: Number.MIN_VALUE, fieldOfViewDegrees: 179.9 }],
	])('%j are accepted', (options) => {
		expect(() => checkOptions(options)).not.toThrow();
	});

	it('are documented with their defaults', () => {
		const { startDate, modes, refuse, radii, ...defaults } = { ...REPLAY_DEFAULTS, ...JITTER_DEFAULTS };
		const source = ['device/replay-options', 'device/mutations', 'page/page-options'].map(readSource).join('');
		const undocumented = Object.entries(defaults).filter(([name, value]) => {
			const [, comment = ''] = new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\s*readonly ${name}\\?:`).exec(source) ?? [];
			return !describeDefault(value).some((text) => comment.includes(text));
		});
		expect(undocumented).toEqual([]);
		expect([modes.length, refuse.length, radii.length]).toEqual([3, 0, 25]);
		expect(new Date(startDate).toISOString()).toBe('2024-01-01T00:00:00.000Z');
	});
});

// The ways in which a comment may state a default.
function describeDefault(value: unknown): string[] {
	if (typeof value === 'string') return [`Default \`'${value}'\``, `\`'${value}'\` (default)`];
	if (!Array.isArray(value)) return [`Default ${value}.`, `Default ${value};`];
	return [`Default ${value.join(' by ')}.`, `Default \`[${value.map((item) => `'${item}'`).join(', ')}]\`.`];
}
