import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { JITTER_DEFAULTS } from '../../src/device/mutations.ts';
import { REPLAY_DEFAULTS, readOptions } from '../../src/device/replay-options.ts';

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
		const check = (): unknown => readOptions(options);
		expect(check).toThrow(RangeError);
		expect(check).toThrow(text);
	});

	it.each([
		[{}],
		[REPLAY_DEFAULTS],
		[{ frameRate: 72, fieldOfViewDegrees: 100, radii: Array(25).fill(0.01), mutations: { trackingFrameRate: 30 } }],
		[{ frameRate: Number.MIN_VALUE, fieldOfViewDegrees: 179.9 }],
	])('%j are accepted and completed', (options) => {
		expect(readOptions(options)).toEqual({ ...REPLAY_DEFAULTS, ...options });
	});

	it('have their default if they are undefined', () => {
		const options = { frameRate: undefined, modes: undefined, palm: undefined } as object;
		expect(readOptions(options)).toEqual(REPLAY_DEFAULTS);
	});

	it.each([
		[{ selectWith: 'transient-pointer' }, "selectWith: 'transient-pointer' is for injected scripts"],
		[{ squeeze: 'grasp' }, "squeeze: 'grasp' is for injected scripts"],
		[{ framebuffer: 'opaque' }, "framebuffer: 'opaque' is for injected scripts"],
		[{ layers: true }, 'layers: true is for injected scripts; pass layersModule'],
	] as const)('%j are refused: functions have to be passed', (options, text) => {
		const check = (): unknown => readOptions(options);
		expect(check).toThrow(TypeError);
		expect(check).toThrow(text);
	});

	it('are documented with their defaults', () => {
		const { startDate, modes, refuse, ...defaults } = { ...REPLAY_DEFAULTS, ...JITTER_DEFAULTS };
		const source = ['device/replay-options', 'device/mutations', 'page/page-options'].map(readSource).join('');
		const undocumented = Object.entries(defaults).filter(([name, value]) => {
			const [, comment = ''] = new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\s*readonly ${name}\\?:`).exec(source) ?? [];
			return !describeDefault(value).some((text) => comment.includes(text));
		});
		expect(undocumented).toEqual([]);
		expect([modes.length, refuse.length]).toEqual([3, 0]);
		expect(new Date(startDate).toISOString()).toBe('2024-01-01T00:00:00.000Z');
	});
});

// The ways in which a comment may state a default.
function describeDefault(value: unknown): string[] {
	if (typeof value === 'string') return [`Default \`'${value}'\``, `\`'${value}'\` (default)`];
	if (!Array.isArray(value)) return [`Default ${value}.`, `Default ${value};`];
	return [`Default ${value.join(' by ')}.`, `Default \`[${value.map((item) => `'${item}'`).join(', ')}]\`.`];
}
