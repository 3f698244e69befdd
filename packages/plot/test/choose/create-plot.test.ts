import { createCurve, createRecording, type Recording } from '@handreel/core';
import { createChannel } from '@handreel/core/measure';
import { createPlot, expandChannel } from '@handreel/plot';
import { describe, expect, it } from 'vitest';
import { findFixture } from '../../../convert/test/support/fixture-recordings.ts';
import { createFullRecording } from '../../../core/test/support/full-recording.ts';

const { recording } = findFixture('mrtk-2.8.3-full-5s.bin');
const titles = (inputs: readonly Recording[]): string[] =>
	createPlot(inputs.map((given, i) => ({ name: `take ${i + 1}`, recording: given }))).panels.map(({ title }) => title);

describe('a plot without channels', () => {
	it('shows states, speed, aperture and the height of the head', () => {
		expect(titles([recording])).toEqual(['states', 'speed', 'aperture', 'y(head)']);
	});

	it('shows what was recorded', () => {
		expect(titles([findFixture('mrtk-2.8.3-camera-only.bin').recording])).toEqual([
			'speed(head)',
			'turning(head)',
			'y(head)',
		]);
		expect(titles([createFullRecording()])).toContain('speed');
	});

	it('needs something to show', () => {
		const gaze = createRecording({ gaze: { direction: { x: createCurve([0, 0, 1, 1]) } } });
		expect(titles([gaze])).toEqual(['gaze']);
		const states = createRecording({ controllers: { left: { axes: [createCurve([0, 0, 1, 1])] } } });
		for (const nothing of [createRecording({}), states]) {
			expect(() => createPlot([{ name: 'a', recording: nothing }])).toThrow('the recordings have nothing to plot');
		}
		expect(() => createPlot([])).toThrow('inputs: expected at least one recording');
	});
});

describe('channels', () => {
	it.each([
		['speed(left.wrist)', ['speed(left.wrist)']],
		['speed(*.wrist)', ['speed(left.wrist)', 'speed(right.wrist)']],
		['aperture', ['aperture(left)', 'aperture(right)']],
		['curl(left.*)', ['thumb', 'index', 'middle', 'ring', 'pinky'].map((finger) => `curl(left.${finger})`)],
		['left.indexTip', ['x(left.indexTip)', 'y(left.indexTip)', 'z(left.indexTip)']],
		['distance(*.wrist, head)', ['distance(left.wrist, head)', 'distance(right.wrist, head)']],
	])('%s', (text, expressions) => {
		expect(expandChannel([recording], text).expressions).toEqual(expressions);
	});

	it('have the values of createChannel', () => {
		const { panels } = createPlot([{ name: 'a', recording }], { channels: ['turning(head)'] });
		expect(panels[0]?.unit).toBe('°/s');
		expect(panels[0]?.series[0]?.values).toEqual(createChannel(recording, 'turning(head)').values);
	});

	it('can be tracks and states', () => {
		const full = createFullRecording();
		const [panel] = createPlot([{ name: 'a', recording: full }], { channels: ['heart rate'] }).panels;
		expect(panel?.kind).toBe('lines');
		const [states] = createPlot([{ name: 'a', recording: full }], { channels: ['tracked'] }).panels;
		expect(states?.kind).toBe('states');
	});

	it.each([
		['frobnicate', TypeError, "channel: 'frobnicate' is not understood"],
		['speed(left.elbow)', TypeError, "'left.elbow' is not a point"],
		['left.elbow', RangeError, 'no recording has left.elbow'],
		['strength(left)', RangeError, 'has no pinch strength'],
		['speed(*.controller)', RangeError, 'nothing fits'],
	])('refuses %s', (text, kind, message) => {
		const run = (): unknown => createPlot([{ name: 'a', recording }], { channels: [text] });
		expect(run).toThrow(kind);
		expect(run).toThrow(message);
	});
});

describe('several recordings', () => {
	it('have a color each, and a line style per channel', () => {
		const { panels, title } = createPlot(
			[
				{ name: 'a', recording },
				{ name: 'b', recording },
			],
			{ channels: ['speed(*.wrist)'] },
		);
		expect(title).toBe('2 recordings');
		expect(panels[0]?.series.map(({ label, color, dash }) => [label, color, dash])).toEqual([
			['a left.wrist', 0, 0],
			['b left.wrist', 1, 0],
			['a right.wrist', 0, 1],
			['b right.wrist', 1, 1],
		]);
	});

	it('need not have the same parts', () => {
		const head = findFixture('mrtk-2.8.3-camera-only.bin').recording;
		const { panels } = createPlot(
			[
				{ name: 'a', recording },
				{ name: 'b', recording: head },
			],
			{ channels: ['speed(left.wrist)'] },
		);
		expect(panels[0]?.series.map(({ label }) => label)).toEqual(['a']);
	});
});

describe('marks', () => {
	it('are markers and problems with a time, in order', () => {
		const marked = createRecording({
			...recording,
			markers: [
				{ time: 2, name: 'lift' },
				{ time: 99, name: 'late' },
			],
		});
		const problem = {
			code: 'teleport',
			severity: 'warning',
			message: '',
			path: '',
			byteOffset: null,
			time: 1,
		} as const;
		const { marks } = createPlot([{ name: 'a', recording: marked, problems: [problem, { ...problem, time: null }] }]);
		expect(marks).toEqual([
			{ time: 1, label: 'teleport', kind: 'problem' },
			{ time: 2, label: 'lift', kind: 'marker' },
		]);
	});
});
