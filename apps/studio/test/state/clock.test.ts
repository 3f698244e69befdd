import { fc, test as property } from '@fast-check/vitest';
import { PlaybackClock } from '@handreel/core/play';
import { describe, expect, test } from 'vitest';
import { advanceClock, seekClock } from '../../src/state/clock.ts';

const RECORDING = { start: 0, end: 5 };
const LOOP = { start: 1, end: 2 };

function playFrom(time: number, speed = 1): PlaybackClock {
	const clock = new PlaybackClock({ speed });
	seekClock(clock, time, RECORDING);
	clock.play();
	return clock;
}

describe('advanceClock', () => {
	test('stops at the end of the recording', () => {
		const clock = playFrom(4.9);
		expect(advanceClock(clock, 0.2, RECORDING, null)).toBe(5);
		expect(clock.isPlaying).toBe(false);
	});

	test('plays faster with a higher speed', () => {
		const clock = playFrom(1, 3);
		expect(advanceClock(clock, 0.5, RECORDING, null)).toBe(2.5);
		expect(clock.isPlaying).toBe(true);
	});

	test('continues from the start of a loop with the rest of the step', () => {
		const clock = playFrom(1.9);
		expect(advanceClock(clock, 0.35, RECORDING, LOOP)).toBeCloseTo(1.25);
		expect(clock.isPlaying).toBe(true);
	});

	test('loops the whole recording', () => {
		expect(advanceClock(playFrom(4.75), 0.5, RECORDING, RECORDING)).toBe(0.25);
	});

	test('ignores an empty loop', () => {
		const clock = playFrom(4.9);
		expect(advanceClock(clock, 1, RECORDING, { start: 2, end: 2 })).toBe(5);
		expect(clock.isPlaying).toBe(false);
	});

	test('adds many small steps exactly', () => {
		const clock = playFrom(0);
		for (let i = 0; i < 600; i++) advanceClock(clock, 1 / 120, RECORDING, RECORDING);
		expect(clock.time).toBe(0);
	});

	property.prop([fc.float({ min: 0, max: 5, noNaN: true }), fc.float({ min: 0, max: 100, noNaN: true })])(
		'never leaves a loop',
		(time, seconds) => {
			const next = advanceClock(playFrom(time), seconds, RECORDING, LOOP);
			expect(next).toBeGreaterThanOrEqual(1);
			expect(next).toBeLessThanOrEqual(2);
		},
	);
});

describe('seekClock', () => {
	test('leaves a loop, and stays in the recording', () => {
		const clock = playFrom(1.5);
		advanceClock(clock, 0.1, RECORDING, LOOP);
		expect(seekClock(clock, 4.321, RECORDING)).toBe(4.321);
		expect(seekClock(clock, 9, RECORDING)).toBe(5);
		expect(clock.isPlaying).toBe(true);
	});
});
