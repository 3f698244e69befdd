import { describe, expect, test } from 'vitest';
import {
	checkSettings,
	type ExportSettings,
	estimateVideoSize,
	getExportSize,
	listGifDelays,
	planFrames,
	widenView,
} from '../../src/state/export-plan.ts';
import { DEFAULT_VIEW, fitPoints, isInView } from '../../src/state/view-state.ts';

const SETTINGS: ExportSettings = {
	format: 'webm',
	range: 'all',
	width: 1280,
	height: 720,
	frameRate: 30,
	speed: 1,
	quality: 'good',
	background: 'dark',
	color: '#00ff00',
	view: DEFAULT_VIEW,
	fits: true,
};
const check = (change: Partial<ExportSettings>, end = 5): string[] => {
	const settings = { ...SETTINGS, ...change };
	return checkSettings(settings, planFrames({ start: 0, end }, settings)).map(
		({ severity, text }) => `${severity}: ${text}`,
	);
};

describe('planFrames', () => {
	test('has a frame per step of time, without the end', () => {
		const plan = planFrames({ start: 1, end: 3 }, SETTINGS);
		expect(plan).toEqual({ count: 60, frameRate: 30, start: 1, step: 1 / 30 });
		expect(plan.start + (plan.count - 1) * plan.step).toBeCloseTo(3 - 1 / 30, 12);
	});

	test.each([
		[0.5, 120],
		[2, 30],
		[0.25, 240],
	])('at speed %d has %d frames', (speed, count) => {
		expect(planFrames({ start: 0, end: 2 }, { ...SETTINGS, speed }).count).toBe(count);
	});

	test('has a frame for a recording without length', () => {
		expect(planFrames({ start: 0, end: 0 }, SETTINGS).count).toBe(1);
	});
});

test('the delays of a GIF keep up with its frame rate', () => {
	for (const frameRate of [7, 24, 30, 50]) {
		const delays = listGifDelays({ count: 300, frameRate, start: 0, step: 1 / frameRate });
		expect(delays.reduce((sum, delay) => sum + delay, 0)).toBe(Math.round(30_000 / frameRate));
		// Browsers play frames with a shorter delay at a tenth of a second.
		expect(Math.min(...delays)).toBeGreaterThanOrEqual(2);
		expect(Math.max(...delays) - Math.min(...delays)).toBeLessThanOrEqual(1);
	}
});

describe('checkSettings', () => {
	test('accepts usual settings', () => {
		expect(check({})).toEqual([]);
		expect(check({ format: 'gif', width: 320, height: 241 })).toEqual([]);
		expect(check({ format: 'png', width: 8192, height: 8192, frameRate: 0 })).toEqual([]);
	});

	test('names values that are out of range', () => {
		expect(check({ width: 0, height: 12.5 })).toEqual([
			'error: Width must be a whole number from 16 to 8192',
			'error: Height must be a whole number from 16 to 8192',
		]);
		expect(check({ frameRate: Number.NaN, speed: 100 })).toEqual([
			'error: Frame rate must be from 1 to 240',
			'error: Speed must be from 0.05 to 20',
		]);
		expect(check({ format: 'gif', frameRate: 60 })).toEqual(['error: Frame rate must be from 1 to 50']);
		expect(check({ format: 'svg', width: 100 })).toEqual(['error: Width must be a whole number from 320 to 8192']);
	});

	test('explains the limits of formats', () => {
		expect(check({ format: 'gif' }, 60)).toEqual([expect.stringContaining('warning: GIF files of this length')]);
		expect(check({ width: 641, height: 480 })).toEqual(['warning: Videos have even sizes: 640 × 480']);
		expect(check({ width: 3840, height: 2160, quality: 'best', frameRate: 60 }, 600)).toEqual([
			expect.stringContaining('error: This video may need more memory'),
		]);
	});
});

test('sizes of videos are even and follow from bits per pixel', () => {
	expect(getExportSize({ ...SETTINGS, width: 641, height: 481 })).toEqual({ width: 640, height: 480 });
	expect(getExportSize({ ...SETTINGS, format: 'png', width: 641, height: 481 })).toEqual({ width: 641, height: 481 });
	const plan = planFrames({ start: 0, end: 10 }, SETTINGS);
	// Frames, key frames and headers.
	const size = (1280 * 720 * 300 * 0.12) / 8;
	expect(estimateVideoSize(SETTINGS, plan)).toBeGreaterThan(size);
	expect(estimateVideoSize(SETTINGS, plan)).toBeLessThan(size * 1.2);
	const clear = { ...SETTINGS, background: 'transparent' } as const;
	const alphaSize = (1280 * 720 * 300 * 0.2) / 8;
	expect(estimateVideoSize(clear, plan) - estimateVideoSize(SETTINGS, plan)).toBeCloseTo(alphaSize, -1);
});

test('a narrow picture shows what the 3D view shows', () => {
	const points = Float32Array.from([-0.6, 1.2, -0.3, 0.6, 1.5, -0.2, 0, 1, -0.4]);
	const view = fitPoints({ ...DEFAULT_VIEW, azimuth: 0, elevation: 0 }, points, 16 / 9);
	expect(isInView(view, points, 9 / 16)).toBe(false);
	expect(isInView(widenView(view, 16 / 9, 9 / 16), points, 9 / 16)).toBe(true);
	expect(widenView(view, 1, 2)).toBe(view);
});
