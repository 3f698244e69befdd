import { PlaybackClock, type PlaybackWrap } from '@handreel/core/play';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const WRAPS: readonly PlaybackWrap[] = ['once', 'loop', 'ping-pong', 'clamp-forever'];
const range = { start: 1, end: 3 };

function playing(options: ConstructorParameters<typeof PlaybackClock>[0] = {}): PlaybackClock {
	const clock = new PlaybackClock(options);
	clock.play();
	return clock;
}

describe('a playback clock', () => {
	it('moves by steps times speed, and only while it plays', () => {
		const clock = new PlaybackClock({ range, speed: 0.5 });
		expect([clock.advance(1), clock.isPlaying]).toEqual([1, false]);
		clock.play();
		expect(clock.advance(1)).toBe(1.5);
		clock.speed = -2;
		expect(clock.advance(0.125)).toBe(1.25);
		clock.pause();
		expect([clock.advance(1), clock.time]).toEqual([1.25, 1.25]);
	});

	it('has no end by default', () => {
		const clock = playing();
		expect([clock.advance(1e6), clock.isPlaying, clock.range]).toEqual([1e6, true, { start: 0, end: 2 ** 22 }]);
	});

	it('stays at the end after playing once, and plays again from the beginning', () => {
		const clock = playing({ range });
		expect([clock.advance(1.5), clock.hasEnded]).toEqual([2.5, false]);
		expect([clock.advance(1.5), clock.hasEnded, clock.isPlaying]).toEqual([3, true, false]);
		clock.play();
		expect([clock.time, clock.hasEnded, clock.advance(0.5)]).toEqual([1, false, 1.5]);
		clock.speed = -1;
		expect([clock.advance(9), clock.hasEnded]).toEqual([1, true]);
		clock.seek(2);
		expect([clock.hasEnded, clock.isPlaying]).toEqual([false, false]);
		clock.stop();
		expect(clock.time).toBe(3);
	});

	it.each([
		['loop', [2.5, 2, 1.5, 1]],
		['ping-pong', [2.5, 2, 1.5, 3]],
		['clamp-forever', [2.5, 3, 3, 3]],
	] as const)('continues with wrap %s', (wrap, times) => {
		const clock = playing({ range, wrap });
		expect([1.5, 1.5, 1.5, 1.5].map((step) => clock.advance(step))).toEqual(times);
		expect([clock.isPlaying, clock.hasEnded]).toEqual([true, false]);
	});

	it('seeks exactly, within the range', () => {
		const clock = playing({ range });
		for (const time of [2.5004, 1.1, 2 / 3 + 1]) expect([clock.seek(time), clock.time]).toEqual([time, time]);
		expect([clock.seek(-1), clock.seek(Number.POSITIVE_INFINITY)]).toEqual([1, 3]);
		clock.range = { start: 0.1, end: 0.7 };
		expect(clock.time).toBe(0.7);
	});

	it('ends exactly at the ends of a range between ticks', () => {
		const clock = playing({ range: { start: 0.1, end: 0.7 } });
		expect(clock.advance(1)).toBe(0.7);
		clock.speed = -1;
		clock.play();
		expect([clock.time, clock.advance(1)]).toEqual([0.7, 0.1]);
	});

	it('does not drift', () => {
		for (const frameRate of [24, 59.94, 60, 72, 90, 120]) {
			for (const speed of [1, 0.5, 3]) {
				const clock = playing({ speed });
				const count = Math.round(frameRate * 600);
				for (let i = 0; i < count; i++) clock.advance(1 / frameRate);
				expect(clock.time).toBeCloseTo((count / frameRate) * speed, 9);
			}
		}
		const clock = playing();
		for (let i = 0; i < 60; i++) clock.advance(1000 / 60 / 1000);
		expect(clock.time).toBe(1);
	});

	it('depends on the sum of the steps only, not on their order or on speeds that do not change', () => {
		const steps = fc.array(fc.double({ min: 0, max: 0.5, noNaN: true }), { minLength: 1, maxLength: 40 });
		const speeds = fc.double({ min: -4, max: 4, noNaN: true });
		fc.assert(
			fc.property(fc.constantFrom(...WRAPS), speeds, steps, (wrap, speed, list) => {
				const state = (order: readonly number[]): unknown => {
					const clock = playing({ range, wrap, speed });
					for (const step of order) {
						clock.speed = speed;
						clock.advance(step);
					}
					return [clock.time, clock.isPlaying, clock.hasEnded];
				};
				const whole = state([list.reduce((sum, step) => sum + step, 0)]);
				expect(state(list)).toEqual(whole);
				expect(state(list.toReversed())).toEqual(whole);
			}),
			{ seed: 41, numRuns: 300 },
		);
	});

	it.each([60, 72, 90, 120])('is the rounded sum of equal steps if it is exact: %i Hz', (frameRate) => {
		const step = 1000 / frameRate / 1000;
		for (const speed of [0.5, 1, 2]) {
			const clock = playing({ isExact: true, speed });
			const times = Array.from({ length: frameRate * 300 }, () => clock.advance(step));
			// A product is rounded once.
			expect(times).toEqual(times.map((_, i) => (i + 1) * (step * speed)));
		}
	});

	it('keeps exact sums across seeks, pauses and changes of speed', () => {
		const clock = playing({ isExact: true });
		const seek = (time: number) => (): unknown => clock.seek(time);
		const setSpeed = (speed: number) => (): unknown => Object.assign(clock, { speed });
		const resume = (): void => {
			clock.pause();
			clock.play();
		};
		const cuts = [seek(0.7), setSpeed(2), seek(2 / 3), resume, setSpeed(0.5), seek(1e4 / 3), setSpeed(1)];
		for (const frameRate of [60, 72, 90, 120]) {
			for (const cut of cuts) {
				cut();
				const start = clock.time;
				const times = Array.from({ length: 500 }, () => clock.advance(1 / frameRate));
				expect(times).toEqual(times.map((_, i) => start + (i + 1) * (clock.speed / frameRate)));
			}
		}
	});

	it('adds unequal steps without accumulating errors if it is exact', () => {
		const steps = [1 / 60, 1 / 72, 0.1, 1e-12, 1 / 90, 0.25, 1 / 3];
		const clock = playing({ isExact: true });
		// The steps as integers of 2^-100 s: their sum has no rounding errors.
		const unit = 2 ** 50;
		let sum = 0n;
		for (let i = 0; i < 7000; i++) {
			const step = steps[i % steps.length]!;
			sum += BigInt(step * unit * unit);
			expect(clock.advance(step)).toBe(Number(sum) / unit / unit);
		}
	});

	it('moves by less than a tick if it is exact', () => {
		const clock = playing({ isExact: true, range });
		expect(clock.advance(1e-12)).toBe(1 + 1e-12);
		expect(playing({ range }).advance(1e-12)).toBe(1);
	});

	it.each(WRAPS)('is at the same time within a tick if it is exact: %s', (wrap) => {
		const steps = fc.array(fc.double({ min: 0, max: 0.5, noNaN: true }), { minLength: 1, maxLength: 40 });
		const speeds = fc.double({ min: -4, max: 4, noNaN: true });
		fc.assert(
			fc.property(speeds, steps, fc.double({ min: 0.9, max: 3.1, noNaN: true }), (speed, list, from) => {
				const rounded = playing({ range, wrap, speed });
				const exact = playing({ range, wrap, speed, isExact: true });
				for (const clock of [rounded, exact]) clock.seek(from);
				for (const step of list) {
					expect(Math.abs(exact.advance(step) - rounded.advance(step))).toBeLessThanOrEqual(2 ** -30);
					expect([exact.isPlaying, exact.hasEnded]).toEqual([rounded.isPlaying, rounded.hasEnded]);
					expect(exact.time).toBeGreaterThanOrEqual(range.start);
					expect(exact.time).toBeLessThanOrEqual(range.end);
				}
			}),
			{ seed: 42, numRuns: 200 },
		);
	});

	it('rejects invalid arguments', () => {
		expect(() => new PlaybackClock({ speed: Number.NaN })).toThrow(/^speed: /);
		expect(() => new PlaybackClock({ wrap: 'bounce' as 'once' })).toThrow(/^wrap: 'bounce' is not one of once, loop/);
		expect(() => new PlaybackClock({ range: { start: 1, end: 0 } })).toThrow(/^range: /);
		const clock = playing();
		for (const step of [-0.1, Number.NaN, 2 ** 23]) expect(() => clock.advance(step)).toThrow(/^seconds: /);
		expect(() => clock.seek(Number.NaN)).toThrow(/^time: /);
		expect(() => {
			clock.range = { start: 0, end: Number.POSITIVE_INFINITY };
		}).toThrow(RangeError);
		expect(clock.range.end).toBe(2 ** 22);
	});
});
