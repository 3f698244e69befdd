import { createCurve, createRecording, type Track } from '@handreel/core';
import { MAX_AXES, MAX_BUTTONS } from '@handreel/core/internal';
import { describe, expect, it } from 'vitest';
import { createFullRecording } from '../support/full-recording.ts';

const scalar = (name: string): Track => ({ name, kind: 'scalar', value: createCurve([0, 1]) });

describe('createRecording', () => {
	it('has neither controllers, information nor tracks unless they are given', () => {
		const recording = createRecording({ hands: {} });
		expect(recording).toMatchObject({ controllers: null, info: {}, tracks: [] });
		expect(recording.hands!.left).toMatchObject({ aim: null, pinchStrength: null, radii: null });
		expect(createRecording({ controllers: { left: {} } }).controllers).toMatchObject({
			left: { buttons: [], axes: [], profiles: [], tracked: { kind: 'boolean', count: 0 } },
			right: null,
		});
	});

	it('fills in the curves of buttons and poses', () => {
		const value = createCurve([0, 0.5]);
		const { left } = createRecording({ controllers: { left: { buttons: [{ value }] } } }).controllers!;
		expect(left!.buttons[0]!.value).toBe(value);
		expect(left!.buttons[0]!.pressed).toMatchObject({ kind: 'boolean', count: 0 });
		expect(left!.grip.rotation.w.count).toBe(0);
	});

	it('counts all curves for the duration, but not events', () => {
		const tracks: Track[] = [{ name: 'late', kind: 'events', events: [{ time: 9, name: 'x' }] }];
		const controllers = { right: { axes: [createCurve([0, 0, 3, 1])] } };
		expect(createRecording({ controllers, tracks }).duration).toBe(3);
		expect(createRecording({ tracks: [{ name: 'n', kind: 'scalar', value: createCurve([4, 0]) }] }).duration).toBe(4);
		expect(createFullRecording().duration).toBe(2);
	});

	it('survives structuredClone', () => {
		const recording = createFullRecording();
		const copy = structuredClone(recording);
		expect(copy.controllers!.left!.profiles).toEqual(recording.controllers!.left!.profiles);
		expect(copy.info).toEqual(recording.info);
		expect(copy.duration).toBe(2);
	});

	it.each([
		[[scalar('')], `tracks[0].name: must be a text without dots, got ""`],
		[[scalar('a'), scalar('a.b')], `tracks[1].name: must be a text without dots, got "a.b"`],
		[[scalar('a'), scalar('b'), scalar('a')], `tracks[2].name: there are two tracks 'a'`],
		[[{ ...scalar('a'), kind: 'boolean' } as Track], 'tracks[0].value: a float curve does not fit a boolean track'],
	])('refuses the tracks %#', (tracks, message) => {
		expect(() => createRecording({ tracks })).toThrow(new TypeError(message));
	});

	it('refuses too many buttons and axes', () => {
		const buttons = Array.from({ length: MAX_BUTTONS + 1 }, () => ({}));
		const axes = Array.from({ length: MAX_AXES + 1 }, () => createCurve([]));
		expect(() => createRecording({ controllers: { left: { buttons } } })).toThrow('buttons: at most 16, got 17');
		expect(() => createRecording({ controllers: { left: { axes } } })).toThrow('axes: at most 8, got 9');
		const most = { buttons: buttons.slice(1), axes: axes.slice(1) };
		expect(createRecording({ controllers: { left: most } }).controllers!.left!.buttons).toHaveLength(MAX_BUTTONS);
	});
});
