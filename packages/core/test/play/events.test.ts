import { createCurve, createRecording } from '@handreel/core';
import { Player, type PlayerEvents } from '@handreel/core/play';
import { describe, expect, it } from 'vitest';
import { FORWARD, playing, recording, x } from '../support/play-short-recording.ts';

describe('events', () => {
	it('fire once each, in order, at any step size', () => {
		for (const step of [0.001953125, 0.03125, 0.5, 2, 64]) {
			const { player, log } = playing();
			for (let time = 0; time < 2; time += step) player.advance(step);
			expect(log).toEqual([...FORWARD, 'ended 2']);
		}
	});

	it('have time, side, state, and marker', () => {
		const player = new Player(recording);
		const events: unknown[] = [];
		const types: (keyof PlayerEvents)[] = ['ended', 'marker', 'tracked', 'pinch'];
		for (const type of types) player.on(type, (event) => events.push({ type, ...event, at: player.time }));
		player.seek(0.25);
		player.play();
		player.advance(5);
		expect(events).toEqual([
			{ type: 'tracked', time: 0.5, at: 0.5, side: 'left', tracked: true },
			{ type: 'pinch', time: 1, at: 1, side: 'left', pinching: true },
			{ type: 'marker', time: 1, at: 1, marker: recording.markers[1], index: 1 },
			{ type: 'tracked', time: 1.5, at: 1.5, side: 'left', tracked: false },
			{ type: 'marker', time: 2, at: 2, marker: recording.markers[2], index: 2 },
			{ type: 'ended', time: 2, at: 0 },
		]);
	});

	it('tell about controllers, buttons and the events of tracks', () => {
		const state = (keys: number[]) => createCurve(keys, { kind: 'boolean' });
		const pressed = state([0, 0, 0.5, 1, 1, 0]);
		const controlled = createRecording({
			controllers: {
				left: { tracked: state([0, 1, 1, 0]), buttons: [{ pressed }, {}, {}, {}, { pressed: state([0, 0, 0.5, 1]) }] },
				right: { tracked: state([0, 0, 0.5, 1]), buttons: [{ value: createCurve([0, 0, 2, 1]) }] },
			},
			tracks: [
				{
					name: 'log',
					kind: 'events',
					events: [
						{ time: 0, name: 'begin' },
						{ time: 1, name: 'middle' },
					],
				},
				{ name: 'flag', kind: 'boolean', value: state([0, 0, 0.5, 1]) },
			],
			markers: [{ time: 1, name: 'half' }],
		});
		const forward = [
			'log begin',
			'right controller tracked',
			'left 0 press',
			'left 4 press',
			'left controller lost',
			'left 0 release',
			'marker half',
			'log middle',
		];
		for (const step of [0.0625, 4]) {
			const { player, log } = playing({}, controlled);
			for (let time = 0; time < 2; time += step) player.advance(step);
			expect(log).toEqual([...forward, 'ended 2']);
		}
		const { player, log } = playing({ speed: -1, wrap: 'clamp-forever' }, controlled);
		player.seek(2);
		player.advance(2);
		const opposites = { press: 'release', release: 'press', tracked: 'lost', lost: 'tracked' };
		const turn = (entry: string): string =>
			entry.replace(/press|release|tracked|lost/, (word) => opposites[word as keyof typeof opposites]);
		expect(log).toEqual(forward.toReversed().map(turn));
		const events: unknown[] = [];
		const types: (keyof PlayerEvents)[] = ['button', 'event', 'controller'];
		const told = new Player(controlled);
		for (const type of types) told.on(type, (event) => events.push({ type, ...event }));
		told.seek(0.25);
		told.play();
		told.advance(1);
		const [log0] = controlled.tracks;
		expect(events).toEqual([
			{ type: 'controller', time: 0.5, side: 'right', tracked: true },
			{ type: 'button', time: 0.5, side: 'left', index: 0, name: 'trigger', pressed: true },
			{ type: 'button', time: 0.5, side: 'left', index: 4, name: null, pressed: true },
			{ type: 'controller', time: 1, side: 'left', tracked: false },
			{ type: 'button', time: 1, side: 'left', index: 0, name: 'trigger', pressed: false },
			{ type: 'event', time: 1, track: log0, event: { time: 1, name: 'middle' }, index: 1 },
		]);
	});

	it('agree with the frame: a state has changed exactly at its key', () => {
		const { player, log } = playing();
		player.seek(0.25);
		player.advance(0.25 - 2 ** -30);
		expect([player.frame.hands.left.tracked, log]).toEqual([false, []]);
		player.advance(2 ** -30);
		expect([player.frame.hands.left.tracked, log]).toEqual([true, ['left tracked']]);
		player.speed = -1;
		player.advance(2 ** -30);
		expect([player.frame.hands.left.tracked, log.at(-1)]).toEqual([false, 'left lost']);
	});

	it('follow states repeated by a wrap mode, and ignore keys without a change', () => {
		const blink = createCurve([0, 0, 0.25, 1, 0.5, 1, 0.75, 0, 1, 0], { kind: 'boolean', postWrap: 2 });
		const mirrored = createCurve([0, 0, 0.25, 1, 1, 1], { kind: 'boolean', postWrap: 4 });
		const head = { position: { x: createCurve([0, 0, 3, 3]) } };
		const { player, log } = playing(
			{},
			createRecording({ head, hands: { left: { tracked: blink }, right: { tracked: mirrored } } }),
		);
		const seen: string[] = [];
		player.on('tracked', ({ time }) => seen.push(time.toFixed(4)));
		player.advance(2.5);
		expect(log.filter((entry) => entry.startsWith('left'))).toEqual([
			'left tracked',
			'left lost',
			'left tracked',
			'left lost',
			'left tracked',
		]);
		expect(log.filter((entry) => entry.startsWith('right'))).toEqual(['right tracked', 'right lost', 'right tracked']);
		expect(seen).toEqual(['0.2500', '0.2500', '0.7500', '1.2500', '1.7500', '1.7500', '2.2500', '2.2500']);
	});

	it('are not fired by a seek, and at the new time only when playback continues', () => {
		const { player, log } = playing();
		player.advance(0.25);
		log.length = 0;
		player.seek(1);
		player.seek(1);
		expect(log).toEqual([]);
		player.advance(0);
		expect(log).toEqual([]);
		player.advance(0.125);
		player.advance(0.125);
		expect(log).toEqual(['marker middle']);
	});

	it('end when the function returned by `on` is called', () => {
		const player = new Player(recording, { wrap: 'loop' });
		const log: string[] = [];
		const offs = [1, 2].map((id) => player.on('looped', () => log.push(`looped ${id}`)));
		player.play();
		player.advance(2);
		offs[0]?.();
		offs[0]?.();
		player.advance(2);
		expect(log).toEqual(['looped 1', 'looped 2', 'looped 2']);
	});
});

describe('a listener', () => {
	it('that pauses leaves the player at that time, after all events at that time', () => {
		const { player, log } = playing();
		player.on('pinch', () => player.pause());
		player.advance(5);
		expect([player.time, x(player), player.isPlaying]).toEqual([1, 1, false]);
		expect(log).toEqual(FORWARD.slice(0, 4));
		player.play();
		player.advance(5);
		expect(log).toEqual([...FORWARD, 'ended 2']);
	});

	it('that pauses at the end does not suppress the end', () => {
		const { player, log } = playing();
		player.on('marker', ({ index }) => index === 2 && player.pause());
		player.advance(5);
		expect([player.time, log.at(-1)]).toEqual([2, 'marker end']);
		player.play();
		player.advance(0.5);
		expect([player.time, log.at(-1)]).toEqual([0, 'ended 2']);
	});

	it('that seeks or stops drops the rest of the step', () => {
		const { player, log } = playing();
		const off = player.on('pinch', () => player.seek(1.75));
		player.advance(5);
		expect([player.time, x(player), player.isPlaying]).toEqual([1.75, 1.75, true]);
		expect(log).toEqual(FORWARD.slice(0, 3));
		off();
		player.on('marker', () => player.stop());
		player.advance(1);
		expect([player.time, player.isPlaying, log.at(-1)]).toEqual([0, false, 'marker end']);
	});

	it('can restart when playback ended, and reverse when it looped', () => {
		const { player } = playing();
		player.on('ended', () => player.play());
		player.advance(3);
		expect([player.time, player.isPlaying]).toEqual([0, true]);
		player.advance(0.5);
		expect(player.time).toBe(0.5);
		player.wrap = 'ping-pong';
		player.on('looped', () => {
			player.speed = -player.speed;
		});
		player.advance(5);
		expect([player.time, player.speed]).toEqual([2, -1]);
	});

	it('that throws leaves the player at that time', () => {
		const { player } = playing();
		const off = player.on('pinch', () => {
			throw new Error('oops');
		});
		expect(() => player.advance(5)).toThrow('oops');
		expect([player.time, x(player)]).toEqual([1, 1]);
		off();
		player.advance(0.5);
		expect(player.time).toBe(1.5);
	});

	it('cannot advance the player', () => {
		const { player } = playing();
		player.on('pinch', () => player.advance(1));
		expect(() => player.advance(5)).toThrow(TypeError);
	});
});
