import { expect, it } from 'vitest';
import { compareRecordings, listExcesses, optimizeRecording, shiftRecording } from '../../src/edit.ts';
import { createRecording, iterateCurves } from '../../src/index.ts';
import { mapMarkers } from '../../src/model/map-curves.ts';
import { createFullRecording } from '../support/full-recording.ts';

const recording = createFullRecording();

it.each(['simple', 'full'] as const)('optimizes all parts within the tolerances, with %s keys', (keys) => {
	const tolerances = { jointPosition: 0.01, jointRotationDegrees: 1, value: 0.05 };
	const optimized = optimizeRecording(recording, { keys, tolerances });
	const comparison = compareRecordings(recording, optimized);
	expect(listExcesses(comparison, tolerances)).toEqual([]);
	const deviating = comparison.channels.filter(({ max }) => max > 0).map(({ path }) => path);
	expect(deviating).toEqual(
		expect.arrayContaining([
			'hands.left.aim.position',
			'hands.left.pinchStrength',
			'controllers.right.grip.position',
			'controllers.right.buttons.0.value',
			'controllers.left.axes.0',
			'tracks.block.position',
		]),
	);
	expect(deviating).not.toContain('tracks.heart rate');
	expect(comparison.states.every(({ seconds }) => seconds === 0)).toBe(true);
	const counts = new Map([...iterateCurves(optimized)].map(([path, { count }]) => [path, count]));
	expect(counts.get('controllers.left.axes.0')).toBeLessThan(21);
	expect(optimized.tracks[3]).toBe(recording.tracks[3]);
	expect(optimized.info).toBe(recording.info);
});

it('finds every part that only one recording has', () => {
	const plain = createRecording({ head: recording.head, hands: {}, gaze: recording.gaze });
	const { onlyInA, onlyInB } = compareRecordings(recording, plain);
	expect(onlyInA).toEqual(
		expect.arrayContaining([
			'hands.left.aim',
			'hands.right.pinchStrength',
			'controllers.left',
			'controllers.right',
			'tracks.block',
			'tracks.heart rate',
			'tracks.seated',
			'tracks.console',
		]),
	);
	expect(onlyInB).toEqual([]);
});

it('compares states and events', () => {
	const later = shiftRecording(recording, 0.125);
	const { states, events } = compareRecordings(recording, later);
	const seconds = Object.fromEntries(states.map((state) => [state.path, state.seconds]));
	expect(seconds['controllers.left.buttons.0.pressed']).toBeCloseTo(0.25, 5);
	expect(seconds['tracks.seated']).toBeCloseTo(0.125, 5);
	expect(events.onlyInA).toEqual([
		{ time: 0.25, name: 'console: loaded' },
		{ time: 1.75, name: 'console: clicked' },
		{ time: 0.25, name: 'gesture: reach starts' },
		{ time: 0.75, name: 'gesture: reach ends' },
		{ time: 0.75, name: 'gesture: grasp starts' },
		{ time: 1.5, name: 'gesture: grasp ends' },
	]);
	const same = mapMarkers(later, () => []);
	expect(compareRecordings(same, same).events).toEqual({ onlyInA: [], onlyInB: [] });
});
