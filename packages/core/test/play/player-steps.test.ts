import { createCurve, createRecording, type FrameSample, type Recording } from '@handreel/core';
import { type PlaybackWrap, Player } from '@handreel/core/play';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listen } from '../support/player-log.ts';

/** Units per second of the oracle below. */
const UNIT = 16;

/** A clip whose states and markers are at whole units. */
interface Clip {
	readonly length: number;
	/** Units at which a state changes, ascending: left tracked, right pinching. */
	readonly tracked: readonly number[];
	readonly pinching: readonly number[];
	readonly markers: readonly number[];
}
interface Setting {
	readonly wrap: PlaybackWrap;
	readonly isBackward: boolean;
}

const clips: fc.Arbitrary<Clip> = fc.integer({ min: 1, max: 12 }).chain((length) => {
	const unit = fc.integer({ min: 1, max: length });
	const changes = fc.uniqueArray(unit, { maxLength: 4 }).map((list) => list.toSorted((a, b) => a - b));
	const markers = fc.array(fc.integer({ min: 0, max: length }), { maxLength: 4 });
	return fc.record({ length: fc.constant(length), tracked: changes, pinching: changes, markers });
});
const settings: fc.Arbitrary<Setting> = fc.record({
	wrap: fc.constantFrom('once', 'loop', 'ping-pong', 'clamp-forever'),
	isBackward: fc.boolean(),
});

function buildClip({ length, tracked, pinching, markers }: Clip): Recording {
	const states = (changes: readonly number[]) =>
		createCurve([0, 0, ...changes.flatMap((unit, i) => [unit / UNIT, (i + 1) % 2])], { kind: 'boolean' });
	return createRecording({
		head: { position: { x: createCurve([0, 0, length / UNIT, 1]) }, rotation: { w: createCurve([0, 1]) } },
		hands: { left: { tracked: states(tracked) }, right: { pinching: states(pinching) } },
		markers: markers.map((unit, i) => ({ time: unit / UNIT, name: `${i}` })),
	});
}

/** The events of a player, and its final state. */
interface Outcome {
	readonly log: readonly string[];
	readonly time: number;
	readonly isPlaying: boolean;
	readonly frame: FrameSample;
}

function playSteps(recording: Recording, wrap: PlaybackWrap, speed: number, steps: readonly number[]): Outcome {
	const player = new Player(recording, { wrap, speed });
	const log = listen(player);
	player.play();
	for (const step of steps) player.advance(step);
	return { log, time: player.time, isPlaying: player.isPlaying, frame: structuredClone(player.frame) };
}

/** The same, unit by unit. */
function playUnits(clip: Clip, { wrap, isBackward }: Setting, count: number): Omit<Outcome, 'frame'> {
	const { length } = clip;
	const log: string[] = [];
	const beginning = isBackward ? length : 0;
	let at = beginning;
	let isUp = !isBackward;
	let isFresh = true;
	const tellMarkers = (unit: number): void => {
		const here = clip.markers.flatMap((marker, i) => (marker === unit ? [`marker ${i}`] : []));
		log.push(...(isUp ? here : here.toReversed()));
	};
	const tellStates = (unit: number): void => {
		const told: string[] = [];
		const isOdd = (list: readonly number[]): boolean => (list.indexOf(unit) % 2 === 0) === isUp;
		if (clip.tracked.includes(unit)) told.push(isOdd(clip.tracked) ? 'left tracked' : 'left lost');
		if (clip.pinching.includes(unit)) told.push(isOdd(clip.pinching) ? 'right pinch' : 'right release');
		log.push(...(isUp ? told : told.toReversed()));
	};
	for (let i = 0; i < count; i++) {
		if (isFresh) tellMarkers(at);
		isFresh = false;
		// A loop going down wraps only when it continues from the lower end.
		if (at === (isUp ? length : 0)) {
			if (wrap === 'clamp-forever') continue;
			if (wrap === 'loop') {
				log.push(`looped ${at / UNIT}`);
				at = length - at;
				tellMarkers(at);
			}
		}
		if (!isUp) tellStates(at);
		at += isUp ? 1 : -1;
		if (isUp) tellStates(at);
		tellMarkers(at);
		if (at !== (isUp ? length : 0)) continue;
		if (wrap === 'once') {
			log.push(`ended ${at / UNIT}`);
			return { log, time: beginning / UNIT, isPlaying: false };
		}
		if (wrap === 'ping-pong') {
			log.push(`looped ${at / UNIT}`);
			isUp = !isUp;
		}
		if (wrap === 'loop' && isUp) {
			log.push(`looped ${at / UNIT}`);
			at = 0;
			isFresh = true;
		}
	}
	return { log, time: at / UNIT, isPlaying: true };
}

/** Divides an integer into steps, some of them 0. */
function cut(total: number, places: readonly number[]): number[] {
	const ends = [...places.map((place) => Math.floor(place * total)), total].sort((a, b) => a - b);
	return ends.map((end, i) => end - (ends[i - 1] ?? 0));
}

const places = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 });
const options = { seed: 23, numRuns: 400 };

describe('the state and the events of a player', () => {
	it('agree with going unit by unit', () => {
		fc.assert(
			fc.property(clips, settings, fc.nat({ max: 60 }), places, (clip, setting, count, at) => {
				const steps = cut(count, at).map((units) => units / UNIT);
				const { frame, ...outcome } = playSteps(buildClip(clip), setting.wrap, setting.isBackward ? -1 : 1, steps);
				expect(outcome).toEqual(playUnits(clip, setting, count));
				expect(frame.time).toBe(outcome.time);
			}),
			options,
		);
	});

	it('do not depend on how time is divided into steps', () => {
		const ways = fc.nat({ max: 2 ** 22 });
		const speeds = fc.oneof(fc.constantFrom(1, -1, 0.5, 3), fc.double({ min: -4, max: 4, noNaN: true }));
		fc.assert(
			fc.property(clips, settings, ways, speeds, places, places, (clip, { wrap }, way, speed, at, otherAt) => {
				const recording = buildClip(clip);
				const [one, other] = [at, otherAt].map((list) => cut(way, list).map((part) => part / 2 ** 20));
				expect(playSteps(recording, wrap, speed, one!)).toEqual(playSteps(recording, wrap, speed, other!));
			}),
			options,
		);
	});

	it('do not depend on the order of the steps, nor on rounding', () => {
		const steps = fc.array(fc.double({ min: 0, max: 0.5, noNaN: true }), { minLength: 1, maxLength: 40 });
		fc.assert(
			fc.property(clips, settings, steps, (clip, { wrap, isBackward }, list) => {
				const recording = buildClip(clip);
				const speed = isBackward ? -0.7 : 1.3;
				const whole = playSteps(recording, wrap, speed, [list.reduce((sum, step) => sum + step, 0)]);
				expect(playSteps(recording, wrap, speed, list)).toEqual(whole);
				expect(playSteps(recording, wrap, speed, list.toReversed())).toEqual(whole);
			}),
			options,
		);
	});

	it.each([24, 30, 59.94, 60, 72, 90, 120, 1000])(
		'are the same after seven seconds of frames at %d Hz',
		(frameRate) => {
			const recording = buildClip({ length: 40, tracked: [3, 16, 30], pinching: [16], markers: [16, 0, 24] });
			for (const wrap of ['once', 'loop', 'ping-pong'] as const) {
				const count = Math.round(frameRate * 7);
				const steps = Array.from({ length: count }, () => 1 / frameRate);
				expect(playSteps(recording, wrap, 1, steps)).toEqual(playSteps(recording, wrap, 1, [count / frameRate]));
			}
		},
	);

	it('are the same with and without listeners', () => {
		fc.assert(
			fc.property(clips, settings, fc.nat({ max: 500 }), (clip, { wrap, isBackward }, count) => {
				const recording = buildClip(clip);
				const speed = isBackward ? -1 : 1;
				const player = new Player(recording, { wrap, speed });
				player.play();
				player.advance(count / UNIT);
				const log = listen(player);
				player.advance(5);
				const told = playSteps(recording, wrap, speed, [count / UNIT, 5]);
				expect([player.time, player.isPlaying]).toEqual([told.time, told.isPlaying]);
				const before = playSteps(recording, wrap, speed, [count / UNIT]).log.length;
				expect(log).toEqual(told.log.slice(before));
			}),
			options,
		);
	});

	it('are fast for a step of days without listeners', () => {
		const player = new Player(buildClip({ length: 1, tracked: [], pinching: [], markers: [] }), { wrap: 'ping-pong' });
		player.play();
		player.advance(2 ** 21 + 1 / 64);
		expect(player.time).toBe(1 / 64);
	});
});
