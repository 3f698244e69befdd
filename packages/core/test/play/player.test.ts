import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	createCurve,
	createFrameSample,
	createRecording,
	createSampler,
	type Recording,
	readRecording,
} from '@handreel/core';
import { listKeyTimes } from '@handreel/core/internal';
import { Player } from '@handreel/core/play';
import { createSimdSampler } from '@handreel/core/simd';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { FORWARD, playing, recording, x } from '../support/play-short-recording.ts';

const BACKWARD = ['marker end', 'left tracked', 'marker middle', 'left release', 'left lost', 'marker start'];
describe('a player', () => {
	it('plays, pauses, and resumes, and moves only when advanced', () => {
		const { player } = playing();
		expect([player.time, player.isPlaying, x(player)]).toEqual([0, true, 0]);
		expect(player.advance(0.25)).toBe(player.frame);
		expect([player.time, x(player)]).toEqual([0.25, 0.25]);
		player.pause();
		player.advance(1);
		expect([player.time, player.isPlaying]).toEqual([0.25, false]);
		player.play();
		player.advance(0.5);
		expect([player.time, player.frame.time, x(player)]).toEqual([0.75, 0.75, 0.75]);
		expect(player.frame.hands.left.tracked).toBe(true);
	});

	it('goes back to the beginning when stopped', () => {
		const { player, log } = playing();
		player.advance(0.75);
		log.length = 0;
		player.stop();
		expect([player.time, player.isPlaying, x(player), log]).toEqual([0, false, 0, []]);
	});

	it('plays with another sampler, such as the SIMD sampler', () => {
		const file = readRecording(readFileSync(join(root, 'fixtures/recorded/mrtk-2.8.3-full-5s.bin')));
		const spaces: unknown[] = [];
		const simd = new Player(file, {
			space: 'webxr',
			createSampler: (given, options) => {
				spaces.push(options.space);
				return createSimdSampler(given, options);
			},
		});
		expect(spaces).toEqual(['webxr']);
		expect(simd.seek(2.2)).toEqual(new Player(file, { space: 'webxr' }).seek(2.2));
	});

	it('returns the frames of a sampler, in WebXR space as well', () => {
		const file = readRecording(readFileSync(join(root, 'fixtures/recorded/mrtk-2.8.3-full-5s.bin')));
		const player = new Player(file, { space: 'webxr' });
		const sampler = createSampler(file, { space: 'webxr' });
		player.play();
		for (let i = 1; i < 200; i++) {
			const frame = player.advance(1 / 64);
			expect(frame).toEqual(sampler.sampleFrame(i / 64, createFrameSample()));
		}
	});

	it('seeks within the recording without events', () => {
		const { player, log } = playing();
		expect(player.seek(1.75)).toBe(player.frame);
		expect([player.time, x(player)]).toEqual([1.75, 1.75]);
		player.seek(-5);
		expect(player.time).toBe(0);
		player.seek(99);
		expect([player.time, player.isPlaying, log]).toEqual([2, true, []]);
		player.seek(1.1);
		expect([player.time, x(player)]).toEqual([1.1, Math.fround(1.1)]);
		expect(() => player.seek(Number.NaN)).toThrow(RangeError);
	});

	it('plays at any speed, forwards and backwards', () => {
		const { player } = playing({ speed: 0.5 });
		player.advance(1);
		expect(player.time).toBe(0.5);
		player.speed = 3;
		player.advance(0.25);
		expect(player.time).toBe(1.25);
		player.speed = -1;
		player.advance(0.5);
		expect(player.time).toBe(0.75);
		player.speed = 0;
		player.advance(100);
		expect([player.time, player.speed]).toEqual([0.75, 0]);
		expect(new Player(recording, { speed: -1 }).time).toBe(2);
	});

	it('rejects invalid arguments', () => {
		const { player } = playing();
		for (const step of [-0.1, Number.NaN, Number.POSITIVE_INFINITY]) {
			expect(() => player.advance(step)).toThrow(/seconds/);
			player.pause();
			expect(() => player.advance(step)).toThrow(RangeError);
		}
		expect(() => new Player(recording, { speed: Number.NaN })).toThrow(RangeError);
		expect(() => new Player(recording, { wrap: 'bounce' as 'once' })).toThrow(TypeError);
		expect(() => new Player(recording, { range: { start: 1, end: 0 } })).toThrow(RangeError);
		expect(() => player.stepKeys(0.5)).toThrow(RangeError);
		for (const time of [Number.NaN, undefined as unknown as number]) {
			expect(() => player.seek(time)).toThrow(/^time: /);
			expect(player.time).not.toBeNaN();
		}
		expect(() => player.on('markers' as 'marker', () => {})).toThrow(/^type: 'markers' is not one of ended,/);
		const endless = createRecording({ head: { position: { x: createCurve([Number.POSITIVE_INFINITY, 1]) } } });
		expect(() => new Player(endless)).toThrow(RangeError);
		expect(new Player(endless, { range: { start: 0, end: 1 } }).time).toBe(0);
	});

	it('plays an empty recording', () => {
		const { player, log } = playing({}, createRecording({}));
		player.advance(1);
		expect([player.time, player.isPlaying, log]).toEqual([0, false, ['ended 0']]);
		for (const wrap of ['loop', 'ping-pong', 'clamp-forever'] as const) {
			const other = playing({ wrap }, createRecording({}));
			other.player.advance(1);
			expect([other.player.time, other.player.isPlaying, other.log]).toEqual([0, true, []]);
		}
	});
});

describe('at the end', () => {
	it('once stops and goes back to the beginning', () => {
		const { player, log } = playing();
		player.advance(50);
		expect([player.time, player.isPlaying, x(player)]).toEqual([0, false, 0]);
		expect(log).toEqual([...FORWARD, 'ended 2']);
		player.play();
		player.advance(1);
		expect(player.time).toBe(1);
	});

	it('once backwards stops and goes back to the end of the range', () => {
		const { player, log } = playing({ speed: -2 });
		player.advance(1);
		expect([player.time, player.isPlaying]).toEqual([2, false]);
		expect(log).toEqual([...BACKWARD, 'ended 0']);
	});

	it('loop continues at the beginning', () => {
		const { player, log } = playing({ wrap: 'loop' });
		player.advance(4.5);
		expect([player.time, player.isPlaying, x(player)]).toEqual([0.5, true, 0.5]);
		const round = [...FORWARD, 'looped 2'];
		expect(log).toEqual([...round, ...round, 'marker start', 'left tracked']);
		player.seek(0);
		player.advance(2);
		expect([player.time, x(player)]).toEqual([0, 0]);
	});

	it('loop backwards continues at the end', () => {
		const { player, log } = playing({ wrap: 'loop', speed: -1 });
		player.advance(2.25);
		expect(player.time).toBe(1.75);
		expect(log).toEqual([...BACKWARD, 'looped 0', 'marker end']);
	});

	it('ping-pong goes back and forth', () => {
		const { player, log } = playing({ wrap: 'ping-pong' });
		player.advance(3.25);
		expect([player.time, player.isPlaying]).toEqual([0.75, true]);
		expect(log).toEqual([...FORWARD, 'looped 2', 'left tracked', 'marker middle', 'left release']);
		player.advance(1);
		expect(player.time).toBe(0.25);
		expect(log.slice(-3)).toEqual(['left lost', 'marker start', 'looped 0']);
	});

	it('clamp-forever holds the last frame and never stops', () => {
		const { player, log } = playing({ wrap: 'clamp-forever' });
		for (let i = 0; i < 5; i++) player.advance(1.5);
		expect([player.time, player.isPlaying, x(player)]).toEqual([2, true, 2]);
		expect(log).toEqual(FORWARD);
		player.speed = -1;
		player.advance(0.25);
		expect(player.time).toBe(1.75);
	});

	it('follows the wrap mode of the recording on request', () => {
		const withMode = (...modes: number[]): Recording => {
			const [x = createCurve([]), y = x] = modes.map((postWrap) => createCurve([0, 0, 1, 1], { postWrap }));
			return createRecording({ head: { position: { x, y } } });
		};
		const wrapOf = (...modes: number[]): string => new Player(withMode(...modes), { wrap: 'recorded' }).wrap;
		expect([1, 2, 4, 8, 0, 77].map((mode) => wrapOf(mode))).toEqual([
			'once',
			'loop',
			'ping-pong',
			'clamp-forever',
			'once',
			'once',
		]);
		expect(wrapOf(2, 4)).toBe('once');
		expect(new Player(withMode(0), { wrap: 'recorded', defaultWrap: 2 }).wrap).toBe('loop');
		expect(new Player(withMode(2)).wrap).toBe('once');
	});
});

describe('a range', () => {
	it('is looped', () => {
		const { player, log } = playing({ wrap: 'loop', range: { start: 0.75, end: 1.25 } });
		expect(player.time).toBe(0.75);
		player.advance(1.125);
		expect(player.time).toBe(0.875);
		expect(log).toEqual(['left pinch', 'marker middle', 'looped 1.25', 'left pinch', 'marker middle', 'looped 1.25']);
	});

	it('moves the player into the range when it is set', () => {
		const { player, log } = playing();
		player.range = { start: 1.25, end: 1.75 };
		expect([player.time, x(player), player.range]).toEqual([1.25, 1.25, { start: 1.25, end: 1.75 }]);
		player.advance(1);
		expect([player.time, log]).toEqual([1.25, ['left lost', 'ended 1.75']]);
	});
});

describe('stepping by keys', () => {
	it('goes to every recorded time, forwards and backwards, without events', () => {
		const { player, log } = playing();
		const visit = (count: number): number[] =>
			Array.from({ length: 6 }, () => {
				player.stepKeys(count);
				return player.time;
			});
		expect(visit(1)).toEqual([0.5, 1, 1.5, 2, 2, 2]);
		expect(visit(-1)).toEqual([1.5, 1, 0.5, 0, 0, 0]);
		expect(visit(3)).toEqual([1.5, 2, 2, 2, 2, 2]);
		player.seek(0.75);
		expect([player.stepKeys(-1).time, player.stepKeys(0).time, log]).toEqual([0.5, 0.5, []]);
	});

	it('visits times between ticks', () => {
		const times = [0, 1e-5, 1.1e-5, 0.0041, 0.1].map(Math.fround);
		const curve = createCurve(times.flatMap((time) => [time, time]));
		const player = new Player(createRecording({ head: { position: { x: curve } } }));
		const visited = times.slice(1).map(() => player.stepKeys(1).time);
		expect(visited).toEqual(times.slice(1));
		expect(times.slice(1).map(() => player.stepKeys(-1).time)).toEqual(times.slice(0, -1).toReversed());
	});

	it('stays within the range', () => {
		const { player } = playing({ range: { start: 0.4, end: 1.2 } });
		expect([player.stepKeys(10).time, player.stepKeys(-10).time]).toEqual([1, 0.5]);
	});

	it('lists the times of all keys, sorted, without duplicates', () => {
		const messy = createRecording({
			head: { position: { x: createCurve([2, 0, 0, 1, Number.NaN, 0]), y: createCurve([0, 1, 1, 1, 1, 2, -1, 0]) } },
		});
		expect([...listKeyTimes(messy)]).toEqual([-1, 0, 1, 2]);
	});
});
