import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeRecording } from '@handreel/convert';
import { createFrameSample, createSampler, SIDES } from '@handreel/core';
import { Player } from '@handreel/core/play';
import { FigurePlayback, LiveFrames } from '@handreel/hands';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { countBytes, expectFewBytes } from '../support/count-bytes.ts';
import { readFixture } from '../support/fixtures.ts';

const full = readFixture('mrtk-2.8.3-full-5s.bin');
const lost = readFixture('mrtk-2.8.3-lost.bin');

describe('FigurePlayback', () => {
	it('plays a recording by itself, in a loop', () => {
		const playback = new FigurePlayback(full, { space: 'webxr' });
		playback.update(1);
		expect(playback.time).toBe(1);
		expect(playback.frame.hands.left.joints).toEqual(
			createSampler(full, { space: 'webxr' }).sampleFrame(1, createFrameSample()).hands.left.joints,
		);
		playback.update(full.duration);
		expect(playback.time).toBeCloseTo(1, 5);
		const paused = new FigurePlayback(full, { autoplay: false });
		paused.update(1);
		expect(paused.time).toBe(0);
	});

	it('samples with SIMD instructions unless another sampler is given, with the same bits', () => {
		const { Memory } = WebAssembly;
		let count = 0;
		WebAssembly.Memory = class extends Memory {
			constructor(descriptor: WebAssembly.MemoryDescriptor) {
				super(descriptor);
				count++;
			}
		};
		try {
			const recording = readFixture('mrtk-2.8.3-full-5s.bin');
			const fast = new FigurePlayback(recording, { space: 'webxr' });
			expect(count).toBe(1);
			new FigurePlayback(recording, { space: 'webxr' });
			const plain = new FigurePlayback(full, { space: 'webxr', createSampler });
			expect(count).toBe(1);
			for (let i = 0; i < 400; i++) expect(fast.update(1 / 72)).toEqual(plain.update(1 / 72));
		} finally {
			WebAssembly.Memory = Memory;
		}
	});

	it('compiles a recording once for figures at different times', () => {
		let count = 0;
		const counting: typeof createSampler = (...given) => {
			count++;
			return createSampler(...given);
		};
		const options = { space: 'webxr', createSampler: counting } as const;
		const figures = Array.from({ length: 5 }, (_, i) => new FigurePlayback(full, { ...options, speed: 1 + i / 3 }));
		const own = figures.map((_, i) => new Player(full, { space: 'webxr', wrap: 'loop', speed: 1 + i / 3 }));
		for (const player of own) player.play();
		for (let frame = 0; frame < 400; frame++)
			for (const [i, figure] of figures.entries()) expect(figure.update(1 / 72)).toEqual(own[i]!.advance(1 / 72));
		expect(count).toBe(1);
		new FigurePlayback(full, { ...options, space: 'unity' });
		expect(count).toBe(2);
	});

	it('explains what it got instead of a source', async () => {
		const create = (source: unknown) => () => new FigurePlayback(source as never);
		const decoded = decodeRecording(readFileSync(join(root, 'fixtures', 'reels', 'mrtk-2.8.3-n100.reel')));
		expect(create(decoded)).toThrow(/got a promise: await it/);
		expect(create(await decoded)).toThrow(/pass its property recording, as \(await decodeRecording\(…\)\)\.recording/);
		expect(create(new Uint8Array(8))).toThrow(/got object$/);
		expect(create(undefined)).toThrow(/got undefined$/);
		expect(create({})).toThrow(/got object$/);
	});

	it('fades hands that are lost and found, and jumps without fading', () => {
		const playback = new FigurePlayback(lost, { wrap: 'clamp-forever' });
		let last = { ...playback.opacity };
		const seen = { left: new Set<number>(), right: new Set<number>() };
		for (let time = 0; time < lost.duration; time += 1 / 60) {
			playback.update(1 / 60);
			for (const side of SIDES) {
				expect(Math.abs(playback.opacity[side] - last[side])).toBeLessThanOrEqual(1 / 60 / 0.2 + 1e-9);
				seen[side].add(playback.opacity[side]);
			}
			last = { ...playback.opacity };
		}
		const values = SIDES.flatMap((side) => [...seen[side]]);
		expect(values).toContain(0);
		expect(values).toContain(1);
		expect(values.some((value) => value > 0 && value < 1)).toBe(true);
		for (let time = 0; time < lost.duration; time += 0.1) {
			const { hands } = playback.setTime(time);
			for (const side of SIDES) expect(playback.opacity[side]).toBe(hands[side].tracked ? 1 : 0);
		}
	});

	it('leaves a player that is passed in to its owner', () => {
		const player = new Player(full);
		player.play();
		const figures = [new FigurePlayback(player), new FigurePlayback(player)];
		for (const figure of figures) figure.update(0.5);
		expect(player.time).toBe(0);
		player.advance(0.5);
		for (const figure of figures) expect(figure.time).toBe(0.5);
	});

	it('follows live frames 50 ms behind, however they arrive', () => {
		const live = new LiveFrames();
		const playback = new FigurePlayback(live);
		const sampler = createSampler(full);
		const frame = createFrameSample();
		const delays = [0, 0.004, 0.03, 0.011, 0.001, 0.022, 0.008];
		const arrivals = Array.from({ length: 270 }, (_, i) => ({ time: i / 90, at: i / 90 + delays[i % 7]! }));
		let next = 0;
		const lags: number[] = [];
		const steps: number[] = [];
		let before = 0;
		// Frames of the source have another origin than the clock of the page.
		for (let now = 0; now < 2.9; now += 1 / 72) {
			while (arrivals[next]!.at <= now) {
				sampler.sampleFrame(arrivals[next++]!.time, frame);
				frame.time += 1000;
				live.push(frame);
			}
			playback.update(1 / 72);
			if (now > 0.5) {
				lags.push(now - (playback.time - 1000));
				steps.push(playback.time - before);
			}
			before = playback.time;
		}
		expect(Math.min(...lags)).toBeGreaterThan(0.02);
		expect(Math.max(...lags)).toBeLessThan(0.075);
		// Time moves on evenly.
		expect(Math.min(...steps)).toBeGreaterThan(1 / 72 - 0.002);
		expect(Math.max(...steps)).toBeLessThan(1 / 72 + 0.013);
	});

	it('reports what changes in live frames', () => {
		const live = new LiveFrames({ delay: 0 });
		const playback = new FigurePlayback(live);
		const events: string[] = [];
		const stop = playback.on('pinch', ({ side, pinching }) => events.push(`${side} ${pinching}`));
		playback.on('tracked', ({ side, tracked }) => events.push(`${side} ${tracked ? 'found' : 'lost'}`));
		const frame = createFrameSample();
		const push = (time: number, tracked: boolean, pinching: boolean): void => {
			frame.time = time;
			frame.hands.left.tracked = tracked;
			frame.hands.left.pinching = pinching;
			live.push(frame);
			playback.update(0.1);
		};
		push(0, true, false);
		push(0.1, true, true);
		push(0.2, false, true);
		stop();
		push(0.3, true, true);
		expect(events).toEqual(['left found', 'left true', 'left lost', 'left false', 'left found']);
		expect(() => playback.on('marker', () => {})).toThrow(/'marker' is not one of tracked, pinch, controller/);
		expect(() => playback.setTime(0)).toThrow(/live frames/);
	});

	it('allocates nothing per frame', async () => {
		const recorded = new FigurePlayback(full, { space: 'webxr' });
		const live = new LiveFrames();
		const watched = new FigurePlayback(live, { space: 'webxr' });
		const frame = createFrameSample();
		createSampler(full).sampleFrame(1, frame);
		let time = 0;
		const work = (count: number): void => {
			for (let i = 0; i < count; i++) {
				time += 1 / 60;
				frame.time = time;
				live.push(frame);
				watched.update(1 / 60);
				recorded.update(1 / 60);
			}
		};
		work(5000);
		// Numbers that functions return are boxed, with 12 bytes each. A pose per hand would be more.
		const frames = 3000;
		await expectFewBytes(() => work(frames), 400 * frames);
		const poses = (): void => {
			for (let i = 0; i < frames; i++) for (const { joints } of Object.values(frame.hands)) joints.slice(0, 7);
		};
		expect((await countBytes(poses)) / frames).toBeGreaterThan(150);
	});

	it('stays where it is for a negative step, as timers give for the first frame', () => {
		const playback = new FigurePlayback(full);
		playback.update(0.5);
		playback.update(-0.01);
		expect(playback.time).toBe(0.5);
		const live = new LiveFrames();
		live.push(createFrameSample());
		expect(new FigurePlayback(live).update(-0.01).time).toBe(-live.delay);
	});

	it('refuses invalid sources and options', () => {
		expect(() => new FigurePlayback(null as never)).toThrow(/source: expected a recording/);
		expect(() => new FigurePlayback(full, { fade: -1 })).toThrow(/fade: -1/);
		expect(() => new FigurePlayback(full).update(Number.NaN)).toThrow(/seconds: NaN/);
		expect(() => new FigurePlayback(full).on('nothing' as 'pinch', () => {})).toThrow(TypeError);
	});
});
